//! A minimal XML parser for the original card files: elements and attributes; text content is skipped.

/// An element with its attributes and the elements inside it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Element {
    pub(crate) name: String,
    pub(crate) attributes: Vec<(String, String)>,
    pub(crate) children: Vec<Element>,
    /// The line it begins in, counted from 1.
    pub(crate) line: usize,
}

impl Element {
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn each<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Element> {
        self.children.iter().filter(move |child| child.name == name)
    }
}

/// Parses a document into its root element; the error has the line and the reason.
pub(crate) fn parse(text: &str) -> Result<Element, (usize, String)> {
    let mut open: Vec<Element> = vec![Element::default()];
    let mut rest = text;
    let line = |rest: &str| text[..text.len() - rest.len()].matches('\n').count() + 1;
    while let Some(at) = rest.find('<') {
        rest = &rest[at..];
        let here = line(rest);
        let wrong = |what: &str| (here, what.to_string());
        if let Some(comment) = rest.strip_prefix("<!--") {
            let end = comment.find("-->").ok_or_else(|| wrong("a comment has no end"))?;
            rest = &comment[end + 3..];
            continue;
        }
        let end = tag_end(rest).ok_or_else(|| wrong("a tag has no end"))?;
        let tag = &rest[1..end];
        rest = &rest[end + 1..];
        if tag.starts_with(['?', '!']) {
            continue;
        }
        if let Some(name) = tag.strip_prefix('/') {
            let closed = open.pop().filter(|element| element.name == name.trim());
            let closed = closed.ok_or_else(|| wrong(&format!("</{}> closes nothing", name.trim())))?;
            open.last_mut().ok_or_else(|| wrong("too many tags are closed"))?.children.push(closed);
            continue;
        }
        let (tag, empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let element = read_tag(tag, here)?;
        if empty {
            let parent = open.last_mut().ok_or_else(|| wrong("an element stands outside"))?;
            parent.children.push(element);
        } else if open.len() > 16 {
            return Err(wrong("elements are nested too deeply"));
        } else {
            open.push(element);
        }
    }
    let last = line("");
    match (open.len(), open.pop()) {
        (1, Some(mut top)) if top.children.len() == 1 => Ok(top.children.remove(0)),
        (1, _) => Err((last, "there is not exactly one outermost element".to_string())),
        (_, inner) => {
            let inner = inner.unwrap_or_default();
            Err((inner.line, format!("<{}> is never closed", inner.name)))
        }
    }
}

/// The index at which a tag ends; a `>` in quotes does not end it.
fn tag_end(text: &str) -> Option<usize> {
    let mut quote = None;
    for (at, character) in text.char_indices() {
        match (quote, character) {
            (None, '>') => return Some(at),
            (None, '"' | '\'') => quote = Some(character),
            (Some(open), _) if open == character => quote = None,
            _ => {}
        }
    }
    None
}

fn read_tag(tag: &str, line: usize) -> Result<Element, (usize, String)> {
    let name: String = tag.chars().take_while(|c| !c.is_whitespace()).collect();
    let mut rest = tag[name.len()..].trim();
    let mut attributes = Vec::new();
    while !rest.is_empty() {
        let wrong = || (line, format!("<{name}>: an attribute is not written name=\"value\""));
        let (key, value) = rest.split_once('=').ok_or_else(wrong)?;
        let value = value.trim_start();
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\'')).ok_or_else(wrong)?;
        let end = value[1..].find(quote).ok_or_else(wrong)? + 1;
        attributes.push((key.trim().to_string(), unescape(&value[1..end])));
        rest = value[end + 1..].trim_start();
    }
    Ok(Element { name, attributes, children: Vec::new(), line })
}

fn unescape(text: &str) -> String {
    let pairs = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")];
    pairs.iter().fold(text.to_string(), |text, (from, to)| text.replace(from, to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_attributes_and_comments_are_read() {
        let text = "<?xml version=\"1.0\"?>\n<data>\n <!-- <no/> -->\n <card name='A &amp; B' text=\"1 > 0\"><row/></card></data>";
        let data = parse(text).unwrap();
        assert_eq!((data.name.as_str(), data.line), ("data", 2));
        let card = data.each("card").next().unwrap();
        assert_eq!(card.attribute("name"), Some("A & B"));
        assert_eq!(card.attribute("text"), Some("1 > 0"));
        assert_eq!((card.line, card.children.len()), (4, 1));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let fault = |text: &str| parse(text).unwrap_err();
        assert_eq!(fault("<data>\n<card>\n</data>").0, 3);
        assert_eq!(fault("<data>\n<card").0, 2);
        assert_eq!(fault("<a></a><b></b>").1, "there is not exactly one outermost element");
        assert_eq!(fault("<data>\n<card x=1></card></data>").0, 2);
        assert_eq!(fault("").0, 1);
        assert!(fault("<a><!-- ").1.contains("comment"));
    }
}
