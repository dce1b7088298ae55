import { type XmlNode, element, textNode } from '../xml-node.js';
import { doubleWord, type HwpRecord, lengthText, TAG, word } from './hwp-records.js';

/** Number formats by their codes (table 43), under their HWPX names. */
export const NUMBER_FORMATS = [
  'DIGIT',
  'CIRCLED_DIGIT',
  'ROMAN_CAPITAL',
  'ROMAN_SMALL',
  'LATIN_CAPITAL',
  'LATIN_SMALL',
  'CIRCLED_LATIN_CAPITAL',
  'CIRCLED_LATIN_SMALL',
  'HANGUL_SYLLABLE',
  'CIRCLED_HANGUL_SYLLABLE',
  'HANGUL_JAMO',
  'CIRCLED_HANGUL_JAMO',
  'HANGUL_PHONETIC',
  'IDEOGRAPH',
  'CIRCLED_IDEOGRAPH',
  'DECAGON_CIRCLE',
  'DECAGON_CIRCLE_HANJA',
];
const KINDS = ['NONE', 'OUTLINE', 'NUMBER', 'BULLET'];
const LEVELS = 7;
const BOLD = 2;
const WHITE = 0xffffff;
const NO_COLOUR = 0xffffffff;

/** The paragraph properties in the `DocInfo` of an HWP 5 document, in the form of an HWPX header. */
export function headerOf(records: readonly HwpRecord[]): XmlNode {
  const all = records.flatMap((record) => [record, ...record.children]);
  const nodes = (tag: number, make: (data: Buffer, id: number) => XmlNode): XmlNode[] =>
    all.filter((record) => record.tag === tag).map(({ data }, i) => make(data, i));
  return element('head', {}, [
    element('refList', {}, [
      element(
        'numberings',
        {},
        nodes(TAG.numbering, (data, i) => numbering(data, i + 1)),
      ),
      element(
        'bullets',
        {},
        nodes(TAG.bullet, (data, i) => element('bullet', { id: i + 1, char: signOf(data) })),
      ),
      element('paraProperties', {}, nodes(TAG.paragraphShape, paragraphShape)),
      element(
        'styles',
        {},
        nodes(TAG.style, (data, id) => element('style', { id, name: lengthText(data, 0).text })),
      ),
      element('charProperties', {}, nodes(TAG.charShape, charShape)),
      element(
        'borderFills',
        {},
        nodes(TAG.borderFill, (data, i) => borderFill(data, i + 1)),
      ),
    ]),
  ]);
}

/** Seven levels, each with its format and its text (`제^1조`), then the start number of each. */
function numbering(data: Buffer, id: number): XmlNode {
  const levels: { readonly format: string; readonly text: string }[] = [];
  let at = 0;
  for (let level = 0; level < LEVELS; level += 1) {
    const format = NUMBER_FORMATS[(doubleWord(data, at) >>> 5) & 0xf] ?? 'DIGIT';
    const { text, end } = lengthText(data, at + 12);
    levels.push({ format, text });
    at = end;
  }
  // The start number of the whole list; later versions have one per level.
  const whole = word(data, at);
  const heads = levels.map(({ format, text }, i) => {
    const own = at + 2 + 4 * i;
    const start = own + 4 <= data.length ? doubleWord(data, own) : i === 0 ? whole : 1;
    return element('paraHead', { level: i + 1, start: Math.max(1, start), numFormat: format }, [textNode(text)]);
  });
  return element('numbering', { id }, heads);
}

function signOf(data: Buffer): string {
  return data.length >= 14 ? data.subarray(12, 14).toString('utf16le') : '';
}

function paragraphShape(data: Buffer, id: number): XmlNode {
  const look = doubleWord(data, 0);
  const type = KINDS[(look >>> 23) & 3] ?? 'NONE';
  return element('paraPr', { id }, [element('heading', { type, idRef: word(data, 30), level: (look >>> 25) & 7 })]);
}

function charShape(data: Buffer, id: number): XmlNode {
  // Seven fonts, widths, gaps, sizes and positions, then the size and the properties.
  const isBold = (doubleWord(data, 46) & BOLD) !== 0;
  return element('charPr', { id }, isBold ? [element('bold')] : []);
}

/** Properties, four borders and a diagonal, then the kind and the colour of the background. */
function borderFill(data: Buffer, id: number): XmlNode {
  const isFilled = (doubleWord(data, 32) & 1) !== 0;
  const colour = doubleWord(data, 36);
  if (!isFilled || colour === NO_COLOUR || (colour & WHITE) === WHITE) return element('borderFill', { id });
  const faceColor = `#${(colour & WHITE).toString(16).padStart(6, '0')}`;
  return element('borderFill', { id }, [element('fillBrush', {}, [element('winBrush', { faceColor })])]);
}
