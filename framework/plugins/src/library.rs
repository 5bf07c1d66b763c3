//! Plugins as native libraries: trusted code, as fast as if it were compiled in.

#![allow(unsafe_code, reason = "a C interface is made of pointers")]

use crate::{
    CONTRACT, PluginError,
    source::{Answer, Bytes, Fault, Source, Stepped},
    wire::{Eyes, Failure, Fallen, Standing, Step, Whose},
};
use parlor_guest::{ABI, Buffer, Call, Library, Reader, SYMBOL, Slice, status};
use std::{path::Path, sync::Arc};

/// A library whose table of functions is sound. It is never unloaded: its code may be running anywhere.
pub(crate) struct Linked {
    table: &'static Library,
}

impl Linked {
    pub(crate) fn open(path: &Path) -> Result<Linked, PluginError> {
        let broken = |error: libloading::Error| PluginError::Module(format!("it cannot be loaded: {error}"));
        // SAFETY: Loading a library runs its code. The operator allowed native plugins, so it is trusted.
        let library = unsafe { libloading::Library::new(path) }.map_err(broken)?;
        // SAFETY: The name stands for a function of this type, and its number changes when the type does.
        let table = unsafe { library.get::<unsafe extern "C" fn() -> *const Library>(SYMBOL) };
        let table = match table {
            // SAFETY: As above; the table is a constant of the library, which stays loaded.
            Ok(function) => unsafe { function().as_ref() },
            Err(_) => return Err(PluginError::Module(format!("it has no function '{SYMBOL}'"))),
        };
        let table: &'static Library = table.ok_or_else(|| PluginError::Module("it has no table".into()))?;
        std::mem::forget(library);
        if table.abi != ABI || (table.size as usize) < size_of::<Library>() {
            let reason = format!("its table has version {} and {} bytes", table.abi, table.size);
            return Err(PluginError::Module(reason));
        }
        // SAFETY: The text is a constant of the library.
        let contract = unsafe { std::slice::from_raw_parts(table.contract.start, table.contract.length) };
        if contract != CONTRACT.as_bytes() {
            return Err(PluginError::Contract(String::from_utf8_lossy(contract).into_owned()));
        }
        Ok(Linked { table })
    }

    /// One call; gives what `read` makes of the answer.
    fn call<T>(
        &self,
        name: &str,
        function: Call,
        arguments: &[&[u8]],
        read: impl FnOnce(&[u8]) -> Option<T>,
    ) -> Stepped<T> {
        let slices: Vec<Slice> = arguments.iter().map(|bytes| Slice::of(bytes)).collect();
        let mut buffer = Buffer::EMPTY;
        // SAFETY: The slices and the buffer live until the call is over; the library fills in the buffer.
        let status = unsafe { function(slices.as_ptr(), slices.len(), &raw mut buffer) };
        let bytes = match buffer.length {
            0 => &[][..],
            // SAFETY: The library allocated the buffer and keeps it until it is handed back.
            length => unsafe { std::slice::from_raw_parts(buffer.start, length) },
        };
        let text = || String::from_utf8_lossy(bytes).into_owned();
        let nonsense = || Fault::new(format!("the plugin gave no proper answer, in '{name}'"));
        let answer = match status {
            status::DONE => read(bytes).map(Ok).ok_or_else(nonsense),
            status::REFUSED => Ok(Err(Failure::Refused(text()))),
            status::MORE_LUCK => Ok(Err(Failure::MoreLuck)),
            _ => Err(Fault::new(format!("the plugin broke down: {}, in '{name}'", text()))),
        };
        // SAFETY: The buffer is the library's own and is not used any more.
        unsafe { (self.table.free)(buffer) };
        answer
    }

    /// A call that cannot be refused.
    fn ask<T>(
        &self,
        name: &str,
        function: Call,
        arguments: &[&[u8]],
        read: impl FnOnce(&[u8]) -> Option<T>,
    ) -> Answer<T> {
        let answer = self.call(name, function, arguments, read)?;
        answer.map_err(|_| Fault::new(format!("the plugin refused to answer, in '{name}'")))
    }

    /// A call whose refusal is a text.
    fn may_refuse<T>(
        &self,
        name: &str,
        function: Call,
        arguments: &[&[u8]],
        read: impl FnOnce(&[u8]) -> Option<T>,
    ) -> Answer<Result<T, String>> {
        match self.call(name, function, arguments, read)? {
            Ok(answer) => Ok(Ok(answer)),
            Err(Failure::Refused(reason)) => Ok(Err(reason)),
            Err(Failure::MoreLuck) => {
                Err(Fault::new(format!("the plugin gave no proper answer, in '{name}'")))
            }
        }
    }
}

fn words(luck: &[u64]) -> Vec<u8> {
    luck.iter().flat_map(|number| number.to_le_bytes()).collect()
}

const fn eye(viewer: Eyes) -> [u8; 1] {
    match viewer {
        Eyes::Seat(seat) => [seat],
        Eyes::Public => [254],
        Eyes::All => [255],
    }
}

fn text(bytes: &[u8]) -> Option<String> {
    String::from_utf8(bytes.to_vec()).ok()
}

fn texts(bytes: &[u8]) -> Option<Vec<String>> {
    let (mut reader, mut texts) = (Reader::new(bytes), Vec::new());
    while !reader.is_empty() {
        texts.push(reader.text()?);
    }
    Some(texts)
}

fn standing(reader: &mut Reader<'_>) -> Option<Standing> {
    let turn = match (reader.bytes()?, reader.bytes()?) {
        (b"act", seats) => Whose::Act(seats.to_vec()),
        (b"table", _) => Whose::Table,
        (b"over", outcome) => Whose::Over(text(outcome)?),
        _ => return None,
    };
    let number = match reader.option()? {
        Some(number) => Some(u32::from_le_bytes(number.try_into().ok()?)),
        None => None,
    };
    Some(Standing { turn, number })
}

fn step(bytes: &[u8]) -> Option<Step> {
    let mut reader = Reader::new(bytes);
    let (state, events, luck_used) = (reader.bytes()?.to_vec(), reader.text()?, reader.number()?);
    Some(Step { state, events, luck_used, standing: standing(&mut reader)? })
}

fn fallen(bytes: &[u8]) -> Option<Fallen> {
    let mut reader = Reader::new(bytes);
    let action = match reader.option()? {
        Some(action) => Some(text(action)?),
        None => None,
    };
    Some(Fallen { action, luck_used: reader.number()? })
}

impl Source for Linked {
    fn describe(&self) -> Answer<String> {
        self.ask("describe", self.table.describe, &[], text)
    }
    fn setup(&self, options: Arc<str>, seats: u8, luck: Arc<[u64]>) -> Stepped<Step> {
        self.call("setup", self.table.setup, &[options.as_bytes(), &[seats], &words(&luck)], step)
    }
    fn stand(&self, state: Bytes) -> Answer<Result<Standing, String>> {
        self.may_refuse("stand", self.table.stand, &[&state], |bytes| standing(&mut Reader::new(bytes)))
    }
    fn actions(&self, state: Bytes, seat: u8) -> Answer<Vec<String>> {
        self.ask("actions", self.table.actions, &[&state, &[seat]], texts)
    }
    fn offers(&self, state: Bytes, seat: u8) -> Answer<String> {
        self.ask("offers", self.table.offers, &[&state, &[seat]], text)
    }
    fn read_action(&self, action: Arc<str>) -> Answer<Result<String, String>> {
        self.may_refuse("read-action", self.table.read_action, &[action.as_bytes()], text)
    }
    fn act(
        &self,
        state: Bytes,
        seat: u8,
        action: Arc<str>,
        luck: Arc<[u64]>,
        listening: bool,
    ) -> Stepped<Step> {
        let arguments: [&[u8]; 5] = [&state, &[seat], action.as_bytes(), &words(&luck), &[listening.into()]];
        self.call("act", self.table.act, &arguments, step)
    }
    fn proceed(&self, state: Bytes, luck: Arc<[u64]>, listening: bool) -> Stepped<Step> {
        self.call("proceed", self.table.proceed, &[&state, &words(&luck), &[listening.into()]], step)
    }
    fn scene(&self, state: Bytes, viewer: Eyes) -> Answer<String> {
        self.ask("scene", self.table.scene, &[&state, &eye(viewer)], text)
    }

    fn has_hints(&self) -> bool {
        true
    }
    fn terms(&self, options: Arc<str>, terms: Arc<str>) -> Answer<Result<String, String>> {
        self.may_refuse("terms", self.table.terms, &[options.as_bytes(), terms.as_bytes()], text)
    }
    fn candidates(&self, state: Bytes, seat: u8) -> Answer<Vec<String>> {
        self.ask("candidates", self.table.candidates, &[&state, &[seat]], texts)
    }
    fn fallback(&self, state: Bytes, seat: u8, luck: Arc<[u64]>) -> Stepped<Fallen> {
        self.call("fallback", self.table.fallback, &[&state, &[seat], &words(&luck)], fallen)
    }
    fn retire(
        &self,
        state: Bytes,
        seat: u8,
        why: Arc<str>,
        luck: Arc<[u64]>,
        listening: bool,
    ) -> Stepped<Option<Step>> {
        let arguments: [&[u8]; 5] = [&state, &[seat], why.as_bytes(), &words(&luck), &[listening.into()]];
        self.call("retire", self.table.retire, &arguments, |bytes| match bytes {
            [] => Some(None),
            bytes => step(bytes).map(Some),
        })
    }
    fn resample(&self, state: Bytes, viewer: Eyes, luck: Arc<[u64]>) -> Stepped<Step> {
        self.call("resample", self.table.resample, &[&state, &eye(viewer), &words(&luck)], step)
    }
    fn estimate(&self, state: Bytes, seat: u8) -> Answer<f32> {
        let read = |bytes: &[u8]| Some(f32::from_le_bytes(bytes.try_into().ok()?));
        self.ask("estimate", self.table.estimate, &[&state, &[seat]], read)
    }
    fn position(&self, state: Bytes) -> Answer<Option<u64>> {
        self.ask("position", self.table.position, &[&state], |bytes| match bytes {
            [] => Some(None),
            bytes => Some(Some(u64::from_le_bytes(bytes.try_into().ok()?))),
        })
    }
    fn playouts(&self, state: Bytes, seed: u64, games: u32) -> Answer<Vec<f32>> {
        let arguments: [&[u8]; 3] = [&state, &seed.to_le_bytes(), &games.to_le_bytes()];
        self.ask("playouts", self.table.playouts, &arguments, |bytes| {
            let (numbers, rest) = bytes.as_chunks::<4>();
            rest.is_empty().then(|| numbers.iter().map(|number| f32::from_le_bytes(*number)).collect())
        })
    }
}
