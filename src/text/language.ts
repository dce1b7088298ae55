export type Language = 'en' | 'ko';

const HANGUL = /[\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3]/gu;
const LATIN = /[a-z]/giu;

/**
 * The language to answer in: Korean when at least a fifth of the letters are Hangul, since Korean questions quote
 * English names freely while English ones rarely hold Hangul beyond a name.
 */
export function detectLanguage(text: string): Language {
  // Decomposed, a syllable would count as two or three letters.
  const composed = text.normalize('NFC');
  const hangul = composed.match(HANGUL)?.length ?? 0;
  const latin = composed.match(LATIN)?.length ?? 0;
  return hangul > 0 && hangul * 4 >= latin ? 'ko' : 'en';
}

export function hasHangul(text: string): boolean {
  return /[\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3]/u.test(text);
}
