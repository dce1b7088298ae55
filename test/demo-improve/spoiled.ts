/** Groups of synonyms that are removed, by one of their words: such that questions are lost without them. */
export const LOST_SYNONYMS = [
  '현장실습',
  '수업료',
  '납부',
  '열람실',
  '병가',
  '출산휴가',
  '초과근무',
  '승진',
  '성과평가',
  '겸직',
  '해외',
  '유연근무',
  '승인',
  '법카',
  '증빙',
  '기자재',
  '군휴학',
  '책임시수',
  '질병',
  '원격수업',
] as const;

/** Rules of the intents that are removed, by their id. */
export const LOST_INTENTS = [
  'find-ko',
  'find-en',
  'documents-about-en',
  'explain-ko',
  'procedure-ko',
  'explain-en',
  'how-it-works-en',
  'asking-word-en',
] as const;

/** Rules that are spoiled by a pattern that fits too much. */
export const SPOILED_INTENTS = [
  { id: 'greeting-ko', pattern: '(나요|까요)[?？]?$' },
  { id: 'greeting-en', pattern: '^(how|which|who)\\b' },
] as const;

/** Weights that are spoiled: nothing speaks for the question's own words any more. */
export const SPOILED_WEIGHTS = [
  { path: ['first', 'words'], value: 0 },
  { path: ['second', 'words'], value: 0 },
] as const;
