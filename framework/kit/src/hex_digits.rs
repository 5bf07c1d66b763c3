//! Hexadecimal encoding of bytes.

/// Encodes bytes in lower-case hex, two digits each.
///
/// ```
/// assert_eq!(parlor_kit::hex_digits(&[0, 0x1f, 0xf0]), "001ff0");
/// ```
pub fn hex_digits(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}
