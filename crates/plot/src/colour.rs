//! Colours that survive print and colour-blind readers: classes from the set of Okabe and Ito (2008), values on a ramp
//! whose lightness falls all the way, so that it is still in order when printed in grey.

/// A colour of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// Paper.
    pub const WHITE: Rgb = Rgb(255, 255, 255);
    /// Ink.
    pub const BLACK: Rgb = Rgb(0, 0, 0);
    /// Words beside a picture.
    pub const TEXT: Rgb = Rgb(0x22, 0x22, 0x22);
    /// Frames, ticks and the diagonal.
    pub const FRAME: Rgb = Rgb(0x77, 0x77, 0x77);
    /// Lines between cells.
    pub const GRID: Rgb = Rgb(0xdd, 0xdd, 0xdd);
    /// Orange of Okabe and Ito.
    pub const ORANGE: Rgb = Rgb(0xe6, 0x9f, 0x00);
    /// Sky blue of Okabe and Ito.
    pub const SKY: Rgb = Rgb(0x56, 0xb4, 0xe9);
    /// Bluish green of Okabe and Ito.
    pub const GREEN: Rgb = Rgb(0x00, 0x9e, 0x73);
    /// Yellow of Okabe and Ito.
    pub const YELLOW: Rgb = Rgb(0xf0, 0xe4, 0x42);
    /// Blue of Okabe and Ito.
    pub const BLUE: Rgb = Rgb(0x00, 0x72, 0xb2);
    /// Vermilion of Okabe and Ito.
    pub const VERMILION: Rgb = Rgb(0xd5, 0x5e, 0x00);
    /// Reddish purple of Okabe and Ito.
    pub const PURPLE: Rgb = Rgb(0xcc, 0x79, 0xa7);

    /// `#rrggbb`.
    pub fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }

    /// How light it looks, from 0 to 255 000: the luma of the screen.
    pub fn lightness(self) -> u32 {
        299 * u32::from(self.0) + 587 * u32::from(self.1) + 114 * u32::from(self.2)
    }

    /// The colour `part`/`whole` of the way to another.
    pub fn towards(self, other: Rgb, part: u32, whole: u32) -> Rgb {
        let whole = u64::from(whole.max(1));
        let part = u64::from(part).min(whole);
        let mix =
            |a: u8, b: u8| ((u64::from(a) * (whole - part) + u64::from(b) * part + whole / 2) / whole) as u8;
        Rgb(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// Black or white, whichever is read on this colour.
    pub fn ink(self) -> Rgb {
        if self.lightness() > 125_000 { Rgb::BLACK } else { Rgb::WHITE }
    }
}

/// Light amber, through grey-green and blue, to night blue.
const STOPS: [Rgb; 5] = [
    Rgb(0xf6, 0xdc, 0x7d),
    Rgb(0xb5, 0xb8, 0x7c),
    Rgb(0x6f, 0x92, 0x96),
    Rgb(0x34, 0x5f, 0x92),
    Rgb(0x10, 0x1a, 0x4a),
];

/// `count` colours from light to dark.
pub fn ramp(count: usize) -> Vec<Rgb> {
    let steps = (STOPS.len() - 1) as u32;
    let whole = count.saturating_sub(1).max(1) as u32;
    let colour = |i: usize| {
        let along = i as u32 * steps;
        let stop = (along / whole).min(steps - 1);
        STOPS[stop as usize].towards(STOPS[stop as usize + 1], along - stop * whole, whole)
    };
    (0..count).map(colour).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a reader without the red (or green) cones sees, after Viénot, Brettel and Mollon (1999), in thousandths of
    /// linear light.
    fn seen(colour: Rgb, without_red: bool) -> [i64; 3] {
        let linear = |c: u8| i64::from(c).pow(2) * 1000 / 65025;
        let (r, g, b) = (linear(colour.0), linear(colour.1), linear(colour.2));
        if without_red {
            let rg = (112 * r + 888 * g) / 1000;
            [rg, rg, (4 * r - 4 * g + 1000 * b) / 1000]
        } else {
            let rg = (293 * r + 707 * g) / 1000;
            [rg, rg, (-21 * r + 21 * g + 1000 * b) / 1000]
        }
    }

    fn apart(a: [i64; 3], b: [i64; 3]) -> i64 {
        a.iter().zip(&b).map(|(a, b)| (a - b).abs()).max().unwrap_or(0)
    }

    #[test]
    fn the_ramp_darkens_all_the_way_for_every_reader() {
        for count in [2, 5, 17, 64] {
            let colours = ramp(count);
            assert_eq!(colours.len(), count);
            for pair in colours.windows(2) {
                assert!(pair[0].lightness() > pair[1].lightness(), "{pair:?} of {count}");
                for without_red in [true, false] {
                    assert!(seen(pair[0], without_red)[0] >= seen(pair[1], without_red)[0], "{pair:?}");
                }
            }
            // Paper, which stands for the value 0, is lighter than all of them.
            assert!(Rgb::WHITE.lightness() > colours[0].lightness() + 30_000);
        }
        assert_eq!(ramp(1).len(), 1);
        assert!(ramp(0).is_empty());
    }

    #[test]
    fn classes_stay_apart_without_red_or_green_cones() {
        let classes = [Rgb::WHITE, Rgb::BLACK, Rgb::BLUE, Rgb::ORANGE, Rgb::SKY, Rgb::VERMILION];
        for (i, a) in classes.iter().enumerate() {
            for b in &classes[..i] {
                for without_red in [true, false] {
                    let distance = apart(seen(*a, without_red), seen(*b, without_red));
                    assert!(distance > 60, "{} and {}: {distance}", a.hex(), b.hex());
                }
            }
        }
    }
}
