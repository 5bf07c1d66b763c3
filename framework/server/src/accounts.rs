//! Registrations, as far as they need the store.

use crate::{
    host::Problem,
    identity,
    protocol::RegisterPlayer,
    store::{KnownPerson, NewPerson, Store, StoreError, StoredAnswer},
};
use parlor_kit::Id;
use parlor_runtime::{Millis, PersonId};

/// A person who may enter.
pub(crate) struct Entrance {
    pub(crate) person: PersonId,
    pub(crate) name: Id,
    pub(crate) secret: String,
    pub(crate) account: bool,
    pub(crate) session: u64,
    /// The stored answers to requests of theirs.
    pub(crate) answers: Vec<StoredAnswer>,
}

/// Why somebody may not enter.
pub(crate) enum NoEntrance {
    Refused(Problem),
    Store(StoreError),
}

impl From<Problem> for NoEntrance {
    fn from(problem: Problem) -> NoEntrance {
        NoEntrance::Refused(problem)
    }
}

impl From<StoreError> for NoEntrance {
    fn from(error: StoreError) -> NoEntrance {
        NoEntrance::Store(error)
    }
}

impl NoEntrance {
    /// What is told; the log has the rest.
    pub(crate) fn problem(self) -> Problem {
        match self {
            NoEntrance::Refused(problem) => problem,
            NoEntrance::Store(error) => {
                tracing::error!(%error, "the store failed");
                Problem::new("server-trouble")
            }
        }
    }
}

/// Adds a person. A registration that brings its own secret may be sent again: the second time it finds the person
/// whom the first one added. The password is hashed already.
pub(crate) fn register(
    store: &dyn Store,
    register: &RegisterPlayer,
    password: Option<String>,
    now: Millis,
) -> Result<Entrance, NoEntrance> {
    let name = parlor_runtime::clean_name(&register.name)
        .ok_or_else(|| Problem::new("bad-name").arg("most", parlor_runtime::MAX_NAME_LENGTH))?;
    if register.secret.as_deref().is_some_and(|secret| !identity::is_secret(secret)) {
        return Err(Problem::new("bad-secret").into());
    }
    let key = identity::name_key(&name);
    if let Some(known) = store.person_called(&key)? {
        return registered_before(store, register, known, name);
    }
    let secret = register.secret.clone().unwrap_or_else(identity::new_secret);
    let account = password.is_some();
    let new = NewPerson { name: name.clone(), proof: identity::proof(&secret), at: now, key, password };
    match store.add_person(&new)? {
        Some(person) => {
            tracing::info!(%person, account, "a new person is here");
            let session = identity::first_session(&secret);
            Ok(Entrance { person, name, secret, account, session, answers: Vec::new() })
        }
        // Another registration was quicker: perhaps the same one, on another connection.
        None => match store.person_called(&new.key)? {
            Some(known) => registered_before(store, register, known, name),
            None => Err(Problem::new("name-taken").arg("name", name).into()),
        },
    }
}

/// The name is in use: the registration was sent again, or the name is another person's.
fn registered_before(
    store: &dyn Store,
    register: &RegisterPlayer,
    known: KnownPerson,
    name: Id,
) -> Result<Entrance, NoEntrance> {
    match &register.secret {
        Some(secret) if identity::proves(secret, &store.proofs(known.person)?) => {
            let (session, answers) = (identity::first_session(secret), store.answers(known.person)?);
            Ok(entrance(known, secret.clone(), session, answers))
        }
        _ => Err(Problem::new("name-taken").arg("name", name).into()),
    }
}

fn entrance(known: KnownPerson, secret: String, session: u64, answers: Vec<StoredAnswer>) -> Entrance {
    let account = known.password.is_some();
    Entrance { person: known.person, name: known.name, secret, account, session, answers }
}
