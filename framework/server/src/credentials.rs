//! Credentials of persons: names, secrets, passwords, invites.

use argon2::{
    Argon2, PasswordHash, PasswordHasher, PasswordVerifier,
    password_hash::{Salt, SaltString},
};
use parlor_kit::hex_digits;
use parlor_runtime::{PersonId, RequestId, TableId};
use sha2::{Digest, Sha256};
use std::sync::OnceLock;
use subtle::ConstantTimeEq;

/// The shortest and the longest password.
pub(crate) const PASSWORD_LENGTHS: std::ops::RangeInclusive<usize> = 8..=128;

/// Random bytes that cannot be guessed.
pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    // Without randomness no secret could be given out, so there is nothing to go on with.
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes
}

/// A random number that cannot be guessed and is exact in every program that reads JSON.
pub(crate) fn random_number() -> u64 {
    u64::from_le_bytes(random()) >> 12
}

/// A new secret as text: 128 bits in hex.
pub(crate) fn new_secret() -> String {
    hex_digits(&random::<16>())
}

/// Whether a client may choose this as its secret: it has the form of those that are given out.
pub(crate) fn is_secret(secret: &str) -> bool {
    secret.len() == 32 && secret.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// The session that begins with a registration. It follows from the secret, so that the registration is answered the
/// same when it is sent again.
pub(crate) fn first_session(secret: &str) -> u64 {
    let digest = Sha256::digest(format!("session:{secret}"));
    (u64::from_le_bytes(digest.first_chunk().copied().unwrap_or_default()) >> 12).max(1)
}

/// The stored hash of a secret. The secret has so many bits that it cannot be found from its hash.
pub(crate) fn proof(secret: &str) -> [u8; 32] {
    Sha256::digest(secret.as_bytes()).into()
}

/// Whether a secret is one of those that were given out. The time it takes tells nothing.
pub(crate) fn proves(secret: &str, proofs: &[[u8; 32]]) -> bool {
    let given = proof(secret);
    let matches = proofs.iter().fold(subtle::Choice::from(0), |found, known| found | known.ct_eq(&given));
    matches.into()
}

/// The hash of a password. It is slow on purpose: call it on the work pool.
pub(crate) fn hash_password(password: &str) -> Option<String> {
    let salt = SaltString::encode_b64(&random::<{ Salt::RECOMMENDED_LENGTH }>()).ok()?;
    Some(Argon2::default().hash_password(password.as_bytes(), &salt).ok()?.to_string())
}

/// Whether a password belongs to a hash. Without a hash it takes as long, so that the time does not tell which names exist.
pub(crate) fn verify_password(password: &str, hash: Option<&str>) -> bool {
    static DUMMY_HASH: OnceLock<String> = OnceLock::new();
    let known = hash.is_some();
    let hash = match hash {
        Some(hash) => hash,
        None => DUMMY_HASH.get_or_init(|| hash_password("dummy").unwrap_or_default()),
    };
    let Ok(hash) = PasswordHash::new(hash) else { return false };
    Argon2::default().verify_password(password.as_bytes(), &hash).is_ok() && known
}

/// The form of a name in which no two people may be alike.
pub(crate) fn name_key(name: &str) -> String {
    name.to_lowercase()
}

/// Makes the invites of private tables from a key that only this host knows; none has to be stored.
pub(crate) struct Invites {
    key: String,
}

impl Invites {
    pub(crate) fn new(key: String) -> Invites {
        Invites { key }
    }

    /// The invite of a table.
    pub(crate) fn of(&self, table: TableId) -> String {
        hex_digits(&Sha256::digest(format!("{}:{table}", self.key))[..12])
    }

    /// The table that a request opens. Sent again it would open the same one, so that there is never a second.
    /// Short enough to be read out, long enough never to be guessed or used twice.
    pub(crate) fn new_table(&self, by: PersonId, RequestId { session, number }: RequestId) -> TableId {
        let digest = Sha256::digest(format!("{}:table:{by}:{session}:{number}", self.key));
        let bytes = digest.first_chunk().copied().unwrap_or_default();
        TableId(u64::from_le_bytes(bytes) >> 20)
    }

    /// Whether this is the invite of a table.
    pub(crate) fn fits(&self, table: TableId, invite: Option<&str>) -> bool {
        invite.is_some_and(|invite| self.of(table).as_bytes().ct_eq(invite.as_bytes()).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_runtime::clean_name;

    // LO-1
    #[test]
    fn names_are_trimmed_and_may_be_of_any_script() {
        assert_eq!(clean_name("  Ada\u{200B}  Lovelace "), Some("Ada Lovelace".into()));
        assert_eq!(clean_name("Живко 王"), Some("Живко 王".into()));
        assert_eq!(clean_name(" \u{200B}\u{202E} "), None);
        assert_eq!(clean_name(&"x".repeat(33)), None);
        assert_eq!(name_key("ÄDA"), name_key("äda"));
    }

    #[test]
    fn a_secret_proves_itself_and_nothing_else() {
        let (mine, other) = (new_secret(), new_secret());
        assert!(proves(&mine, &[proof(&other), proof(&mine)]));
        assert!(!proves(&mine, &[proof(&other)]) && !proves("", &[]));
    }

    #[test]
    fn a_password_is_checked_against_its_hash_alone() {
        let hash = hash_password("correct horse").unwrap();
        assert!(verify_password("correct horse", Some(&hash)));
        assert!(!verify_password("wrong horse", Some(&hash)));
        assert!(!verify_password("nobody", None));
    }

    #[test]
    fn an_invite_opens_one_table() {
        let invites = Invites::new("key".into());
        let invite = invites.of(TableId(1));
        assert!(invites.fits(TableId(1), Some(&invite)));
        assert!(!invites.fits(TableId(2), Some(&invite)) && !invites.fits(TableId(1), None));
    }
}
