/**
 * A font in which each character is a block: half an em wide in Latin, one em in Korean. Pages that are drawn with it
 * look the same on every machine, whatever fonts are installed. (Web platform tests use the font Ahem for this; it has
 * no Korean.)
 */

const EM = 1000;
const ASCENT = 900;
const DESCENT = 250;

interface Glyph {
  readonly advance: number;
  /** Width of its block; 0 for a blank. */
  readonly block: number;
}
/** Not defined, blank, half, full. */
const GLYPHS: readonly Glyph[] = [
  { advance: EM, block: 900 },
  { advance: 300, block: 0 },
  { advance: 520, block: 440 },
  { advance: 920, block: 840 },
];
const [BLANK, HALF, FULL] = [1, 2, 3];
/** First character, last character and their glyph. Characters without width are left out: they are not drawn. */
const CHARACTERS: readonly (readonly [number, number, number])[] = [
  [0x20, 0x20, BLANK],
  [0x21, 0x7e, HALF],
  [0xa0, 0xa0, BLANK],
  [0xa1, 0x10ff, HALF],
  [0x1100, 0x11ff, FULL],
  [0x1200, 0x1fff, HALF],
  [0x2000, 0x200a, BLANK],
  [0x2010, 0x2027, HALF],
  [0x202f, 0x202f, BLANK],
  [0x2030, 0x2dff, HALF],
  [0x2e80, 0xd7a3, FULL],
  [0xf900, 0xfaff, FULL],
  [0xff00, 0xffef, FULL],
  [0x1f000, 0x1faff, FULL],
];

const bytes = (value: number, length: number): number[] =>
  Array.from({ length }, (_, at) => (value >>> (8 * (length - 1 - at))) & 0xff);
const u16 = (...values: readonly number[]): number[] => values.flatMap((value) => bytes(value, 2));
const u32 = (...values: readonly number[]): number[] => values.flatMap((value) => bytes(value, 4));
const zeros = (length: number): number[] => new Array<number>(length).fill(0);
const tag = (text: string): number[] => [...Buffer.from(text, 'latin1')];

/** A rectangle from the baseline up, as one contour of four points. */
function outline({ block }: Glyph): number[] {
  if (block === 0) return [];
  const [left, height] = [40, 700];
  const points = [1, 1, 1, 1];
  return [
    ...u16(1, left, 0, left + block, height, points.length - 1, 0),
    ...points,
    // Steps from point to point, first across, then up: up, right, down.
    ...u16(left, 0, block, 0, 0, height, 0, -height),
  ];
}

function tables(): Record<string, number[]> {
  const outlines = GLYPHS.map((glyph) => {
    const drawn = outline(glyph);
    return [...drawn, ...zeros((4 - (drawn.length % 4)) % 4)];
  });
  const places = outlines.reduce<number[]>((sums, { length }) => [...sums, (sums.at(-1) ?? 0) + length], [0]);
  const groups = CHARACTERS.flatMap(([first, last, glyph]) => u32(first, last, glyph));
  return {
    'OS/2': [
      ...u16(4, 520, 400, 5, 0, 650, 600, 0, 75, 650, 600, 0, 350, 50, 300, 0),
      ...zeros(10 + 16),
      ...tag('NONE'),
      ...u16(0x40, 0x20, 0xffff, ASCENT, -DESCENT, 0, ASCENT, DESCENT),
      ...zeros(8),
      ...u16(500, 700, 0, 0x20, 1),
    ],
    cmap: [...u16(0, 1, 3, 10), ...u32(12), ...u16(13, 0), ...u32(16 + groups.length, 0, CHARACTERS.length), ...groups],
    glyf: outlines.flat(),
    head: [
      ...u32(0x00010000, 0x00010000, 0, 0x5f0f3cf5),
      ...u16(0x000b, EM),
      ...zeros(16),
      ...u16(0, -DESCENT, EM, ASCENT, 0, 8, 2, 1, 0),
    ],
    hhea: [...u32(0x00010000), ...u16(ASCENT, -DESCENT, 0, EM, 0, 0, EM, 1, 0, 0, 0, 0, 0, 0, 0, GLYPHS.length)],
    hmtx: GLYPHS.flatMap(({ advance, block }) => u16(advance, block === 0 ? 0 : 40)),
    loca: u32(...places),
    maxp: [...u32(0x00010000), ...u16(GLYPHS.length, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)],
    name: [...u16(0, 1, 18, 3, 1, 0x409, 1, 12, 0), ...u16(...[...'Blocks'].map((letter) => letter.charCodeAt(0)))],
    post: [...u32(0x00030000, 0), ...u16(-100, 50), ...u32(1, 0, 0, 0, 0)],
  };
}

/** The font as a TrueType file. */
export function blockFont(): Uint8Array {
  const parts = Object.entries(tables());
  const head = [...u32(0x00010000), ...u16(parts.length, 128, 3, parts.length * 16 - 128)];
  let at = 12 + 16 * parts.length;
  const directory: number[] = [];
  const bodies: number[] = [];
  for (const [name, body] of parts) {
    const padded = [...body, ...zeros((4 - (body.length % 4)) % 4)];
    let sum = 0;
    for (let i = 0; i < padded.length; i += 4) sum = (sum + Buffer.from(padded.slice(i, i + 4)).readUInt32BE()) >>> 0;
    directory.push(...tag(name), ...u32(sum, at, body.length));
    bodies.push(...padded);
    at += padded.length;
  }
  return Uint8Array.from([...head, ...directory, ...bodies]);
}
