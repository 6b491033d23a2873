//! Unions of groups of values, for the registers that a processor has.

use super::{GROUP, LATEST, WORDS};

/// The registers that the code is compiled for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Registers {
    Any,
    #[cfg(target_arch = "x86_64")]
    Bits256,
    #[cfg(target_arch = "x86_64")]
    Bits512,
}

impl Registers {
    /// All that the processor has.
    pub(super) fn all() -> Vec<Registers> {
        #[allow(unused_mut)]
        let mut all = vec![Registers::Any];
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
        {
            all.push(Registers::Bits256);
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl")
            {
                all.push(Registers::Bits512);
            }
        }
        all
    }

    pub(super) fn widest() -> Registers {
        Registers::all().pop().unwrap_or(Registers::Any)
    }
}

#[inline(always)]
pub(super) fn or(used: &mut [u64; WORDS], more: &[u64; WORDS]) {
    used.iter_mut().zip(more).for_each(|(used, more)| *used |= more);
}

/// Whether a group has all its values.
#[inline(always)]
pub(super) fn is_full(group: &[u64; WORDS]) -> bool {
    group.iter().fold(!0, |all, word| all & word) == !0
}

/// No values.
static EMPTY: [u64; WORDS] = [0; WORDS];

/// A union of groups.
pub(super) trait Union {
    fn none() -> Self;
    /// # Safety
    /// The processor has the registers.
    unsafe fn add(&mut self, group: &[u64; WORDS]);
    /// Adds a group if it is open; else the place means nothing.
    ///
    /// # Safety
    /// The processor has the registers, and there is a group at the place if it is open.
    #[inline(always)]
    unsafe fn add_if(&mut self, open: bool, place: *const [u64; WORDS])
    where
        Self: Sized,
    {
        // SAFETY: as the caller promises.
        unsafe { self.add(if open { &*place } else { &EMPTY }) }
    }
    /// Adds a value, if it belongs to the group of that number.
    ///
    /// # Safety
    /// The processor has the registers.
    #[inline(always)]
    unsafe fn add_value(&mut self, value: usize, group: usize)
    where
        Self: Sized,
    {
        let mut more = [0u64; WORDS];
        more[value % GROUP / 64] = u64::from(value / GROUP == group) << (value % 64);
        // SAFETY: as the caller promises.
        unsafe { self.add(&more) }
    }
    /// Which words are not full, the first in the lowest bit, and the first of them.
    ///
    /// # Safety
    /// The processor has the registers.
    unsafe fn first_open(self) -> (u32, u64);
    /// The same for two groups, the words of the second after those of the first.
    ///
    /// # Safety
    /// The processor has the registers.
    #[inline(always)]
    unsafe fn first_open_before(self, next: Self) -> (u32, u64)
    where
        Self: Sized,
    {
        // SAFETY: as the caller promises.
        let ((open, word), (behind, other)) = unsafe { (self.first_open(), next.first_open()) };
        (open | behind << WORDS, if open != 0 { word } else { other })
    }
    /// Writes all words, and tells which are not full.
    ///
    /// # Safety
    /// The processor has the registers.
    unsafe fn write(self, words: &mut [u64; WORDS]) -> u32;
    /// Which of some numbers are above another.
    ///
    /// # Safety
    /// The processor has the registers.
    unsafe fn above(numbers: &[u16; LATEST], other: u16) -> u64;
    /// Says that what stands at a place will be wanted.
    fn fetch(place: *const u16);
}

pub(super) struct AnyUnion([u64; WORDS]);

impl Union for AnyUnion {
    #[inline(always)]
    fn none() -> AnyUnion {
        AnyUnion([0; WORDS])
    }
    #[inline(always)]
    unsafe fn add(&mut self, group: &[u64; WORDS]) {
        or(&mut self.0, group);
    }
    #[inline(always)]
    unsafe fn first_open(self) -> (u32, u64) {
        let words = self.0;
        // SAFETY: as the caller promises.
        let open = unsafe { self.write(&mut [0; WORDS]) };
        (open, words[open.trailing_zeros() as usize % WORDS])
    }
    #[inline(always)]
    unsafe fn write(self, words: &mut [u64; WORDS]) -> u32 {
        *words = self.0;
        self.0.iter().enumerate().fold(0, |open, (w, word)| open | u32::from(*word != !0) << w)
    }
    #[inline(always)]
    unsafe fn above(numbers: &[u16; LATEST], other: u16) -> u64 {
        let bits = numbers.iter().enumerate();
        bits.fold(0, |above, (at, number)| above | u64::from(*number > other) << at)
    }
    #[inline(always)]
    fn fetch(_: *const u16) {}
}

#[cfg(target_arch = "x86_64")]
pub(super) use wide::{Union256, Union512};

/// The same in registers of 256 and 512 bits.
#[cfg(target_arch = "x86_64")]
mod wide {
    use super::{GROUP, LATEST, Union, WORDS};
    use std::arch::x86_64::*;

    pub struct Union256([__m256i; 2]);

    impl Union for Union256 {
        #[inline(always)]
        fn none() -> Union256 {
            // SAFETY: all bits 0 are a value of the type.
            Union256(unsafe { std::mem::zeroed() })
        }
        #[inline(always)]
        unsafe fn add(&mut self, group: &[u64; WORDS]) {
            // SAFETY: both halves of a group are inside it; as the caller promises.
            unsafe {
                let half = |at: usize| _mm256_loadu_si256(group.as_ptr().add(at).cast());
                self.0[0] = _mm256_or_si256(self.0[0], half(0));
                self.0[1] = _mm256_or_si256(self.0[1], half(4));
            }
        }
        #[inline(always)]
        unsafe fn first_open(self) -> (u32, u64) {
            let mut words = [0; WORDS];
            // SAFETY: as the caller promises.
            let open = unsafe { self.write(&mut words) };
            (open, words[open.trailing_zeros() as usize % WORDS])
        }
        #[inline(always)]
        unsafe fn write(self, words: &mut [u64; WORDS]) -> u32 {
            // SAFETY: as the caller promises; the words are as many.
            unsafe {
                let full = _mm256_set1_epi64x(-1);
                let is_full = |half: __m256i| {
                    _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(half, full))) as u32
                };
                *words = std::mem::transmute::<[__m256i; 2], [u64; WORDS]>(self.0);
                !(is_full(self.0[0]) | is_full(self.0[1]) << 4) & 0xff
            }
        }
        #[inline(always)]
        unsafe fn above(numbers: &[u16; LATEST], other: u16) -> u64 {
            // SAFETY: as the caller promises; four times 16 numbers.
            unsafe {
                let (other, zero) = (_mm256_set1_epi16(other as i16), _mm256_setzero_si256());
                // What is not above leaves nothing when the other is taken away.
                let not_above = |at: usize| {
                    let sixteen = _mm256_loadu_si256(numbers.as_ptr().add(at).cast());
                    _mm256_cmpeq_epi16(_mm256_subs_epu16(sixteen, other), zero)
                };
                let thirty_two = |at: usize| {
                    let bytes = _mm256_packs_epi16(not_above(at), not_above(at + 16));
                    !_mm256_movemask_epi8(_mm256_permute4x64_epi64(bytes, 0b11_01_10_00)) as u32
                };
                u64::from(thirty_two(0)) | u64::from(thirty_two(32)) << 32
            }
        }
        #[inline(always)]
        fn fetch(place: *const u16) {
            fetch(place);
        }
    }

    #[inline(always)]
    fn fetch(place: *const u16) {
        // SAFETY: any place may be fetched.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(place.cast()) }
    }

    pub struct Union512(__m512i);

    impl Union for Union512 {
        #[inline(always)]
        fn none() -> Union512 {
            // SAFETY: all bits 0 are a value of the type.
            Union512(unsafe { std::mem::zeroed() })
        }
        #[inline(always)]
        unsafe fn add(&mut self, group: &[u64; WORDS]) {
            // SAFETY: as the caller promises.
            unsafe { self.0 = _mm512_or_si512(self.0, _mm512_loadu_si512(group.as_ptr().cast())) }
        }
        #[inline(always)]
        unsafe fn add_if(&mut self, open: bool, place: *const [u64; WORDS]) {
            // SAFETY: as the caller promises; where no word is asked for none is read.
            unsafe {
                let words = _mm512_maskz_loadu_epi64(u8::from(open).wrapping_neg(), place.cast());
                self.0 = _mm512_or_si512(self.0, words);
            }
        }
        #[inline(always)]
        unsafe fn add_value(&mut self, value: usize, group: usize) {
            let word = u8::from(value / GROUP == group) << (value % GROUP / 64);
            // SAFETY: as the caller promises.
            unsafe { self.0 = _mm512_or_si512(self.0, _mm512_maskz_set1_epi64(word, 1 << (value % 64))) }
        }
        #[inline(always)]
        unsafe fn first_open(self) -> (u32, u64) {
            // SAFETY: as the caller promises.
            unsafe {
                let open = _mm512_cmpneq_epi64_mask(self.0, _mm512_set1_epi64(-1));
                let first = _mm512_maskz_compress_epi64(open, self.0);
                (u32::from(open), _mm_cvtsi128_si64(_mm512_castsi512_si128(first)) as u64)
            }
        }
        #[inline(always)]
        unsafe fn write(self, words: &mut [u64; WORDS]) -> u32 {
            // SAFETY: as the caller promises; the words are as many.
            unsafe {
                _mm512_storeu_si512(words.as_mut_ptr().cast(), self.0);
                u32::from(_mm512_cmpneq_epi64_mask(self.0, _mm512_set1_epi64(-1)))
            }
        }
        #[inline(always)]
        unsafe fn above(numbers: &[u16; LATEST], other: u16) -> u64 {
            // SAFETY: as the caller promises.
            unsafe {
                let other = _mm512_set1_epi16(other as i16);
                let thirty_two = |at: usize| {
                    let numbers = _mm512_loadu_si512(numbers.as_ptr().add(at).cast());
                    u64::from(_mm512_cmpgt_epu16_mask(numbers, other))
                };
                thirty_two(0) | thirty_two(32) << 32
            }
        }
        #[inline(always)]
        fn fetch(place: *const u16) {
            fetch(place);
        }
    }
}
