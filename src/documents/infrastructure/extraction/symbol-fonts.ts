/** Unicode characters of symbol fonts, by the code in the font: only marks that people type into texts. */
const SYMBOL: Readonly<Record<number, string>> = {
  0xa3: '≤',
  0xa5: '∞',
  0xae: '→',
  0xac: '←',
  0xb0: '°',
  0xb1: '±',
  0xb3: '≥',
  0xb4: '×',
  0xb7: '•',
  0xb8: '÷',
  0xb9: '≠',
  0xbb: '≈',
  0xd6: '√',
  0xe5: '∑',
  0xf2: '∫',
};
/** Greek letters, in the order of the codes from 0x41 and 0x61 on. */
const GREEK_CAPITALS = 'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ';
const GREEK_SMALL = 'αβχδεφγηιϕκλμνοπθρστυϖωξψζ';
const WINGDINGS: Readonly<Record<number, string>> = {
  0x6c: '●',
  0x6e: '■',
  0x6f: '□',
  0x71: '❑',
  0x75: '◆',
  0x76: '❖',
  0x9f: '•',
  0xa7: '▪',
  0xa8: '◻',
  0xd8: '➢',
  0xdf: '←',
  0xe0: '→',
  0xe8: '➔',
  0xf0: '⇨',
  0xfb: '✗',
  0xfc: '✓',
  0xfd: '☒',
  0xfe: '☑',
};
/** Signs of formulas in the font of LibreOffice, by their codes; its Greek letters follow each other from 0xe0ac on. */
const FORMULA_SIGNS: Readonly<Record<number, string>> = {
  0xe083: '+',
  0xe084: '<',
  0xe085: '>',
  0xe09e: '(',
  0xe09f: ')',
};
const FORMULA_GREEK = 'ΓΔΘΛΞΠΣΥΦΨΩαβγδεζηθικλμνξοπρστυφχψωεϑϖϱςφ∂';
const FORMULA_GREEK_START = 0xe0ac;
const PRIVATE = 0xf000;

/** The character for a font and code; '' if it is unknown. */
export function symbolOf(font: string | undefined, code: number): string {
  const own = code >= PRIVATE && code <= PRIVATE + 0xff ? code - PRIVATE : code;
  if (font !== undefined && /^wingdings/iu.test(font)) return WINGDINGS[own] ?? '';
  if (font !== undefined && /^symbol$/iu.test(font)) {
    if (own >= 0x41 && own <= 0x5a) return GREEK_CAPITALS.charAt(own - 0x41);
    if (own >= 0x61 && own <= 0x7a) return GREEK_SMALL.charAt(own - 0x61);
    return SYMBOL[own] ?? (own >= 0x20 && own < 0x7f ? String.fromCharCode(own) : '');
  }
  const isPrivate = code >= 0xe000 && code <= 0xf8ff;
  if (!isPrivate) return String.fromCodePoint(code);
  return WINGDINGS[own] ?? SYMBOL[own] ?? FORMULA_SIGNS[code] ?? FORMULA_GREEK.charAt(code - FORMULA_GREEK_START);
}
