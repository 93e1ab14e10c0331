//! Numbers with units, as people write them: `90s`, `4GiB`, `10M`.

use std::time::Duration;

use bytesize::ByteSize;

/// A time: `500ms`, `60s`, `2min`, `1h 30min`; a bare number is seconds.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let duration = match text.parse::<f64>() {
        Ok(seconds) => Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string()),
        Err(_) => humantime::parse_duration(text).map_err(|error| error.to_string()),
    };
    match duration {
        Ok(Duration::ZERO) => Err("no time at all".into()),
        Ok(duration) => Ok(duration),
        Err(error) => Err(format!("{error}; write for example 500ms, 60s, 2min")),
    }
}

/// The smallest memory limit that lets the program say so.
const LEAST_MEMORY: u64 = 1 << 20;

/// An amount of memory in bytes: `64MiB`, `4GiB`, `500MB`.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    let bytes = text
        .trim()
        .parse::<ByteSize>()
        .map_err(|_| "not an amount of memory; write for example 64MiB, 4GiB".to_owned())?
        .as_u64();
    match bytes {
        0..LEAST_MEMORY => Err(format!(
            "{bytes} bytes are too few: at least 1MiB; write a unit, for example 64MiB, 4GiB"
        )),
        _ => Ok(bytes),
    }
}

/// A count: `1000`, `10k`, `5M`, `2G`, `1_000_000`.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let (digits, unit) = match text.char_indices().last() {
        Some((last, 'k' | 'K')) => (&text[..last], 1_000),
        Some((last, 'M')) => (&text[..last], 1_000_000),
        Some((last, 'G')) => (&text[..last], 1_000_000_000),
        _ => (text, 1u64),
    };
    let number: u64 = digits
        .replace('_', "")
        .parse()
        .map_err(|_| "not a count; write for example 1000, 10k, 5M".to_owned())?;
    match number.checked_mul(unit) {
        Some(0) => Err("at least 1".into()),
        Some(count) => Ok(count),
        None => Err("too large".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_understood() {
        assert_eq!(duration("90"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("1h 30min"), Ok(Duration::from_secs(5400)));
        assert_eq!(bytes("64MiB"), Ok(64 << 20));
        assert_eq!(bytes("4 GB"), Ok(4_000_000_000));
        assert_eq!(count("10M"), Ok(10_000_000));
        assert_eq!(count("1_000"), Ok(1000));
    }

    #[test]
    fn nonsense_is_refused() {
        assert!(duration("soon").is_err() && duration("0").is_err() && duration("-1").is_err());
        assert!(bytes("64").is_err_and(|message| message.contains("unit")));
        assert!(bytes("much").is_err());
        for text in ["", "k", "-1", "0", "99999999999999999999", "99999999999999G", "π"] {
            assert!(count(text).is_err(), "{text}");
        }
    }
}
