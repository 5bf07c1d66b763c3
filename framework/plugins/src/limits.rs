//! How much of the machine one call into a plugin may use.

/// What one call into a sandboxed plugin may use. Beyond it the call ends, and the table with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Work: wasm instructions, roughly. The same call always ends at the same place, on every machine.
    pub fuel: u64,
    /// Milliseconds; a backstop for what fuel does not count, well above what the fuel takes.
    pub millis: u64,
    /// Bytes of memory of one instance.
    pub memory: usize,
    /// Bytes of one answer.
    pub answer: usize,
    /// Bytes of the stack.
    pub stack: usize,
    /// Instances kept warm for the next call, for each plugin.
    pub warm: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            fuel: 500_000_000,
            millis: 5_000,
            memory: 64 << 20,
            answer: 4 << 20,
            stack: 512 << 10,
            warm: 4,
        }
    }
}
