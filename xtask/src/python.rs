//! Finds a Python for checks against other programs, and for examples.

use crate::step_runner::Steps;
use anyhow::Result;
use std::process::{Command, Stdio};

/// A Python that can import `module`: the one named in `PYTHON`, the system's, or a virtual environment with
/// `package` installed. `None` if there is none.
pub(crate) fn with(steps: &mut Steps, module: &str, package: &str) -> Result<Option<String>> {
    // Not canonicalised: packages belong to the link in the virtual environment, not to its target.
    let folder = std::path::absolute(format!("target/{package}"))?;
    let own = folder.join("bin/python").to_string_lossy().into_owned();
    let named = std::env::var("PYTHON").ok();
    let known: Vec<String> = named.into_iter().chain(["python3".to_string(), own.clone()]).collect();
    if let Some(python) = known.into_iter().find(|python| imports(python, module)) {
        return Ok(Some(python));
    }
    steps.check(&format!("install {package}"), || {
        // The result is checked afterwards: not every machine can install it.
        let _ = Command::new("python3").args(["-m", "venv"]).arg(&folder).status();
        let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", package];
        let _ = Command::new(&own).args(install).status();
        Ok(())
    })?;
    Ok(imports(&own, module).then_some(own))
}

fn imports(python: &str, module: &str) -> bool {
    let import = format!("import {module}");
    let asked = Command::new(python).args(["-c", &import]).stderr(Stdio::null()).status();
    asked.is_ok_and(|status| status.success())
}
