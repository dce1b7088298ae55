import { PeriodUnit, YearPart } from './calendar-period.js';

/** Periods by their own names: unit, offset from the caller's day, words. */
export const NAMED: readonly (readonly [unit: PeriodUnit, offset: number, words: string])[] = [
  ['year', -2, '재작년|지지난해|the year before last'],
  ['year', -1, '작년도|전년도|작년|지난해|전년'],
  ['year', 0, '금년도|당해년도|당해 연도|올해|금년|당해'],
  ['year', 1, '내년도|익년도|차년도|내년|명년|익년'],
  ['year', 2, '내후년'],
  ['month', -1, '전월'],
  ['month', 0, '이달|금월|당월'],
  ['month', 1, '내달|익월'],
  ['week', 0, '금주'],
  ['term', -1, '전학기|전 학기'],
  ['day', -2, '엊그제|그저께|그제|the day before yesterday'],
  ['day', -1, '어제|어저께|yesterday'],
  ['day', 0, '오늘|지금|현재|현행|요즘|요새|today|now|currently|nowadays|at present|at the moment|these days'],
  ['day', 1, '내일|tomorrow'],
  ['day', 2, '모레|the day after tomorrow'],
];

/** Words before a unit, with what they add to the caller's one: `지난 학기`, `next quarter`. */
export const OFFSETS: readonly (readonly [offset: number, words: string])[] = [
  [-2, '지지난|저저번'],
  [-1, '지난번|지난|저번|직전|last|previous|prior'],
  [0, '이번|this|current'],
  [1, '다음번|다음|오는|next|coming|upcoming'],
  [2, '다다음'],
];

export const UNITS: readonly (readonly [unit: PeriodUnit, words: string])[] = [
  ['academic year', '학년도|academic year|school year'],
  ['year', '해|년도|연도|calendar year|year'],
  ['half', '반기|half-year'],
  ['quarter', '분기|quarter'],
  ['term', '학기|semester|term'],
  ['month', '달|개월|month'],
  ['week', '주일|주|week'],
];

/** Parts of a year: unit, which one, words. */
export const PARTS: readonly (readonly [...YearPart, words: string])[] = [
  ['half', 1, String.raw`상반기|전반기|(?:first|1st) half|h1`],
  ['half', 2, String.raw`하반기|후반기|(?:second|2nd) half|h2`],
  ['quarter', 1, String.raw`1\s?(?:사\s?)?분기|(?:first|1st) quarter|q1`],
  ['quarter', 2, String.raw`2\s?(?:사\s?)?분기|(?:second|2nd) quarter|q2`],
  ['quarter', 3, String.raw`3\s?(?:사\s?)?분기|(?:third|3rd) quarter|q3`],
  ['quarter', 4, String.raw`4\s?(?:사\s?)?분기|(?:fourth|4th) quarter|q4`],
  ['term', 1, String.raw`(?:제\s?)?1\s?학기|봄\s?학기|(?:first|1st|spring) (?:term|semester)|spring`],
  ['term', 2, String.raw`(?:제\s?)?2\s?학기|가을\s?학기|(?:second|2nd|fall|autumn) (?:term|semester)|fall|autumn`],
];

/** Texts that are in force: `예전 규정`, `the old policy`. */
const RULES =
  '규정|규칙|지침|기준|내규|학칙|제도|조항|조문|방침|요강|정책|약관|편람|안내|버전|판본|판|rules?|regulations?|polic(?:y|ies)|guidelines?|versions?|editions?|' +
  'handbooks?|by-?laws?|terms|provisions?|wording|text|statutes?|codes?';
/** What a document of rules may state; `last year's fee` has the fee of last year's edition. */
export const RULE_NOUN = new RegExp(String.raw`^\s?(?:${RULES})`, 'iu');

/**
 * Times that the editions themselves give. `previous`: the edition before the one in force; `earlier`: all before it; `later`: from tomorrow
 * on. Those of the second list need a text in force after them, or a verb in the past, since they have other meanings, too.
 */
export const BY_EDITION: readonly (readonly [
  relation: 'previous' | 'earlier' | 'later' | 'now',
  isSure: boolean,
  pattern: string,
])[] = [
  [
    'previous',
    true,
    String.raw`(?:개정|개편|바뀌|달라지|고치|고쳐지)(?:되)?기?\s?(?:전|이전)(?![가-힣]{0,2}형)|직전\s?(?=${RULES})|before the new (?=${RULES})|` +
      String.raw`before (?:(?:the|it|this|that|they|its|last|latest|most recent|rules?|polic(?:y|ies)|was|were|is|are|got|had|has|been|being) ){0,5}` +
      String.raw`(?:chang|amend|revis|updat|reform)\w{0,5}`,
  ],
  ['previous', false, String.raw`(?:변경|수정)(?:되기)?\s?(?:전|이전)`],
  ['now', true, String.raw`(?:개정|바뀐|개정된)\s?(?:후|뒤|이후|다음)|since the (?:change|amendment|revision|update)`],
  [
    'earlier',
    true,
    String.raw`예전|옛날|과거(?!\s?\d)|종전|그\s?전(?=에)|previously|formerly|in the past(?!\s(?:\d|\w+ (?:years|months|weeks|days)))|` +
      String.raw`(?<=what |it |they |that |we |there )used to|used to(?= be)|use to|back then|` +
      String.raw`(?:옛|구|이전|기존|지난|old|older|previous|former|prior|earlier|past|superseded|outdated)\s?(?=(?:${RULES})(?![가-힣]*\s?(?:개정|변경)))`,
  ],
  [
    'earlier',
    false,
    String.raw`(?<![년월기]\s?)이전(?=에)|(?<=^|[,.?!] )전(?=에는|엔)|before(?=[?.!\s]*$)|earlier(?=[?.!\s]*$)`,
  ],
  ['later', true, String.raw`앞으로|향후|from now on|going forward|in (?:the )?future`],
];

/** Nouns of people: `2025학년도 입학생` is a person of that year, under the rule of today. */
export const PERSON =
  /^\s?(?:[가-힣]{2,12}자|[가-힣]{0,12}(?:입학생|신입생|편입생|재학생|졸업생|휴학생|복학생|학생|학번|직원|교원|회원|사람))(?=[은는이가도의을를에,\s?]|$)|^(?:'s)? (?:freshm[ae]n|students?|graduates?|entrants?|applicants?|employees?|hires|members?|starters|joiners|enrol{1,2}ees|intake|cohort|people|residents?|tenants?|users?)\b/iu;
