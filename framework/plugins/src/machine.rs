//! The wasm engine shared by all plugins, and its cache of compiled code.

#![allow(unsafe_code, reason = "compiled code is loaded from a file that this program alone writes")]

use crate::{Limits, PluginError};
use parlor_kit::hex_digits;
use sha2::{Digest, Sha256};
use std::{
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
    time::Duration,
};
use wasmtime::{Config, Engine, InstanceAllocationStrategy, PoolingAllocationConfig, component::Component};

/// Interval of the epoch timer that enforces timeouts.
const TICK: Duration = Duration::from_millis(100);

/// The engine for sandboxed plugins. One per process: instances of all plugins share its pool.
#[derive(Clone)]
pub struct Machine {
    pub(crate) engine: Engine,
    pub(crate) limits: Limits,
    cache: Option<PathBuf>,
}

impl Machine {
    /// A machine with these limits. Compiled code is cached in the folder, if given; no other program may
    /// write there.
    pub fn new(limits: Limits, cache: Option<PathBuf>) -> Result<Machine, PluginError> {
        let mut pool = PoolingAllocationConfig::new();
        pool.total_component_instances(200)
            .total_core_instances(2_000)
            .total_memories(200)
            .total_tables(1_000)
            .max_memory_size(limits.memory)
            .max_memories_per_component(4)
            .max_component_instance_size(8 << 20)
            .max_core_instance_size(8 << 20)
            .table_elements(60_000)
            .linear_memory_keep_resident(256 << 10)
            .max_unused_warm_slots(16);
        let mut config = Config::new();
        config
            .allocation_strategy(InstanceAllocationStrategy::Pooling(pool))
            .consume_fuel(true)
            .epoch_interruption(true)
            .cranelift_nan_canonicalization(true)
            .concurrency_support(false)
            .max_wasm_stack(limits.stack)
            .relaxed_simd_deterministic(true);
        let engine = Engine::new(&config)
            .map_err(|error| PluginError::Machine(format!("the sandbox cannot be set up: {error:#}")))?;
        let weak = engine.weak();
        std::thread::Builder::new()
            .name("ticks".into())
            .spawn(move || {
                while let Some(engine) = weak.upgrade() {
                    engine.increment_epoch();
                    drop(engine);
                    std::thread::sleep(TICK);
                }
            })
            .map_err(|error| PluginError::Machine(error.to_string()))?;
        Ok(Machine { engine, limits, cache })
    }

    /// A timeout in epoch ticks.
    pub(crate) fn ticks(millis: u64) -> u64 {
        millis.div_ceil(TICK.as_millis() as u64).max(2)
    }

    /// Compiles a component, or loads it from the cache.
    pub(crate) fn compile(&self, wasm: &[u8]) -> Result<Component, PluginError> {
        let file = self.cache.as_ref().map(|folder| folder.join(self.name_of(wasm)));
        if let Some(component) = file.as_deref().and_then(|file| self.recall(file)) {
            return Ok(component);
        }
        let component = Component::new(&self.engine, wasm)
            .map_err(|error| PluginError::Module(format!("it is no component: {error:#}")))?;
        if let Some(file) = file
            && let Err(reason) = keep(&component, &file)
        {
            tracing::warn!(file = %file.display(), reason, "compiled code cannot be kept");
        }
        Ok(component)
    }

    /// The cache key: compiled code depends on the module, on this build of the engine and on its settings.
    fn name_of(&self, wasm: &[u8]) -> String {
        let mut hasher = DefaultHasher::new();
        self.engine.precompile_compatibility_hash().hash(&mut hasher);
        let module = hex_digits(&Sha256::digest(wasm));
        format!("{module}-{:016x}.cwasm", hasher.finish())
    }

    fn recall(&self, file: &Path) -> Option<Component> {
        if !file.is_file() {
            return None;
        }
        // SAFETY: The folder is this program's own; the file was written by `keep` with the same engine.
        match unsafe { Component::deserialize_file(&self.engine, file) } {
            Ok(component) => Some(component),
            Err(error) => {
                tracing::warn!(file = %file.display(), error = format!("{error:#}"), "compiled code cannot be used");
                None
            }
        }
    }
}

fn keep(component: &Component, file: &Path) -> Result<(), String> {
    let bytes = component.serialize().map_err(|error| format!("{error:#}"))?;
    let folder = file.parent().ok_or("no folder")?;
    std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    // Written to a temporary file and renamed, so that a reader never sees a partial file.
    let aside = file.with_extension(format!("{}.part", std::process::id()));
    std::fs::write(&aside, bytes)
        .and_then(|()| std::fs::rename(&aside, file))
        .map_err(|error| error.to_string())
}
