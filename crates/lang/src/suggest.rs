//! The name that was probably meant.

/// Longer names are not compared: nobody misspells them by hand.
const LONGEST: usize = 100;

/// The candidate that is closest to a misspelt name, if one is close. Ties go to the first in
/// alphabetical order, so that the order of the candidates does not matter.
pub fn closest<'n>(name: &str, candidates: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    if name.len() > LONGEST {
        return None;
    }
    let allowed = name.chars().count() / 3;
    // A letter in another case may be longer or shorter, by a byte or two.
    let near = |candidate: &&str| candidate.len().abs_diff(name.len()) <= 4 * allowed;
    candidates
        .filter(|&candidate| candidate != name)
        .filter(near)
        .map(|candidate| (distance(name, candidate), candidate))
        .filter(|&(distance, _)| distance <= allowed)
        .min()
        .map(|(_, candidate)| candidate)
}

fn distance(name: &str, candidate: &str) -> usize {
    strsim::damerau_levenshtein(&name.to_lowercase(), &candidate.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_only() {
        let names = || ["PHILOSOPHER", "FORK", "TABLE"].into_iter();
        assert_eq!(closest("PHILOSPHER", names()), Some("PHILOSOPHER"));
        assert_eq!(closest("Fork", names()), Some("FORK"));
        assert_eq!(closest("CLOCK", names()), None);
    }
}
