//! Joins a module and everything it imports into one script: pages from a disk cannot load modules.
//!
//! Each module becomes a function with a scope of its own, called once, in the order of the imports. It understands
//! the forms of import and export that the page uses, and refuses any other.

use std::{collections::BTreeMap, fmt::Write};

/// Why the page cannot be put into one file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BundleError {
    /// A file that another one names does not exist, or is not text.
    #[error("{0} is missing")]
    Missing(String),
    /// An import or export in a form that is not supported.
    #[error("{file}: this cannot be bundled: {line}")]
    Form {
        /// The module.
        file: String,
        /// The line.
        line: String,
    },
    /// Modules import each other in a circle.
    #[error("{0} imports itself by way of others")]
    Circle(String),
    /// A file would end the element it is put into.
    #[error("{0} cannot be put into a page: it contains an end tag")]
    EndTag(String),
}

/// One script of `entry` and all modules it imports; `read` gives the text of a module by its path.
pub(super) fn bundle(
    entry: &str,
    read: &dyn Fn(&str) -> Result<String, BundleError>,
) -> Result<String, BundleError> {
    let mut bundle = Bundle { read, numbers: BTreeMap::new(), script: String::new() };
    bundle.add(entry)?;
    Ok(bundle.script)
}

struct Bundle<'a> {
    read: &'a dyn Fn(&str) -> Result<String, BundleError>,
    /// The number of each module; none while its imports are added.
    numbers: BTreeMap<String, Option<usize>>,
    script: String,
}

impl Bundle<'_> {
    /// Adds a module after everything it imports. Gives its number.
    fn add(&mut self, path: &str) -> Result<usize, BundleError> {
        match self.numbers.get(path) {
            Some(Some(number)) => return Ok(*number),
            Some(None) => return Err(BundleError::Circle(path.to_string())),
            None => self.numbers.insert(path.to_string(), None),
        };
        let (mut body, mut exports) = (String::new(), Vec::new());
        for line in (self.read)(path)?.lines() {
            let wrong = || BundleError::Form { file: path.to_string(), line: line.to_string() };
            if line.starts_with("import ") {
                let (names, from) = import(line).ok_or_else(wrong)?;
                let number = self.add(&resolve(path, from))?;
                let _ = writeln!(body, "const {{{names}}} = module{number};");
            } else if let Some(exported) = line.strip_prefix("export ") {
                if exported.trim_end() != "{};" {
                    exports.push(declared(exported).ok_or_else(wrong)?.to_string());
                    let _ = writeln!(body, "{exported}");
                }
            } else {
                let _ = writeln!(body, "{line}");
            }
        }
        let number = self.numbers.values().flatten().count();
        self.numbers.insert(path.to_string(), Some(number));
        let exports = exports.join(", ");
        let _ =
            writeln!(self.script, "const module{number} = (() => {{\n{body}return {{ {exports} }};\n}})();");
        Ok(number)
    }
}

/// The names and the path of `import { a, b as c } from './d.js';`, the names as they are taken from an object.
fn import(line: &str) -> Option<(String, &str)> {
    let (names, from) = line.strip_prefix("import {")?.split_once("} from '")?;
    let from = from.trim_end().strip_suffix("';").filter(|path| path.starts_with('.'))?;
    Some((names.replace(" as ", ": "), from))
}

/// The name that an exported declaration declares.
fn declared(exported: &str) -> Option<&str> {
    let kinds = ["const ", "function ", "async function ", "class "];
    let rest = kinds.iter().find_map(|kind| exported.strip_prefix(kind))?;
    rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().filter(|name| !name.is_empty())
}

/// The path that `relative` means in the file `from`.
pub(super) fn resolve(from: &str, relative: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in relative.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bundled(files: &[(&str, &str)]) -> Result<String, BundleError> {
        bundle("js/main.js", &|path| {
            let found = files.iter().find(|(name, _)| *name == path);
            found.map(|(_, text)| text.to_string()).ok_or_else(|| BundleError::Missing(path.to_string()))
        })
    }

    #[test]
    fn modules_come_after_what_they_import_each_once_and_in_a_scope_of_its_own() {
        let script = bundled(&[
            ("js/main.js", "import { a as b } from './x.js';\nimport { go } from './pages/y.js';\ngo(b);\n"),
            ("js/x.js", "const hidden = 1;\nexport const a = hidden;\nexport async function f(x) {\n}\n"),
            (
                "js/pages/y.js",
                "import { a } from '../x.js';\nexport function go() {}\nexport class K {}\nexport {};\n",
            ),
        ]);
        let expected = "const module0 = (() => {\nconst hidden = 1;\nconst a = hidden;\nasync function f(x) {\n}\n\
                        return { a, f };\n})();\n\
                        const module1 = (() => {\nconst { a } = module0;\nfunction go() {}\nclass K {}\n\
                        return { go, K };\n})();\n\
                        const module2 = (() => {\nconst { a: b } = module0;\nconst { go } = module1;\ngo(b);\n\
                        return {  };\n})();\n";
        assert_eq!(script.unwrap(), expected);
    }

    #[test]
    fn what_it_does_not_understand_it_refuses() {
        for line in [
            "import x from './x.js';",
            "import { x } from 'package';",
            "export default 1;",
            "export * from './x.js';",
        ] {
            let error = bundled(&[("js/main.js", line), ("js/x.js", "")]).unwrap_err();
            assert_eq!(error, BundleError::Form { file: "js/main.js".into(), line: line.into() });
        }
        let missing = bundled(&[("js/main.js", "import { x } from './x.js';")]).unwrap_err();
        assert_eq!(missing, BundleError::Missing("js/x.js".into()));
        let circle = bundled(&[
            ("js/main.js", "import { x } from './x.js';"),
            ("js/x.js", "import { y } from './main.js';"),
        ]);
        assert_eq!(circle.unwrap_err(), BundleError::Circle("js/main.js".into()));
    }
}
