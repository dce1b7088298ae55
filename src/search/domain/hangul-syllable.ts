/** A composed syllable as its places among initials, vowels and finals (Unicode 16, section 3.12). */
export interface Syllable {
  readonly initial: number;
  readonly vowel: number;
  /** 0 without a final consonant. */
  readonly final: number;
}

const FIRST_SYLLABLE = 0xac00;
const FINALS = 28;
const VOWELS = 21;

/** Places of the vowels that join with an ending, or come of it. */
export const VOWEL = { a: 0, eo: 4, yeo: 6, o: 8, wa: 9, wae: 10, oe: 11, u: 13, wo: 14, eu: 18, i: 20 } as const;

/** Places of the finals that endings add. */
export const FINAL = { none: 0, n: 4, l: 8, m: 16, b: 17, ss: 20 } as const;

/** @param syllable one composed syllable */
export function decomposed(syllable: string): Syllable {
  const at = syllable.charCodeAt(0) - FIRST_SYLLABLE;
  return {
    initial: Math.floor(at / (FINALS * VOWELS)),
    vowel: Math.floor(at / FINALS) % VOWELS,
    final: at % FINALS,
  };
}

export function composed({ initial, vowel, final }: Syllable): string {
  return String.fromCharCode(FIRST_SYLLABLE + (initial * VOWELS + vowel) * FINALS + final);
}

/** The same syllables, the last one with another vowel or final. */
export function withLast(syllables: string, changed: Partial<Syllable>): string {
  return syllables.slice(0, -1) + composed({ ...decomposed(syllables.slice(-1)), ...changed });
}
