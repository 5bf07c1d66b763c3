//! Requests that take long and are worked on beside the host thread: passwords and replays.

use super::{Connection, End};
use crate::{
    host::{Problem, ToHost},
    identity,
    protocol::{Login, Message, RegisterPlayer, Replay},
    replays,
};
use parlor_runtime::PersonId;

impl Connection {
    pub(super) async fn register(&mut self, id: u64, mut register: RegisterPlayer) -> Result<(), End> {
        let Some(password) = register.password.take() else {
            self.app.tell(ToHost::Register { conn: self.conn, id, register, password: None }).await;
            return Ok(());
        };
        if !identity::PASSWORD.contains(&password.chars().count()) {
            let (least, most) = (*identity::PASSWORD.start(), *identity::PASSWORD.end());
            let problem = Problem::new("bad-password").arg("least", least).arg("most", most);
            self.refuse(Some(id), &problem);
            return Ok(());
        }
        let app = self.app.clone();
        let permit = app.passwords.acquire().await.map_err(|_| End::Gone)?;
        let hash = tokio::task::spawn_blocking(move || identity::hash_password(&password)).await;
        drop(permit);
        match hash {
            Ok(Some(hash)) => {
                app.tell(ToHost::Register { conn: self.conn, id, register, password: Some(hash) }).await;
            }
            _ => self.refuse(Some(id), &Problem::new("server-trouble")),
        }
        Ok(())
    }

    /// Enters by name and password.
    pub(super) async fn login(&mut self, id: u64, mut login: Login) -> Result<(), End> {
        let (Some(name), Some(password)) = (login.name.take(), login.password.take()) else {
            self.refuse(Some(id), &Problem::new("login-incomplete"));
            return Ok(());
        };
        let app = self.app.clone();
        let store = app.store.clone();
        let permit = app.passwords.acquire().await.map_err(|_| End::Gone)?;
        let check = move || -> Option<PersonId> {
            let name = parlor_runtime::clean_name(&name).unwrap_or_default();
            let known = store.person_called(&identity::name_key(&name)).ok()?;
            let hash = known.as_ref().and_then(|known| known.password.as_deref());
            let right = identity::verify_password(&password, hash);
            known.filter(|_| right).map(|known| known.person)
        };
        let person = tokio::task::spawn_blocking(check).await;
        drop(permit);
        match person {
            Ok(Some(person)) => {
                app.tell(ToHost::Enter { conn: self.conn, id, person, login: Box::new(login) }).await;
            }
            _ => self.refuse(Some(id), &Problem::new("wrong-credentials")),
        }
        Ok(())
    }

    pub(super) async fn replay(&mut self, id: u64, replay: Replay) {
        let (shelf, store) = (self.app.shelf.clone(), self.app.store.clone());
        let language = self.language;
        let work = move || replays::replay(&*store, &shelf.get(), language, &replay);
        match tokio::task::spawn_blocking(work).await {
            Ok(Ok(data)) => self.codec.put_text(&Message::Ok(data).answer(Some(id))),
            Ok(Err(problem)) => self.refuse(Some(id), &problem),
            Err(_) => self.refuse(Some(id), &Problem::new("server-trouble")),
        }
    }
}
