/** A composed syllable as its indices among initials, vowels and finals (Unicode 16, section 3.12). */
export interface Syllable {
  readonly initial: number;
  readonly vowel: number;
  /** 0 without a final consonant. */
  readonly final: number;
}

const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;
const FINALS = 28;
const VOWELS = 21;

const SYLLABLE = /[가-힣]/u;
const SYLLABLES = /^[가-힣]+$/u;

/** Whether a UTF-16 unit is a composed syllable. */
export function isSyllable(code: number): boolean {
  return code >= FIRST_SYLLABLE && code <= LAST_SYLLABLE;
}

/** Whether a text contains a composed syllable; `hasHangul` also accepts single letters. */
export function hasSyllable(text: string): boolean {
  return SYLLABLE.test(text);
}

/** Whether a text consists only of composed syllables. */
export function isHangul(text: string): boolean {
  return SYLLABLES.test(text);
}

/** Indexes of the vowels that contract with an ending, or result from it. */
export const VOWEL = { a: 0, eo: 4, yeo: 6, o: 8, wa: 9, wae: 10, oe: 11, u: 13, wo: 14, eu: 18, i: 20 } as const;

/** Indices of the finals that endings add. */
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

/** Replaces the vowel or the final of the last syllable. */
export function withLast(syllables: string, changed: Partial<Syllable>): string {
  return syllables.slice(0, -1) + composed({ ...decomposed(syllables.slice(-1)), ...changed });
}

/**
 * Returns the index of the final consonant of a text's last character: 0 without one, -1 if the text does not end in a syllable.
 * @example finalOf('서울') // FINAL.l
 */
export function finalOf(text: string): number {
  const code = text.charCodeAt(text.length - 1);
  return isSyllable(code) ? (code - FIRST_SYLLABLE) % FINALS : -1;
}
