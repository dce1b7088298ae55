/** The language that a text of the documents is in, for the voice of a screen reader and for hyphenation. */
export const languageOf = (text: string): 'ko' | 'en' => (/[가-힣]/.test(text) ? 'ko' : 'en');
