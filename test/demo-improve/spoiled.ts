/** Words that are removed from their groups of synonyms: words of the users that the documents do not contain. */
export const LOST_SYNONYMS = [
  '인턴',
  '수업료',
  '불입',
  '자습실',
  '상병휴가',
  '산전후휴가',
  '잔업',
  '진급',
  '실적평가',
  '투잡',
  '국외',
  '탄력근무',
  '허락',
  '법카',
  '증거서류',
  '사용요금',
  '병역휴학',
  '책임시수',
  '패스워드',
  '인강',
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

/** Rules that are spoiled by a pattern that matches too much. */
export const SPOILED_INTENTS = [
  { id: 'greeting-ko', pattern: '(나요|까요)[?？]?$' },
  { id: 'greeting-en', pattern: '^(how|which|who)\\b' },
] as const;

/** Spoiled weights: the question's own words have no weight. */
export const SPOILED_WEIGHTS = [
  { path: ['first', 'words'], value: 0 },
  { path: ['second', 'words'], value: 0 },
] as const;
