//! Resource limits of calls into plugins.

/// The limits of one call into a sandboxed plugin. Exceeding one ends the call, and the table with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Fuel, roughly wasm instructions. Deterministic: the same call ends at the same place on every machine.
    pub fuel: u64,
    /// Timeout in milliseconds; a backstop for work that fuel does not count, well above the time the fuel
    /// takes.
    pub millis: u64,
    /// Maximum memory of one instance, in bytes.
    pub memory: usize,
    /// Maximum size of one answer, in bytes.
    pub answer: usize,
    /// Maximum size of the stack, in bytes.
    pub stack: usize,
    /// Maximum number of idle instances per plugin.
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
