//! The texts of a game in every language: its messages, and the arguments they need.

use fluent_syntax::{ast, parser};
use parlor_kit::{Bundle, Text};
use parlor_texts::Source;
use std::collections::{BTreeMap, BTreeSet};

type Messages = BTreeMap<String, Message>;

#[derive(Debug, Default)]
struct Message {
    /// The arguments it uses.
    variables: BTreeSet<String>,
    /// The messages and terms it mentions.
    mentions: BTreeSet<String>,
}

/// The messages of every language of a bundle, and those of the kit.
pub(crate) struct Texts {
    own: BTreeMap<String, Messages>,
    kit: BTreeMap<String, Messages>,
}

impl Texts {
    /// Parses the texts of a bundle; the error names the file.
    pub(crate) fn read(bundle: &Bundle) -> Result<Texts, String> {
        let mut own = BTreeMap::new();
        for (language, source) in &bundle.locales {
            let messages = parse(source).map_err(|problem| format!("locales/{language}.ftl: {problem}"))?;
            own.insert(language.clone(), messages);
        }
        let mut kit = BTreeMap::new();
        for source in Source::embedded().into_iter().filter(|source| source.file == "kit") {
            kit.insert(source.language, parse(&source.text)?);
        }
        Ok(Texts { own, kit })
    }

    /// The languages of the game.
    pub(crate) fn languages(&self) -> impl Iterator<Item = &str> {
        self.own.keys().map(String::as_str)
    }

    /// The keys of the game's own messages, in any language.
    pub(crate) fn keys(&self) -> BTreeSet<&str> {
        let keys = self.own.values().flat_map(|messages| messages.keys());
        keys.map(String::as_str).filter(|key| !key.starts_with('-')).collect()
    }

    /// Checks that every language has the message, and that a text gives every argument it needs.
    pub(crate) fn check(&self, text: &Text) -> Result<(), String> {
        let given: BTreeSet<&str> = text.args.iter().map(|(name, _)| name.as_str()).collect();
        for language in self.own.keys() {
            let mut needed = BTreeSet::new();
            self.collect(language, &text.key, &mut needed, 0)?;
            if let Some(missing) = needed.iter().find(|name| !given.contains(name.as_str())) {
                return Err(format!(
                    "message '{}' needs the argument ${missing} in '{language}', which is not given",
                    text.key
                ));
            }
        }
        Ok(())
    }

    fn find(&self, language: &str, key: &str) -> Option<&Message> {
        let own = self.own.get(language).and_then(|messages| messages.get(key));
        // A game may support a language that the kit does not; the kit's messages are English then.
        let kit = || self.kit.get(language).or(self.kit.get("en")).and_then(|messages| messages.get(key));
        own.or_else(kit)
    }

    fn collect(
        &self,
        language: &str,
        key: &str,
        needed: &mut BTreeSet<String>,
        depth: u32,
    ) -> Result<(), String> {
        let message = self.find(language, key);
        let message = message.ok_or_else(|| format!("message '{key}' is missing in '{language}'"))?;
        if depth > 8 {
            return Err(format!("message '{key}' mentions itself in '{language}'"));
        }
        // A term gets its arguments where it is mentioned, not from the text.
        if !key.starts_with('-') {
            needed.extend(message.variables.iter().cloned());
        }
        message.mentions.iter().try_for_each(|other| self.collect(language, other, needed, depth + 1))
    }
}

fn parse(source: &str) -> Result<Messages, String> {
    let resource = parser::parse(source).map_err(|(_, errors)| {
        let first = errors.first().map(ToString::to_string).unwrap_or_default();
        let line =
            errors.first().map_or(0, |error| source[..error.pos.start.min(source.len())].lines().count());
        format!("line {line}: {first}")
    })?;
    let mut messages = Messages::new();
    for entry in &resource.body {
        let (key, pattern) = match entry {
            ast::Entry::Message(message) => (message.id.name.to_string(), message.value.as_ref()),
            ast::Entry::Term(term) => (format!("-{}", term.id.name), Some(&term.value)),
            _ => continue,
        };
        let mut message = Message::default();
        if let Some(pattern) = pattern {
            message.pattern(pattern);
        }
        if messages.insert(key.clone(), message).is_some() {
            return Err(format!("message '{key}' stands there twice"));
        }
    }
    Ok(messages)
}

impl Message {
    fn pattern(&mut self, pattern: &ast::Pattern<&str>) {
        for element in &pattern.elements {
            if let ast::PatternElement::Placeable { expression } = element {
                self.expression(expression);
            }
        }
    }

    fn expression(&mut self, expression: &ast::Expression<&str>) {
        match expression {
            ast::Expression::Inline(inline) => self.inline(inline),
            ast::Expression::Select { selector, variants } => {
                self.inline(selector);
                variants.iter().for_each(|variant| self.pattern(&variant.value));
            }
        }
    }

    fn inline(&mut self, inline: &ast::InlineExpression<&str>) {
        match inline {
            ast::InlineExpression::VariableReference { id } => {
                self.variables.insert(id.name.to_string());
            }
            ast::InlineExpression::MessageReference { id, .. } => {
                self.mentions.insert(id.name.to_string());
            }
            ast::InlineExpression::TermReference { id, arguments, .. } => {
                self.mentions.insert(format!("-{}", id.name));
                arguments.iter().for_each(|arguments| self.arguments(arguments));
            }
            ast::InlineExpression::FunctionReference { arguments, .. } => self.arguments(arguments),
            ast::InlineExpression::Placeable { expression } => self.expression(expression),
            ast::InlineExpression::StringLiteral { .. } | ast::InlineExpression::NumberLiteral { .. } => {}
        }
    }

    fn arguments(&mut self, arguments: &ast::CallArguments<&str>) {
        arguments.positional.iter().for_each(|argument| self.inline(argument));
        arguments.named.iter().for_each(|argument| self.inline(&argument.value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kit::Manifest;

    fn texts(en: &str, de: &str) -> Result<Texts, String> {
        let manifest = "schema = 1\nid = 'x'\nversion = '1'\nseats = { min = 2, max = 2 }\nbound = 9\n";
        let mut bundle = Bundle::new(Manifest::parse(manifest).unwrap());
        bundle.locales = [("en".into(), en.into()), ("de".into(), de.into())].into();
        Texts::read(&bundle)
    }

    const EN: &str = "-deck = deck\ntook = { $who } took { $n ->\n    [one] a card\n   *[other] { NUMBER($n) } cards\n} \
        from the { -deck(n: 1) }{ $case }\nall = { took }!\nplain = Plain\n";

    #[test]
    fn every_argument_a_message_needs_must_be_given() {
        let texts = texts(EN, "took = { $who }\nall = ja\nplain = schlicht\n").unwrap();
        let took = Text::new("took").arg("who", 1).arg("n", 2);
        assert_eq!(
            texts.check(&took),
            Err("message 'took' needs the argument $case in 'en', which is not given".into())
        );
        let took = took.arg("case", "x");
        assert_eq!(texts.check(&took), Ok(()));
        assert!(texts.check(&Text::new("all")).unwrap_err().contains('$'));
        assert_eq!(texts.check(&Text::new("plain").arg("unused", 1)), Ok(()));
        let kit = Text::new("action-invalid").arg("place", "x").arg("reason", "y");
        assert_eq!(texts.check(&kit), Ok(()));
    }

    #[test]
    fn missing_and_broken_messages_are_named() {
        let problem = texts(EN, "took = { $who }\n").unwrap().check(&Text::new("plain"));
        assert_eq!(problem, Err("message 'plain' is missing in 'de'".into()));
        assert!(texts(EN, "a = b\nbroken\n").err().unwrap().starts_with("locales/de.ftl: line 2"));
        assert!(texts(EN, "a = b\na = c\n").err().unwrap().contains("twice"));
    }
}
