export type Language = 'en' | 'ko';

const HANGUL = /[\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3]/gu;
const LATIN = /[a-z]/giu;

/**
 * Returns the language to answer in: Korean if at least a fifth of the letters are Hangul, since Korean questions often contain English
 * names, while English ones rarely contain Hangul beyond a name.
 */
export function detectLanguage(text: string): Language {
  // A decomposed syllable would count as two or three letters.
  const composed = text.normalize('NFC');
  const hangul = composed.match(HANGUL)?.length ?? 0;
  const latin = composed.match(LATIN)?.length ?? 0;
  return hangul > 0 && hangul * 4 >= latin ? 'ko' : 'en';
}

export function hasHangul(text: string): boolean {
  return /[\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3]/u.test(text);
}
