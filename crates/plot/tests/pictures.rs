//! Pictures looked at pixel by pixel, and small ones as references.

use wythoff_plot::{
    Figure, Origin, PPositions, Pair, Palaces, PlotError, Ratios, Ray, RowPeriod, Slope, Terminal, Words,
    array, beams, difference, fill, grundy, grundy_difference, p, palaces, periods, ratio,
};

const WYTHOFF: [[u64; 2]; 8] = [[0, 0], [1, 2], [3, 5], [4, 7], [6, 10], [8, 13], [9, 15], [11, 18]];

/// Grundy values of Wythoff Nim, piles below 6, as Table 1 of many papers has them.
const GRUNDY: [u32; 36] = [
    0, 1, 2, 3, 4, 5, 1, 2, 0, 4, 5, 3, 2, 0, 1, 5, 3, 4, 3, 4, 5, 6, 2, 0, 4, 5, 3, 2, 7, 6, 5, 3, 4, 0, 6,
    8,
];

/// A decoded PNG, three bytes a pixel.
struct Pixels {
    width: usize,
    height: usize,
    rgb: Vec<u8>,
}

impl Pixels {
    fn read(bytes: &[u8]) -> Pixels {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().expect("a PNG");
        let mut rgb = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut rgb).expect("pixels");
        assert_eq!(info.color_type, png::ColorType::Rgb);
        Pixels { width: info.width as usize, height: info.height as usize, rgb }
    }

    fn at(&self, x: usize, y: usize) -> [u8; 3] {
        let at = (y * self.width + x) * 3;
        [self.rgb[at], self.rgb[at + 1], self.rgb[at + 2]]
    }

    fn count(&self, colour: [u8; 3]) -> usize {
        self.rgb.chunks(3).filter(|pixel| **pixel == colour).count()
    }

    /// One number that changes when any pixel does (FNV-1a).
    fn fingerprint(&self) -> u64 {
        self.rgb
            .iter()
            .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
    }
}

fn wythoff(below: u64) -> Figure<'static> {
    let picture = PPositions { below, positions: &WYTHOFF, mirrored: true, slopes: Vec::new() };
    p(&picture, Words::new("Wythoff Nim").caption("Rules: (i,0) (0,i) (i,i).")).expect("it can be drawn")
}

#[test]
fn a_map_has_a_pixel_a_cell() {
    let map = Pixels::read(&wythoff(20).map().unwrap());
    assert_eq!((map.width, map.height), (20, 20));
    for x in 0..20u64 {
        for y in 0..20u64 {
            let lost = WYTHOFF.contains(&[x.min(y), x.max(y)]);
            let expected = if lost { [0; 3] } else { [255; 3] };
            // The origin is at the lower left.
            assert_eq!(map.at(x as usize, 19 - y as usize), expected, "{x},{y}");
        }
    }
}

#[test]
fn ordered_games_are_not_mirrored_and_cells_beyond_the_board_are_left_out() {
    let picture = PPositions { below: 6, positions: &WYTHOFF, mirrored: false, slopes: Vec::new() };
    let map = Pixels::read(&p(&picture, Words::default()).unwrap().map().unwrap());
    assert_eq!(map.count([0; 3]), 3);
    assert_eq!(map.at(1, 3), [0; 3]);
    assert_eq!(map.at(2, 4), [255; 3]);
}

#[test]
fn a_figure_draws_each_position_as_whole_pixels() {
    // 300 cells, 900 pixels: three pixels a cell, and nothing else in the picture is black.
    let picture = Pixels::read(&wythoff(300).png(1000).unwrap());
    assert_eq!(picture.count([0; 3]), 9 * 15);
}

#[test]
fn grundy_values_have_their_colours_and_zero_is_paper() {
    let figure = grundy(6, 6, &GRUNDY, Words::new("Grundy values")).unwrap();
    let map = Pixels::read(&figure.map().unwrap());
    let mut of_value: std::collections::BTreeMap<u32, [u8; 3]> = std::collections::BTreeMap::new();
    for x in 0..6 {
        for y in 0..6 {
            let (value, pixel) = (GRUNDY[x * 6 + y], map.at(x, 5 - y));
            assert_eq!(*of_value.entry(value).or_insert(pixel), pixel, "{x},{y}");
        }
    }
    assert_eq!(of_value[&0], [255; 3]);
    let mut colours: Vec<_> = of_value.values().collect();
    colours.dedup();
    assert_eq!(colours.len(), 9, "one colour for each value");
    let svg = figure.svg().unwrap();
    assert!(svg.contains("0 (P-position)") && svg.contains(">8</text>"));
}

#[test]
fn many_values_share_the_ramp() {
    let values: Vec<u32> = (0..100 * 100).collect();
    let figure = grundy(100, 100, &values, Words::default()).unwrap();
    let map = Pixels::read(&figure.map().unwrap());
    assert_eq!(map.at(0, 99), [255; 3]);
    assert_ne!(map.at(99, 0), map.at(50, 0));
    assert!(figure.svg().unwrap().contains("9999"));
}

#[test]
fn palaces_are_drawn_from_the_upper_left() {
    let counts = [0, 1, 2, 2, 1, 3, 2, 1];
    let picture = Palaces {
        columns: 2,
        rows: 4,
        counts: &counts,
        k: 2,
        origin: Origin::UpperLeft,
        outcomes_only: true,
    };
    let map = Pixels::read(&palaces(&picture, Words::default()).unwrap().map().unwrap());
    assert_eq!((map.width, map.height), (2, 4));
    let lost: Vec<bool> = (0..8).map(|i| map.at(i / 4, i % 4) == [0; 3]).collect();
    assert_eq!(lost, counts.map(|count| count < 2));
    let regions = palaces(&Palaces { outcomes_only: false, ..picture }, Words::default()).unwrap();
    let svg = regions.svg().unwrap();
    assert!(svg.contains("N: sees 2") && svg.contains("N: sees 3") && !svg.contains("N: sees 4"), "{svg}");
}

#[test]
fn beams_start_behind_their_position() {
    let ray = |dx, dy| Ray { dx, dy, label: format!("({dx}t,{dy}t)") };
    let figure = beams(8, &[[1, 2]], false, &[ray(3, 2)], Words::default()).unwrap();
    let map = Pixels::read(&figure.map().unwrap());
    assert_eq!(map.count([0; 3]), 2);
    assert_eq!((map.at(4, 8 - 1 - 4), map.at(7, 8 - 1 - 6)), ([0; 3], [0; 3]));
    let figure = fill(8, &WYTHOFF[..3], true, &[ray(0, 1), ray(1, 1)], Words::default()).unwrap();
    let map = Pixels::read(&figure.map().unwrap());
    // The newest pair sends out nothing yet.
    assert_eq!(map.at(3, 8 - 1 - 5), [0x00, 0x9e, 0x73]);
    assert_eq!(map.at(5, 8 - 1 - 3), [0xf0, 0xe4, 0x42]);
    assert_eq!(map.at(3, 8 - 1 - 6), [255; 3]);
    assert_eq!(map.at(1, 8 - 1 - 2), [0; 3]);
    assert_eq!(map.at(1, 8 - 1 - 7), [0x56, 0xb4, 0xe9]);
}

#[test]
fn a_difference_shows_who_has_what() {
    let (first, second) = ([[0, 0], [1, 2]], [[0, 0], [2, 2]]);
    let figure = difference(4, &first, &second, [true, false], ["A<", "B"], Words::default()).unwrap();
    let map = Pixels::read(&figure.map().unwrap());
    assert_eq!(map.at(0, 3), [0x99; 3]);
    assert_eq!((map.at(1, 1), map.at(2, 2)), ([0x00, 0x72, 0xb2], [0x00, 0x72, 0xb2]));
    assert_eq!(map.at(2, 1), [0xe6, 0x9f, 0x00]);
    assert!(figure.svg().unwrap().contains("P only in A&lt;"));
    let figure = grundy_difference(2, 1, &[1, 5], &[1, 6], ["A", "B"], Words::default()).unwrap();
    let map = Pixels::read(&figure.map().unwrap());
    assert_eq!((map.at(0, 0), map.at(1, 0)), ([255; 3], [0xe6, 0x9f, 0x00]));
}

#[test]
fn ratios_lie_where_their_numbers_are() {
    let pairs: Vec<Pair> = (0..50).map(|n| Pair { at: n, a: n, b: 2 * n }).collect();
    let line = Slope { rise: 2, run: 1, label: "two".to_string() };
    let figure = ratio(&Ratios { pairs: &pairs, lines: vec![line] }, Words::new("Twos")).unwrap();
    let text = figure.terminal(&Terminal::default()).unwrap();
    let dotted: Vec<&str> =
        text.lines().filter(|l| l.chars().any(|c| ('\u{2801}'..='\u{28ff}').contains(&c))).collect();
    assert_eq!(dotted.len(), 1, "all ratios are equal: {text}");
    assert!(dotted[0].starts_with("2.0"), "{text}");
    assert_eq!(figure.map().unwrap_err(), PlotError::NoCells);
}

#[test]
fn pictures_are_the_same_every_time() {
    let rows = [RowPeriod { row: 0, preperiod: 0, period: 1 }, RowPeriod { row: 1, preperiod: 8, period: 3 }];
    let numbers = [vec!["1".to_string(), "2".to_string()], vec!["4".to_string(), "7".to_string()]];
    let draw = || -> Vec<Figure<'_>> {
        vec![
            wythoff(20),
            periods(&rows, Words::new("Periods")).unwrap(),
            array(&numbers, Words::new("Array")).unwrap(),
        ]
    };
    for (one, other) in draw().iter().zip(draw()) {
        assert_eq!(one.svg().unwrap(), other.svg().unwrap());
        assert_eq!(one.png(300).unwrap(), other.png(300).unwrap());
    }
    // References: whoever changes a picture looks at it, then changes its number here.
    let fingerprints: Vec<String> = draw()
        .iter()
        .map(|figure| format!("{:016x}", Pixels::read(&figure.png(300).unwrap()).fingerprint()))
        .collect();
    insta::assert_snapshot!(fingerprints.join("\n"));
}

#[test]
fn a_small_board_as_svg() {
    let picture = PPositions {
        below: 4,
        positions: &WYTHOFF[..2],
        mirrored: true,
        slopes: vec![Slope { rise: 1618, run: 1000, label: "1.618".to_string() }],
    };
    let words = Words::new("P-positions of Wythoff Nim").caption("Rules: (i,0) (0,i) (i,i).");
    insta::assert_snapshot!(p(&picture, words).unwrap().svg().unwrap());
}

#[test]
fn labels_of_lines_that_end_near_each_other_are_moved_apart() {
    let label = |text: &str| text.to_string();
    let slopes = vec![
        Slope { rise: 1618, run: 1000, label: label("(1+sqrt(5))/2 = 1.6180") },
        Slope { rise: 1414, run: 1000, label: label("sqrt(2) = 1.4142") },
    ];
    let picture = PPositions { below: 60, positions: &WYTHOFF, mirrored: true, slopes };
    let svg = p(&picture, Words::default()).unwrap().svg().unwrap();
    let middle = |text: &str| -> f64 {
        let before = &svg[..svg.find(&format!(">{text}<")).unwrap()];
        let tag = &before[before.rfind("<text").unwrap()..];
        let x = &tag[tag.find(" x=\"").unwrap() + 4..];
        x[..x.find('"').unwrap()].parse().unwrap()
    };
    // Letters are about half as wide as they are high.
    let apart = middle("sqrt(2) = 1.4142") - middle("(1+sqrt(5))/2 = 1.6180");
    assert!(apart > 0.5 * 10.0 * (22.0 + 16.0) / 2.0, "{apart}: {svg}");
}

#[test]
fn a_board_in_a_terminal() {
    insta::assert_snapshot!(
        wythoff(12).terminal(&Terminal { columns: 40, lines: 20, colour: false }).unwrap()
    );
}

#[test]
fn a_large_board_in_a_small_terminal_keeps_its_form() {
    let line: Vec<[u64; 2]> = (0..100_000).map(|x| [x, x]).collect();
    let picture = PPositions { below: 100_000, positions: &line, mirrored: false, slopes: Vec::new() };
    let figure = p(&picture, Words::default()).unwrap();
    let text = figure.terminal(&Terminal { columns: 60, lines: 10, colour: false }).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 11, "{text}");
    assert!(lines.iter().all(|l| l.chars().count() <= 60), "{text}");
    // One character is two dots wide and four high: the diagonal takes two characters in each of ten lines.
    let last = lines[0].trim_end().chars().count();
    assert_eq!(last - lines[9].trim_end().chars().count(), 18, "{text}");
}

#[test]
fn what_was_typed_is_escaped_everywhere() {
    let typed = "</text><script>alert(1)</script>\u{1b}[2J & \"'";
    let words = Words { names: [typed.to_string(), typed.to_string()], ..Words::new(typed).caption(typed) };
    let slope = Slope { rise: 2, run: 1, label: typed.to_string() };
    let picture = PPositions { below: 5, positions: &WYTHOFF, mirrored: true, slopes: vec![slope] };
    let figure = p(&picture, words).unwrap();
    let svg = figure.svg().unwrap();
    assert!(!svg.contains("<script") && !svg.contains('\u{1b}'), "{svg}");
    assert_eq!(
        svg.matches("&lt;script&gt;").count(),
        7,
        "title, description, heading, caption, two names, slope: {svg}"
    );
    assert!(!figure.terminal(&Terminal::default()).unwrap().contains('\u{1b}'));
    assert!(figure.png(200).is_ok());
}

#[test]
fn captions_are_broken_into_lines_and_long_words_are_cut() {
    let long = "x".repeat(500);
    let figure = p(
        &PPositions { below: 5, positions: &WYTHOFF, mirrored: true, slopes: Vec::new() },
        Words::new("A").caption(format!("{} {long}", "rules ".repeat(60))),
    )
    .unwrap();
    let svg = figure.svg().unwrap();
    let width: f64 = svg.split("width=\"").nth(1).and_then(|t| t.split('"').next()).unwrap().parse().unwrap();
    for line in svg.lines().filter(|l| l.starts_with("<text")) {
        let letters = line.split('>').nth(1).unwrap().split('<').next().unwrap().chars().count();
        assert!((letters as f64) * 5.0 < width + 60.0, "{letters} letters in {width}");
    }
}

#[test]
fn a_ragged_map_is_embedded_and_a_plain_one_is_not() {
    let ragged: Vec<u32> = (0..300u32 * 300).map(|i| i.wrapping_mul(2_654_435_761) >> 29).collect();
    let svg = grundy(300, 300, &ragged, Words::default()).unwrap().svg().unwrap();
    assert!(svg.contains("data:image/png;base64,"));
    let svg = grundy(6, 6, &GRUNDY, Words::default()).unwrap().svg().unwrap();
    assert!(!svg.contains("<image"));
}

#[test]
fn what_cannot_be_drawn_is_said() {
    let none = PPositions { below: 0, positions: &[], mirrored: true, slopes: Vec::new() };
    assert!(matches!(p(&none, Words::default()), Err(PlotError::Empty(_))));
    assert!(matches!(grundy(2, 2, &[1], Words::default()), Err(PlotError::Shape { found: 1, .. })));
    assert!(matches!(grundy(1 << 40, 1 << 40, &[1], Words::default()), Err(PlotError::Shape { .. })));
    assert!(matches!(ratio(&Ratios::default(), Words::default()), Err(PlotError::Empty(_))));
    assert!(matches!(periods(&[], Words::default()), Err(PlotError::Empty(_))));
    assert!(matches!(array(&[], Words::default()), Err(PlotError::Empty(_))));
    assert!(matches!(
        beams(20_001, &[], false, &[Ray { dx: 1, dy: 1, label: String::new() }], Words::default()),
        Err(PlotError::TooLarge { .. })
    ));
    assert!(matches!(wythoff(20).png(20_001), Err(PlotError::TooLarge { .. })));
    let far = PPositions {
        below: u64::MAX,
        positions: &[[0, 0], [1 << 62, 1 << 63]],
        mirrored: true,
        slopes: Vec::new(),
    };
    let figure = p(&far, Words::default()).unwrap();
    assert!(matches!(figure.map(), Err(PlotError::TooLarge { .. })));
    // Positions, unlike cells, are drawn at any distance.
    assert_eq!(Pixels::read(&figure.png(480).unwrap()).count([0; 3]), 2 * 4 + 1);
}

#[test]
fn twenty_thousand_pixels() {
    let line: Vec<[u64; 2]> = (0..20_000).map(|x| [x, (x * x) % 20_000]).collect();
    let picture = PPositions { below: 20_000, positions: &line, mirrored: false, slopes: Vec::new() };
    let bytes = p(&picture, Words::default()).unwrap().map().unwrap();
    let reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
    assert_eq!((reader.info().width, reader.info().height), (20_000, 20_000));
    assert_eq!(reader.info().bit_depth, png::BitDepth::One);
}
