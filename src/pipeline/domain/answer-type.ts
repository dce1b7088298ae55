import { AnswerForm, answerForm } from './answer-form.js';
import { escaped } from '../../text/folded-text.js';
import { memoize } from '../../text/memoize.js';
import { readValues } from '../../text/values/read-values.js';
import { isQuantity, Value } from '../../text/values/value.js';

/** Recognizes a text that contains something. */
export interface Recognizer {
  test(text: string): boolean;
}

/** The kind of thing that a question asks for, with a pattern that recognizes it in a text. */
export interface AnswerType {
  readonly kind: 'time' | 'amount' | 'count' | 'person' | 'place' | 'document' | 'named' | 'other';
  /** Matches a text that contains an answer of this kind; undefined for `other`. */
  readonly pattern: Recognizer | undefined;
  /** Matches a condition on who is meant, which only looks like an answer of this kind. */
  readonly condition?: RegExp;
  /** Matches the heading of a passage that is about this kind of thing; undefined if headings do not show it. */
  readonly heading?: RegExp;
  /** The form of the answer, independent of the kind of thing; absent if the question is unknown. */
  readonly form?: AnswerForm;
}

/** Sentences of frequently found passages whose values are kept. */
const REMEMBERED = 20_000;
const valuesOf = memoize(REMEMBERED, (text: string) => readValues(text));

/** Recognizes a text with such a value, or with words in the place of one. */
const holding = (isMeant: (value: Value) => boolean, words?: RegExp): Recognizer => ({
  test: (text) => words?.test(text) === true || valuesOf(text).some(isMeant),
});
const isOf =
  (...dimensions: readonly string[]) =>
  (value: Value): boolean =>
    isQuantity(value) && dimensions.includes(value.dimension);
const isTerm = isOf('semester', 'school year', 'calendar month');
const isOften = isOf('times');
const isMeasure = isOf('metre', 'byte', 'character', 'page', 'sheet');
const isTime = (value: Value): boolean => ['date', 'time', 'duration'].includes(value.kind) || isTerm(value);
const isLength = (value: Value): boolean => (isTime(value) && value.kind !== 'date') || isOften(value);
const isSum = ({ kind }: Value): boolean => kind === 'amount' || kind === 'share';
const NUMBER = holding(isQuantity);

const TIME = holding(
  isTime,
  /(전|후|이내|까지|부터|이전|이후|즉시|지체 없이|매년|매월|매달|매주|매일|매학기|해마다|달마다|날마다|[월화수목금토일]요일|평일|주말|공휴일|학기 ?(초|말|중))|\b(second|minute|hour|day|week|month|quarter|year|night|morning|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december|daily|weekly|monthly|annually|immediately|before|after|until|within|every|once)s?\b/iu,
);
const DEADLINE = /(까지|이내|안에|내에|동안|(\d|개강|종강|시작|학기)\S{0,6}\s?(전|후)(에|까지|부터)?(?![가-힣]))/u;
/** `개강일 전에 허가를 받은 학생은`: says which students are meant, and is not a deadline. */
const BEFORE_OR_AFTER_WHOSE =
  /(?:전|후)에\s(?=(?:[가-힣]{1,30}\s){0,3}[가-힣]{0,30}(?:은|는|[한된던할될])\s[가-힣]{0,30}(?:학생|[가-힣]생|사람|자|[교직]원)(?:은|는|이|가|만|에게|에|의|을|를|도)?(?:\s|$))/gu;
/** A number in a column of sums, without a currency. */
const SUM_IN_TABLE = String.raw`\|\s{0,20}\d{1,3}(?:,\d{3}){1,5}\s{0,20}(?:\||$)`;
const AMOUNT = holding(isSum, new RegExp(`전액|무료|면제|free|${SUM_IN_TABLE}`, 'iu'));
const PERSON =
  /(장|팀|처|과|부서|위원회|교수|총장|직원|담당|센터|원|실|학생|사람|officer|team|lead|manager|desk|owner|engineer|administrator|director|committee|group|staff|on-call|[A-Z][a-z]+)/u;
const PLACE =
  /(팀|처|과|실|센터|원|관|실|건물|층|시스템|홈페이지|사이트|창구|\bin\b|\bat\b|\bon\b|\bto\b|[A-Z][a-z]+)/u;
/** Document nouns by their endings, in the context of submission; 에서, 부서 and 순서 are excluded. */
const PAPER =
  /(?:(?<![에부순질독용정로어아해])서|등록증|신분증|확인증|허가증|자격증|면허증|학생증|영수증|증빙|사본|등본|초본|서류|원서|서식|통장|복학원|휴학원|자퇴원)(?:류|들)?(?:을|를|와|과|및|의|,|·|\s|$)|별지/u;
const ENGLISH_PAPER =
  /\b(form|certificate|letter|cop(?:y|ie)|report|statement|receipt|licen[cs]e|passport|proof|evidence|document|application|plan|transcript|invoice|contract|ticket|record|badge|identification)s?\b/iu;

/** A length of time or how often; excludes `within the agency`, `before the panel` and `350 tokens`. */
const LENGTH_OF_TIME = holding(
  isLength,
  /(?<![a-z])(?:second|minute|hour|day|week|month|quarter|year|night|semester|term)s?(?![a-z])|(?<![a-z])(?:once|twice|every|daily|weekly|biweekly|monthly|quarterly|annually|yearly|immediately|indefinitely|permanent(?:ly)?|until)(?![a-z])|매[년월달주일]|즉시|무기한/iu,
);
const MONEY = holding(isSum, new RegExp(`free of charge|no charge|전액|무료|면제|${SUM_IN_TABLE}`, 'iu'));

/** `길이는 얼마`, `얼마나 무거워야`: asks for a measure, not for money. */
const KOREAN_MEASURE =
  /(?:길이|무게|크기|거리|높이|너비|폭|깊이|온도|습도|용량|속도|면적|넓이|두께|분량|전압|농도|압력)(?:은|는|이|가)? ?(?:최소 |최대 )?(?:얼마|어느 정도)|얼마나 ?(?:긴|길|짧|크|큰|작|높|낮|무거|무겁|가벼|가볍|넓|좁|두꺼|두껍|먼|멀|가까|빠르|빨라|느리|뜨거)/u;

/** Recognizes a number with one of these units or with another one of the same dimension: people say `번`, rules write `회`. */
function counting(...units: readonly string[]): Recognizer {
  const meant = new Set(
    units.flatMap((unit) =>
      valuesOf(`3${unit}`)
        .filter(isQuantity)
        .map(({ dimension }) => dimension),
    ),
  );
  return holding((value) => isQuantity(value) && meant.has(value.dimension));
}

/** `몇 학점`, `몇 명`: a number with that unit. */
function koreanCount(text: string): AnswerType | undefined {
  const unit =
    /몇(?!이서|\s?명이서|몇)\s?([가-힣]{1,3}?)(?:까지|부터|이나|이상|이하|이내|동안|안에|전|후|마다|씩|을|를|이|가|은|는|의|로|에|인|$|[\s?])/u.exec(
      text,
    )?.[1];
  // `몇 시` asks for a time of day, which has more than one notation.
  return unit === undefined || unit === '시' ? undefined : { kind: 'count', pattern: counting(unit) };
}

/** `비율 같은 것이 정해져 있다던데`, `점수가 어떻게 되나요`: vague questions name the kind of value instead of a question word. */
const VAGUELY = String.raw`(?: ?같은 ?(?:것|거|게))?(?:이|가|은|는|을|를|도)? ?(?:정해|따로 있|있다|있나|있는지|어떻게 ?(?:되|돼|됩)|뭐|무엇|궁금|알려|[?？]|$)`;
const vaguely = (nouns: string): RegExp => new RegExp(`(?:^|[\\s,])(?:${nouns})${VAGUELY}`, 'u');
const VAGUE: readonly (readonly [asks: RegExp, type: AnswerType])[] = [
  [vaguely('돈|액수'), { kind: 'amount', pattern: AMOUNT }],
  [vaguely('비율|퍼센트|몫'), { kind: 'amount', pattern: holding(({ kind }) => kind === 'share', /\d\s?할|전액/u) }],
  [
    /(?:^|\s)(?:최대|최소|총) ?(?:이수 ?)?(?:학점|시수)|(?:학점|시수) ?[?？]?$/u,
    { kind: 'count', pattern: counting('학점', '시간') },
  ],
  [vaguely('점수|배점|벌점|평점'), { kind: 'count', pattern: counting('점', '.5') }],
  [vaguely('(?:사람|인원) ?수|인원|정원'), { kind: 'count', pattern: counting('명') }],
  [
    vaguely('(?:개수나 )?횟수|(?:횟수나 )?개수'),
    { kind: 'count', pattern: counting('회', '개', '건', '과목', '학점', '편', '권', '책', '배') },
  ],
  [
    /(?:승인|허가|허락|심의|동의|결재)\S{0,2} ?(?:받을|받아야 할|받는|할|하는|맡는|해 ?주는) ?(?:곳|데|사람|부서|기관)/u,
    { kind: 'person', pattern: /승인|허가|심의|의결|동의|결재|추천|제청|확인을 받/u },
  ],
];

function koreanType(text: string): AnswerType | undefined {
  if (/며칠/u.test(text)) return { kind: 'count', pattern: holding(({ kind }) => kind === 'duration', /당일|즉시/u) };
  const count = koreanCount(text);
  if (count !== undefined) return count;
  if (KOREAN_MEASURE.test(text)) return { kind: 'count', pattern: NUMBER };
  if (/얼마나 (오래|걸|지나|있어야|기다|자주)|얼마 ?동안|얼마 만에/u.test(text)) return { kind: 'time', pattern: TIME };
  if (/얼마|금액|비용|요금|몇 ?(퍼센트|프로|%)/u.test(text)) return { kind: 'amount', pattern: AMOUNT };
  if (/언제까지|기한|마감|시한/u.test(text))
    return { kind: 'time', pattern: DEADLINE, condition: BEFORE_OR_AFTER_WHOSE };
  if (/언제|기간|몇 시/u.test(text)) return { kind: 'time', pattern: TIME };
  if (/누가|누구|어느 (부서|팀|기관)|담당/u.test(text)) return { kind: 'person', pattern: PERSON };
  if (/어디/u.test(text)) return { kind: 'place', pattern: PLACE };
  if (/(어떤|무슨|필요한|제출) ?(서류|증빙|문서|서식|양식)|(서류|증빙)\S{0,2} ?(뭐|무엇|뭘|필요|내야|제출)/u.test(text))
    return { kind: 'document', pattern: PAPER };
  return VAGUE.find(([asks]) => asks.test(text))?.[1];
}

/** `which manufacturer`, `in which city`: a text without the noun does not name one. A prefix of six letters also matches plurals. */
function named(text: string): AnswerType | undefined {
  const noun = /\b(?:which|in what|what kind of|what type of)\s+([a-z]{4,})/iu.exec(text)?.[1];
  return noun === undefined
    ? undefined
    : { kind: 'named', pattern: new RegExp(`\\b${escaped(noun.slice(0, 6))}`, 'iu') };
}

const ENGLISH_ASKING = /\b(?:what|when|where|who|whom|whose|which|why|how)\b/iu;
/** The text after the noun that a fragment asks for: `price from the airport`, `sick leave limit?`. */
const ASKED_END = String.raw`(?=\s{1,5}(?:of|for|from|to|on|in|at|per|by|when|if|with|after|before|under)\b|\s{0,5}[?:,.;!-]|\s{0,5}$)`;
const fragment = (nouns: string): RegExp => new RegExp(String.raw`\b(?:${nouns})${ASKED_END}`, 'iu');
const FRAGMENTS: readonly (readonly [asks: RegExp, type: AnswerType])[] = [
  [fragment('prices?|fees?|costs?|fares?|salary|surcharge'), { kind: 'amount', pattern: MONEY }],
  [fragment('deadline|due date|lead time|turnaround|duration|waiting time'), { kind: 'time', pattern: LENGTH_OF_TIME }],
  [
    fragment('percentage|percent|ratio|limit|maximum|minimum|max|min|quota|cap|threshold'),
    { kind: 'count', pattern: NUMBER },
  ],
];

/** `bart price from SFO`, `summary rating award percentage`: a noun phrase without a question word names the kind of value last. */
function fragmentType(text: string): AnswerType | undefined {
  return ENGLISH_ASKING.test(text) ? undefined : FRAGMENTS.find(([asks]) => asks.test(text))?.[1];
}

/** `how much notice`, `how much sick leave`: asks for hours and days, not for money. */
const HOW_MUCH_TIME = /\bhow much (?:[a-z-]{1,20} ){0,3}(?:time|leave|notice|vacation|overtime|hours)\b/iu;

/** `how long must a password be`: asks for characters or pages, or for time. */
const HOW_LONG_TO_BE = /\bhow long\b.{0,80}\bbe\b\s{0,3}[?.!]{0,3}\s{0,3}$/iu;
const LENGTH_OF_THING = holding((value) => isLength(value) || isMeasure(value) || (isQuantity(value) && value.free));

function englishType(text: string): AnswerType | undefined {
  if (/\b(what|which) (date|day|month|year)\b/iu.test(text))
    return { kind: 'time', pattern: holding(({ kind }) => kind === 'date') };
  if (HOW_MUCH_TIME.test(text)) return { kind: 'time', pattern: LENGTH_OF_TIME };
  if (
    /\b(price|fee|cost|costs|pay|paid|charged?|sum|salary|budget|expensive|invoice)\b(?! periods?\b)/iu.test(text) &&
    /\b(how much|what|which)\b/iu.test(text)
  ) {
    return { kind: 'amount', pattern: MONEY };
  }
  if (HOW_LONG_TO_BE.test(text)) return { kind: 'count', pattern: LENGTH_OF_THING };
  if (/\bhow (long|often|soon|frequently|quickly)\b/iu.test(text)) return { kind: 'time', pattern: LENGTH_OF_TIME };
  if (/\bwhen\b|\bwhat time\b|\bdeadline\b/iu.test(text)) return { kind: 'time', pattern: TIME };
  if (
    /\bhow many\b|\bhow (large|big|high|low|far|old|fast|deep|wide|small|tall|heavy|thick|hot|warm|cold|strong|loud)\b|\bwhat (percentage|percent|fraction|share|number|size|limit|threshold|rate|port|version)\b/iu.test(
      text,
    )
  ) {
    return { kind: 'count', pattern: NUMBER };
  }
  if (/\bhow much\b/iu.test(text)) return { kind: 'amount', pattern: NUMBER };
  if (/\bwho(m|se)?\b|\bwhich (team|group|person|role)\b/iu.test(text)) return { kind: 'person', pattern: PERSON };
  if (/\bwhere\b/iu.test(text)) return { kind: 'place', pattern: PLACE };
  if (/\b(what|which) (documents?|papers?|paperwork|forms?|certificates?|evidence|proof)\b/iu.test(text))
    return { kind: 'document', pattern: ENGLISH_PAPER };
  return named(text) ?? fragmentType(text);
}

/** Question patterns, with the headings of articles that answer them. Articles do not contain the question word itself. */
const HEADINGS: readonly (readonly [asks: RegExp, heading: RegExp])[] = [
  [/언제|며칠|기한|기간|마감|얼마나 오래/u, /기간|기한|시기|일정|일수|지급일|납부일/u],
  [/얼마|금액|비용|요금/u, /금액|요금|비용|수당|단가|지급액|[^관]료(?![가-힣])|기준액/u],
  [/어떻게|방법|절차|어디(서|에)/u, /방법|절차|신청|처리/u],
  [/서류|증빙/u, /서류|제출|신청/u],
  [/누가|누구|어느 (부서|팀)|담당/u, /담당|소관|구성|관할|위원회|책임/u],
  [/자격|조건|요건|할 수 있|가능/u, /자격|요건|대상|조건|제한/u],
  [/\bwho\b/iu, /approv|owner|responsib|contact|roles?\b/iu],
  [
    /\bhow (long|often|soon)\b|\bwhen\b/iu,
    /period|schedule|retention|lifetime|interval|timeout|window|expiry|rotation|deadline/iu,
  ],
  [/\bhow (do|can|to)\b/iu, /\bhow\b|procedure|steps?\b|ing\b/iu],
];

/** `입사한 지 얼마 안 됐습니다`, `시간이 얼마 없어서`: a story that asks for no amount. */
const NOT_LONG = /얼마 ?(?:안 ?(?:됐|되|돼|남)|되지 ?않|남지 ?않|전에|없)\S*/gu;

/** Classifies what a question asks for. Both languages have few question words, so rules suffice. */
export function answerType(question: string): AnswerType {
  const text = question.normalize('NFC').replace(NOT_LONG, ' ');
  const type = koreanType(text) ?? englishType(text) ?? { kind: 'other', pattern: undefined };
  const heading = HEADINGS.find(([asks]) => asks.test(text))?.[1];
  const form = answerForm(text);
  return heading === undefined ? { ...type, form } : { ...type, form, heading };
}

/** Whether a sentence, in its context, contains something of the requested kind; true if the question has no particular type. */
export function holdsAnswerType(type: AnswerType, sentence: string, around: string): boolean {
  if (type.pattern === undefined) return true;
  const said = type.condition === undefined ? sentence : sentence.replace(type.condition, ' ');
  // A number or date must be in the sentence itself. A named kind of thing may be in the text around it.
  return type.pattern.test(said) || (type.kind === 'named' && type.pattern.test(around));
}
