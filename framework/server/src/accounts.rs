//! Registrations and logins, as far as they need the store. They block: they run on the work pool.

use crate::{
    credentials,
    host::Problem,
    protocol::{Login, RegisterPlayer},
    store::{KnownPerson, NewPerson, Store, StoreError, StoredReply},
};
use parlor_kit::Id;
use parlor_runtime::{Millis, PersonId};

/// A person who may enter.
pub(crate) struct Entrance {
    pub(crate) person: PersonId,
    pub(crate) name: Id,
    pub(crate) secret: String,
    pub(crate) account: bool,
    /// The session that the client goes on with, or begins.
    pub(crate) session: u64,
    /// The stored answers to requests of this person.
    pub(crate) answers: Vec<StoredReply>,
}

/// Why a client may not enter.
pub(crate) enum NoEntrance {
    Refused(Problem),
    Store(StoreError),
    /// The name belongs to this guest, who may have left.
    Held {
        guest: PersonId,
        name: Id,
    },
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
    /// What the client is told; a failure of the store goes to the log.
    pub(crate) fn problem(self) -> Problem {
        match self {
            NoEntrance::Refused(problem) => problem,
            NoEntrance::Held { name, .. } => Problem::new("name-taken").arg("name", name),
            NoEntrance::Store(error) => {
                tracing::error!(%error, "the store failed");
                Problem::new("server-trouble")
            }
        }
    }
}

/// Adds a person. A registration that brings its own secret may be sent again: the second time it finds the person
/// that the first one added. `release` names a guest who is forgotten, if the guest was last here before that time.
pub(crate) fn register(
    store: &dyn Store,
    register: &RegisterPlayer,
    release: Option<(PersonId, Millis)>,
    now: Millis,
) -> Result<Entrance, NoEntrance> {
    let name = parlor_runtime::clean_name(&register.name)
        .ok_or_else(|| Problem::new("bad-name").arg("most", parlor_runtime::MAX_NAME_LENGTH))?;
    if register.secret.as_deref().is_some_and(|secret| !credentials::is_secret(secret)) {
        return Err(Problem::new("bad-secret").into());
    }
    let lengths = credentials::PASSWORD_LENGTHS;
    if register.password.as_ref().is_some_and(|password| !lengths.contains(&password.chars().count())) {
        let (least, most) = (*lengths.start(), *lengths.end());
        return Err(Problem::new("bad-password").arg("least", least).arg("most", most).into());
    }
    let key = credentials::name_key(&name);
    if let Some((guest, before)) = release
        && store.release_guest(guest, before)?
    {
        tracing::info!(person = %guest, "a guest who left is forgotten, because the name is wanted");
    }
    if let Some(known) = store.person_by_name(&key)? {
        return registered_before(store, register, known, name);
    }
    let password = match &register.password {
        Some(password) => Some(credentials::hash_password(password).ok_or(Problem::new("server-trouble"))?),
        None => None,
    };
    let secret = register.secret.clone().unwrap_or_else(credentials::new_secret);
    let account = password.is_some();
    let new = NewPerson { name: name.clone(), proof: credentials::proof(&secret), at: now, key, password };
    match store.add_person(&new)? {
        Some(person) => {
            tracing::info!(%person, account, "a new person is here");
            let session = credentials::first_session(&secret);
            Ok(Entrance { person, name, secret, account, session, answers: Vec::new() })
        }
        // Another registration was quicker: perhaps the same one, on another connection.
        None => match store.person_by_name(&new.key)? {
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
        Some(secret) if credentials::proves(secret, &store.proofs(known.person)?) => {
            entrance(store, known, secret.clone(), credentials::first_session(secret))
        }
        _ if known.password.is_none() => Err(NoEntrance::Held { guest: known.person, name }),
        _ => Err(Problem::new("name-taken").arg("name", name).into()),
    }
}

/// Checks a secret, or a name and a password, which gives a new secret.
pub(crate) fn login(store: &dyn Store, login: &Login, now: Millis) -> Result<Entrance, NoEntrance> {
    let wrong = || Problem::new("wrong-credentials");
    let (known, secret) = match (&login.password, &login.name, &login.person, &login.secret) {
        (Some(password), Some(name), ..) => {
            let name = parlor_runtime::clean_name(name).unwrap_or_default();
            let known = store.person_by_name(&credentials::name_key(&name))?;
            let hash = known.as_ref().and_then(|known| known.password.as_deref());
            // A name that does not exist takes as long.
            let right = credentials::verify_password(password, hash);
            let known = known.filter(|_| right).ok_or_else(wrong)?;
            let secret = credentials::new_secret();
            store.add_proof(known.person, credentials::proof(&secret), now)?;
            (known, secret)
        }
        (None, _, Some(person), Some(secret)) => {
            let person: PersonId = person.parse().map_err(|_| wrong())?;
            if !credentials::proves(secret, &store.proofs(person)?) {
                return Err(wrong().into());
            }
            (store.person(person)?.ok_or_else(wrong)?, secret.clone())
        }
        _ => return Err(Problem::new("login-incomplete").into()),
    };
    // The guest may have been forgotten this moment.
    if !store.seen(known.person, now)? {
        return Err(wrong().into());
    }
    // A client that was here before goes on with its session: what it asked then is known by it.
    let session = login.session.as_deref().and_then(|name| u64::from_str_radix(name, 16).ok());
    let session = session.filter(|session| *session > 0).unwrap_or_else(credentials::random_number);
    entrance(store, known, secret, session)
}

fn entrance(
    store: &dyn Store,
    known: KnownPerson,
    secret: String,
    session: u64,
) -> Result<Entrance, NoEntrance> {
    let (account, answers) = (known.password.is_some(), store.answers(known.person)?);
    Ok(Entrance { person: known.person, name: known.name, secret, account, session, answers })
}
