/** The language of a text of the documents, for the voice of a screen reader and for hyphenation. */
export const languageOf = (text: string): 'ko' | 'en' => (/[가-힣]/.test(text) ? 'ko' : 'en');
