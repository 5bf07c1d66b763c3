//! Plugins as native libraries: trusted code, as fast as if it were compiled in.

#![allow(unsafe_code, reason = "a C interface is made of pointers")]

use crate::{
    PluginError,
    source::{Answer, Fault, Interface, Source, given},
};
use parlor_guest::{
    ABI, Buffer, CONTRACT, Call, Encode, Failure, FallbackChoice, GameStatus, Library, SYMBOL, SYMBOL_OF_0_1,
    Slice, Step, WireContentFault, WireViewer, contract, decode, status,
};
use std::{borrow::Cow, path::Path, sync::Arc};

type TableFunction = unsafe extern "C" fn() -> *const Library;

/// A library with a valid function table. It is never unloaded, because its code may be running on any
/// thread.
pub(crate) struct Linked {
    table: &'static Library,
}

impl Linked {
    /// Opens a library. It must have exactly the contract version of this host, which determines the layout
    /// of its table.
    pub(crate) fn open(path: &Path) -> Result<Linked, PluginError> {
        let broken = |error: libloading::Error| PluginError::Module(format!("it cannot be loaded: {error}"));
        // SAFETY: Loading a library runs its code. The operator allowed native plugins, so it is trusted.
        let library = unsafe { libloading::Library::new(path) }.map_err(broken)?;
        // SAFETY: The name stands for a function of this type, and its number changes when the type does.
        let table = match unsafe { library.get::<TableFunction>(SYMBOL) } {
            // SAFETY: As above; the table is a constant of the library, which stays loaded.
            Ok(function) => unsafe { function().as_ref() },
            // SAFETY: The function is not called.
            Err(_) => match unsafe { library.get::<TableFunction>(SYMBOL_OF_0_1) } {
                Ok(_) => return Err(PluginError::NativeContract("0.1.0".into())),
                Err(_) => return Err(PluginError::Module(format!("it has no function '{SYMBOL}'"))),
            },
        };
        let table: &'static Library = table.ok_or_else(|| PluginError::Module("it has no table".into()))?;
        std::mem::forget(library);
        // The first fields are the same in every version of the table.
        // SAFETY: The text is a constant of the library.
        let contract = unsafe { std::slice::from_raw_parts(table.contract.start, table.contract.length) };
        if contract != CONTRACT.as_bytes() {
            return Err(PluginError::NativeContract(String::from_utf8_lossy(contract).into_owned()));
        }
        if table.abi != ABI || (table.size as usize) < size_of::<Library>() {
            let reason = format!("its table has version {} and {} bytes", table.abi, table.size);
            return Err(PluginError::Module(reason));
        }
        Ok(Linked { table })
    }

    /// Makes one call.
    fn call<T: Encode>(&self, name: &str, function: Call, arguments: &[&[u8]]) -> Answer<T> {
        let slices: Vec<Slice> = arguments.iter().map(|bytes| Slice::of(bytes)).collect();
        let mut buffer = Buffer::EMPTY;
        // SAFETY: The slices and the buffer live until the call is over; the library fills in the buffer.
        let status = unsafe { function(slices.as_ptr(), slices.len(), &raw mut buffer) };
        let bytes = match buffer.length {
            0 => &[][..],
            // SAFETY: The library allocated the buffer and keeps it until it is handed back.
            length => unsafe { std::slice::from_raw_parts(buffer.start, length) },
        };
        let name = || name.replace('_', "-");
        let answer = match status {
            status::DONE => decode(bytes)
                .ok_or_else(|| Fault::new(format!("the plugin gave no proper answer, in '{}'", name()))),
            _ => {
                let message = String::from_utf8_lossy(bytes);
                Err(Fault::new(format!("the plugin broke down: {message}, in '{}'", name())))
            }
        };
        // SAFETY: The buffer is the library's own and is not used any more.
        unsafe { (self.table.free)(buffer) };
        answer
    }
}

/// An argument that can be passed as bytes.
trait Argument {
    fn bytes(&self) -> Cow<'_, [u8]>;
}

impl Argument for Arc<[u8]> {
    fn bytes(&self) -> Cow<'_, [u8]> {
        Cow::Borrowed(self)
    }
}

impl Argument for Arc<str> {
    fn bytes(&self) -> Cow<'_, [u8]> {
        Cow::Borrowed(self.as_bytes())
    }
}

impl Argument for Arc<[u64]> {
    fn bytes(&self) -> Cow<'_, [u8]> {
        self.iter().flat_map(|number| number.to_le_bytes()).collect()
    }
}

impl Argument for WireViewer {
    fn bytes(&self) -> Cow<'_, [u8]> {
        let byte = match *self {
            WireViewer::Seat(seat) => seat,
            WireViewer::Public => 254,
            WireViewer::All => 255,
        };
        vec![byte].into()
    }
}

impl Argument for bool {
    fn bytes(&self) -> Cow<'_, [u8]> {
        vec![u8::from(*self)].into()
    }
}

macro_rules! number_arguments {
    ($($number:ty)*) => { $(
        impl Argument for $number {
            fn bytes(&self) -> Cow<'_, [u8]> {
                self.to_le_bytes().to_vec().into()
            }
        }
    )* };
}
number_arguments!(u8 u32 u64);

macro_rules! linked {
    ($($interface:ident { $(
        [$($method:ident),*] $name:ident($($argument:ident: $kind:ident),*) -> $answer:ty;
    )* })*) => {
        impl Source for Linked {
            /// The table has all functions.
            fn has(&self, _: Interface) -> bool {
                true
            }

            $($(fn $name(&self, $($argument: given!($kind)),*) -> Answer<$answer> {
                self.call(stringify!($name), self.table.$name, &[$(&$argument.bytes()),*])
            })*)*
        }
    };
}
contract!(linked);
