/** A text as names are compared: letters and digits only, normalized; unit `i` of `key` is at `at[i]` in `source`. */
export interface FoldedText {
  readonly source: string;
  readonly key: string;
  readonly at: readonly number[];
}

/** The middle dot of Korean titles is a letter in Unicode, but never part of a word today. */
const ARAEA = /[\u318d\u119e]/gu;
const LETTER = /[\p{L}\p{N}\ud800-\udfff]/u;
/** Function words inside names: `장학금 지급에 관한 규정` and `장학금 지급 규정` are one regulation. */
const FORM =
  /등?에관한|등?에대한|등?을위한|등?를위한|에따른|(?<![가고균대동열우이일중차초평하])등(?![가교급기단록반본분산수식용위장재지차호])|및|의/gu;

/** One spelling for compatible characters: full-width digits, circled numbers, decomposed Hangul. */
export function plainText(text: string): string {
  return text.normalize('NFKC').replace(ARAEA, '·');
}

/** @param source a result of `plainText` */
export function foldedText(source: string): FoldedText {
  let key = '';
  const at: number[] = [];
  for (let i = 0; i < source.length; i++) {
    const unit = source.charAt(i);
    if (!LETTER.test(unit)) continue;
    const lower = unit.toLowerCase();
    key += lower.length === 1 ? lower : unit;
    at.push(i);
  }
  return { source, key, at };
}

/** The key of a name: `휴학·복학 규정` and `「휴학 복학규정」` have the same. */
export function nameKeyOf(text: string): string {
  return foldedText(plainText(text)).key;
}

/** The same text without function words. */
export function withoutFormWords(text: FoldedText): FoldedText {
  let key = '';
  const at: number[] = [];
  let from = 0;
  const keep = (to: number): void => {
    key += text.key.slice(from, to);
    for (let i = from; i < to; i++) at.push(text.at[i] ?? 0);
  };
  for (const match of text.key.matchAll(FORM)) {
    keep(match.index);
    from = match.index + match[0].length;
  }
  keep(text.key.length);
  return { source: text.source, key, at };
}

/** The key of a name without function words. */
export function skeletonOf(key: string): string {
  return key.replace(FORM, '');
}
