//! Every special rule on a battlefield set up by hand.

mod attack;
mod fixture;
mod help;
mod interactions;
mod passive;
mod play;
mod special;

use fixture::{Field, codes};

/// What is refused with this code.
fn refused(code: &str) -> Result<(), String> {
    Err(code.to_string())
}

/// Tests of rules, two for each: what it does, and where that ends. The list of all of them is `SHOWN`.
macro_rules! shown {
    ($($rule:ident: $effect:ident $does:block $limit:ident $ends:block)*) => {
        $(mod $rule {
            #[allow(unused_imports, reason = "not every rule needs everything")]
            use super::*;
            #[test]
            fn $effect() $does
            #[test]
            fn $limit() $ends
        })*
        pub(super) const SHOWN: &[&str] = &[$(stringify!($rule)),*];
    };
}
pub(crate) use shown;

// SK-2
#[test]
fn every_rule_of_the_shipped_set_is_shown() {
    let set = crate::CardSet::check([("standard", &crate::standard_set())]).unwrap();
    let all = [passive::SHOWN, attack::SHOWN, help::SHOWN, special::SHOWN];
    let mut shown: Vec<&str> = all.into_iter().flatten().copied().collect();
    shown.sort_unstable();
    let rules: Vec<&str> = set.rules().map(|rule| rule.id.as_str()).collect();
    assert_eq!(rules, shown);
    assert_eq!(rules.len(), 60);
}
