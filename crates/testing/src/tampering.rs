//! Certificates with a mistake in them.

use fastrand::Rng;

/// The text of a certificate with one digit of its claim changed.
pub fn with_another_digit(rng: &mut Rng, certificate: &str) -> String {
    let (head, claim) = certificate.split_at(certificate.find("\"claim\"").expect("a claim"));
    let digits: Vec<usize> =
        claim.bytes().enumerate().filter(|(_, b)| b.is_ascii_digit()).map(|(i, _)| i).collect();
    let mut claim = claim.as_bytes().to_vec();
    if let Some(&place) = rng.choice(&digits) {
        claim[place] = b'0' + (claim[place] - b'0' + rng.u8(1..10)) % 10;
    }
    format!("{head}{}", String::from_utf8(claim).expect("digits for digits"))
}
