//! Hashing of small integer keys, and interning of slices of them without an allocation a slice.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A multiplicative hasher: fast, and safe here because keys are our own state numbers.
#[derive(Default, Clone)]
pub(crate) struct FastHasher(u64);

const K: u64 = 0x9E37_79B9_7F4A_7C15;

impl Hasher for FastHasher {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }
    fn write(&mut self, bytes: &[u8]) {
        let (eights, rest) = bytes.as_chunks::<8>();
        for eight in eights {
            self.write_u64(u64::from_le_bytes(*eight));
        }
        for &b in rest {
            self.write_u64(u64::from(b));
        }
    }
    fn write_u32(&mut self, n: u32) {
        self.write_u64(u64::from(n));
    }
    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }
    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(23) ^ n).wrapping_mul(K);
    }
}

pub(crate) type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<FastHasher>>;

/// Numbers distinct slices 0, 1, 2, ... in order of first appearance.
pub(crate) struct Interner<T> {
    data: Vec<T>,
    ends: Vec<usize>,
    table: Vec<u32>,
}

impl<T: Copy + Eq + Into<u64>> Interner<T> {
    pub(crate) fn new() -> Self {
        Interner { data: Vec::new(), ends: Vec::new(), table: vec![0; 64] }
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn bytes(&self) -> usize {
        self.data.len() * size_of::<T>() + self.ends.len() * 8 + self.table.len() * 4
    }

    pub(crate) fn get(&self, id: usize) -> &[T] {
        let start = if id == 0 { 0 } else { self.ends[id - 1] };
        &self.data[start..self.ends[id]]
    }

    fn slot(table: &[u32], hash: u64) -> usize {
        (hash >> 7) as usize & (table.len() - 1)
    }

    fn hash(slice: &[T]) -> u64 {
        let mut h = FastHasher::default();
        for &x in slice {
            h.write_u64(x.into());
        }
        h.finish()
    }

    /// The number of `slice`, and whether it is new.
    pub(crate) fn intern(&mut self, slice: &[T]) -> (usize, bool) {
        let mask = self.table.len() - 1;
        let mut slot = Self::slot(&self.table, Self::hash(slice));
        while self.table[slot] != 0 {
            let id = self.table[slot] as usize - 1;
            if self.get(id) == slice {
                return (id, false);
            }
            slot = (slot + 1) & mask;
        }
        let id = self.ends.len();
        self.data.extend_from_slice(slice);
        self.ends.push(self.data.len());
        self.table[slot] = id as u32 + 1;
        if self.ends.len() * 2 > self.table.len() {
            self.grow();
        }
        (id, true)
    }

    fn grow(&mut self) {
        let mut table = vec![0u32; self.table.len() * 2];
        let mask = table.len() - 1;
        for id in 0..self.ends.len() {
            let mut slot = Self::slot(&table, Self::hash(self.get(id)));
            while table[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            table[slot] = id as u32 + 1;
        }
        self.table = table;
    }
}
