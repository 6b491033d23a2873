//! Numbers as decimal text, four digits at a time from a table: text at the speed of computing.

/// The text of each number below 10^4: its digits from the lowest byte on, and in the highest byte how many they are.
static SHORT: [u64; 10_000] = short();

const fn short() -> [u64; 10_000] {
    let mut table = [0; 10_000];
    let mut n = 0;
    while n < 10_000 {
        let (mut rest, mut text, mut length) = (n as u64, 0, 0);
        loop {
            text = text << 8 | (b'0' as u64 + rest % 10);
            rest /= 10;
            length += 1;
            if rest == 0 {
                break;
            }
        }
        table[n] = text | length << 56;
        n += 1;
    }
    table
}

/// The same with zeros in front, always four digits.
static PADDED: [[u8; 4]; 10_000] = padded();

const fn padded() -> [[u8; 4]; 10_000] {
    let mut table = [[0; 4]; 10_000];
    let mut n = 0;
    while n < 10_000 {
        table[n] = [
            b'0' + (n / 1000) as u8,
            b'0' + (n / 100 % 10) as u8,
            b'0' + (n / 10 % 10) as u8,
            b'0' + (n % 10) as u8,
        ];
        n += 1;
    }
    table
}

/// More bytes than a number and what follows it take.
const ROOM: usize = 32;

/// Text that grows by numbers.
///
/// ```
/// use wythoff::Digits;
/// let mut text = Digits::default();
/// text.row([0, 12, 34_567, u64::MAX]);
/// assert_eq!(text.as_bytes(), b"0,12,34567,18446744073709551615\n");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Digits {
    /// What is written, and room behind it.
    bytes: Vec<u8>,
    end: usize,
}

impl Digits {
    /// What was written.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.end]
    }

    /// How many bytes were written.
    pub fn len(&self) -> usize {
        self.end
    }

    /// Whether nothing was written.
    pub fn is_empty(&self) -> bool {
        self.end == 0
    }

    /// Forgets what was written.
    pub fn clear(&mut self) {
        self.end = 0;
    }

    /// Room for so many bytes more.
    #[inline]
    fn make_room(&mut self, more: usize) {
        if self.bytes.len() < self.end + more {
            self.bytes.resize((self.end + more).next_power_of_two(), 0);
        }
    }

    /// A number, and a byte after it.
    #[inline]
    pub fn number(&mut self, n: u64, then: u8) {
        self.make_room(ROOM);
        if n < 10_000 {
            self.short(n);
        } else if n < 100_000_000 {
            self.short(n / 10_000);
            self.padded(n % 10_000);
        } else {
            self.long(n);
        }
        self.bytes[self.end] = then;
        self.end += 1;
    }

    fn long(&mut self, n: u64) {
        let (high, low) = (n / 100_000_000, n % 100_000_000);
        if high < 10_000 {
            self.short(high);
        } else if high < 100_000_000 {
            self.short(high / 10_000);
            self.padded(high % 10_000);
        } else {
            let (top, high) = (high / 100_000_000, high % 100_000_000);
            self.short(top);
            self.padded(high / 10_000);
            self.padded(high % 10_000);
        }
        self.padded(low / 10_000);
        self.padded(low % 10_000);
    }

    #[inline]
    fn short(&mut self, n: u64) {
        let text = SHORT[n as usize];
        self.bytes[self.end..self.end + 8].copy_from_slice(&text.to_le_bytes());
        self.end += (text >> 56) as usize;
    }

    #[inline]
    fn padded(&mut self, n: u64) {
        self.bytes[self.end..self.end + 4].copy_from_slice(&PADDED[n as usize]);
        self.end += 4;
    }

    /// Numbers joined by commas, and a newline.
    #[inline]
    pub fn row(&mut self, numbers: impl IntoIterator<Item = u64>) {
        let start = self.end;
        numbers.into_iter().for_each(|n| self.number(n, b','));
        if self.end == start {
            self.text(b"\n");
        } else {
            self.bytes[self.end - 1] = b'\n';
        }
    }

    /// Takes back the last byte.
    pub fn pop(&mut self) {
        self.end = self.end.saturating_sub(1);
    }

    /// Text as it is.
    pub fn text(&mut self, text: &[u8]) {
        self.make_room(text.len() + ROOM);
        self.bytes[self.end..self.end + text.len()].copy_from_slice(text);
        self.end += text.len();
    }
}

#[cfg(test)]
mod tests {
    use super::Digits;

    #[test]
    fn every_length_is_written_as_the_standard_library_does() {
        let (mut text, mut expected) = (Digits::default(), String::new());
        let mut edges = vec![0u64, u64::MAX];
        for power in 0..20 {
            let ten = 10u64.pow(power);
            edges.extend([ten - 1, ten, ten + 1, ten.saturating_mul(7).saturating_add(5)]);
        }
        let mut random = wythoff_numbers::Random::new(1);
        for shift in 0..64 {
            edges.push(random.bits() >> shift);
        }
        for n in (0..20_000).chain(edges) {
            text.number(n, b' ');
            expected += &format!("{n} ");
        }
        assert_eq!(String::from_utf8_lossy(text.as_bytes()), expected);
    }
}
