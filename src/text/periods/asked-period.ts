import { baseForm } from '../english/english-irregular-forms.js';
import { decomposed, FINAL, isHangul } from '../korean/hangul-syllable.js';
import { hasHangul } from '../language.js';
import { TextSpan } from '../text-span.js';
import { calendarDay } from '../values/calendar-day.js';
import { readValues } from '../values/read-values.js';
import { addDays, Period } from './calendar-period.js';
import { PeriodMention, periodMentions } from './period-mentions.js';
import { PERSON, RULE_NOUN } from './period-words.js';

/** The time for which a question wants the rules, as it says it. */
export interface AskedPeriod {
  readonly periods: readonly Period[];
  /** Set if the editions give the time: all before the one in force, or the last of those. `periods` is then empty. */
  readonly relation: 'previous' | 'earlier' | undefined;
  /** Everything in the question that says so, with its particles and prepositions. */
  readonly spans: readonly TextSpan[];
  /** See `PeriodMention`. */
  readonly wordings: PeriodMention['wordings'];
}

/** What marks the day of a question, in contrast to a date that belongs to the rule (`2026년 3월 1일까지`). */
const MARK_AFTER =
  /^\s?자?\s?(?:기준(?:으로는|으로|으론|에는|에|엔|의)?|현재|당시(?:에는|에|의)?|시점(?:에서는|에서|으로|에)?)(?![가-힣])/u;
const MARK_BEFORE = /\b(?:as of|as at|in force on|valid on|in effect on)(?: the)?\s+$/iu;
const LONGEST_MARK = 24;

/** The complete date at which a question wants the documents, with its mark: `2025년 9월 1일 기준으로`, `as of 2025-09-01`. */
export function askedDay(text: string): ({ readonly day: string } & TextSpan) | undefined {
  for (const value of readValues(text)) {
    if (value.kind !== 'date' || value.isAmbiguous) continue;
    const { start, end, year, month, day: date } = value;
    const day = calendarDay(String(year), String(month), String(date));
    const before = MARK_BEFORE.exec(text.slice(Math.max(0, start - LONGEST_MARK), start))?.[0] ?? '';
    const after = MARK_AFTER.exec(text.slice(end, end + LONGEST_MARK))?.[0] ?? '';
    if (day !== undefined && before + after !== '')
      return { day, start: start - before.length, end: end + after.length };
  }
  return undefined;
}

type Tense = 'past' | 'present' | 'future';

const LATER = /예정|될까|할까|바뀔|게 되나|\b(?:will|shall|going to)\b/iu;
const AUXILIARY =
  /\b(?:(was|were|did|had|could|used to)|is|are|do|does|can|may|must|should|will|would|has|have)(?:n't|n’t)?\b/iu;
/** `students who enrolled …`, `if I enrolled …`: the verb of another clause. */
const CLAUSE =
  /(?:\S\s{1,5}(?:who|that|which|whose|whom)|(?:^|\s)(?:if|because|although|since|when (?:i|you|we|they|he|she|someone)))\b/iu;

/** A syllable with ㅆ is past, but in 있다 and 겠. */
const isPastWord = (word: string): boolean =>
  Array.from(word).some((one) => isHangul(one) && !/[있겠]/u.test(one) && decomposed(one).final === FINAL.ss);
/** `였는데`, `했지만`: another clause follows. */
const goesOn = (word: string): boolean => /(?:는데|지만|고|으나|으며|으니|면|니까|라서|어서|아서),?$/u.test(word);

/** The tense of the question: of the last words in Korean, of the first auxiliary outside other clauses in English. */
function tenseOf(text: string): Tense {
  if (LATER.test(text)) return 'future';
  if (hasHangul(text)) {
    const sentence =
      text
        .split(/[.?!？]+\s*/u)
        .filter((one) => one.trim() !== '')
        .findLast((one) => !/^(?:알려|말해|답해)/u.test(one.trim())) ?? '';
    const last = sentence
      .split(/\s+/u)
      .filter((word) => word !== '')
      .slice(-3);
    return last.some((word) => isPastWord(word) && !goesOn(word)) ? 'past' : 'present';
  }
  const main = text
    .replaceAll(/\b(?:who|that|which|whose)\s+(?:was|were|had|did|is|are)\b/giu, ' ')
    .replaceAll(/(?:^|, |\s)(?:if|because|although|when i)\b[^,?]*/giu, ' ');
  return AUXILIARY.exec(main)?.[1] === undefined ? 'present' : 'past';
}

const LIMIT_AFTER = /^\s?(?:까지|이내|이후|부터|안에)/u;
const LIMIT_BEFORE =
  /\b(?:by|until|till|before|within|since|after|from|through|due(?: in)?|starting(?: in)?)\s(?:the\s)?(?:start of |end of |beginning of )?(?:the\s)?$/iu;
/** `different from last year's rules`: no limit, but what is compared. */
const COMPARED_BEFORE = /\b(?:differ\w*|compared|chang\w*)\s(?:from|since|to|with)\s(?:the\s)?$/iu;
const FROM_THEN_ON = /^\s?부터/u;
const FROM_BEFORE = /\b(?:from|since|starting(?: in)?)\s(?:the\s)?$/iu;
/** A topic belongs to the whole sentence, not to the next verb. */
const TOPIC = /^(?:에는|엔|에도|에서는|은|는)(?=[\s,?]|$)/u;
/** Verbs of texts in force: `작년에 시행된 규정`. */
const IN_FORCE = /^(?:시행|적용|유효|발효|통용|개정|제정)/u;
const ADNOMINAL =
  /(?:[한된던온쓴낸킨긴린든둔뀐힌친할될]|하는|되는|(?:끝|떠|어|나|만)난|(?:들어|나|돌아|올라)간|(?:받|입|잃|얻|맡|찾|남|뽑|적|넣|낳|놓|겪)은|^산|^살던)$/u;

/** Whether the time belongs to a person, a thing or another clause: `작년에 입학한 학생`, `laptops bought last year`. */
function isOfSomethingElse({ before, after }: Around, tense: Tense): boolean {
  if (RULE_NOUN.test(after)) return false;
  if (PERSON.test(after)) return true;
  if (hasHangul(before + after)) {
    const words = after.split(/\s+/u).slice(1);
    const background = words.findIndex((word) => isPastWord(word) && goesOn(word));
    if (background !== -1 && background < words.length - 1) return true;
    if (TOPIC.test(after)) return false;
    const verb = words.slice(0, 4).findIndex((word) => ADNOMINAL.test(word));
    return (
      verb !== -1 &&
      verb < words.length - 1 &&
      !IN_FORCE.test(words[verb] ?? '') &&
      !RULE_NOUN.test(words[verb + 1] ?? '')
    );
  }
  if (CLAUSE.test(before.split(/[,?.;]/u).at(-1) ?? '')) return true;
  const asks = /[.;]\s|,\s(?:but|and|so|what|how)?\s?/iu.exec(after);
  if (
    asks !== null &&
    AUXILIARY.test(after.slice(0, asks.index)) &&
    /\b(?:what|how|when|where|which|who)\b/iu.test(after.slice(asks.index))
  )
    return true;
  const verb =
    /(?<!\p{L})(\p{L}{1,30}) (?:(?:back )?(?:in|during|on|of) )?(?:the )?$/u.exec(before)?.[1]?.toLowerCase() ?? '';
  const isParticiple = /[^e]ed$/u.test(verb) || (verb !== '' && baseForm(verb) !== verb && !AUXILIARY.test(verb));
  return tense !== 'past' && isParticiple && AUXILIARY.test(before);
}

/** Characters around a time that decide what it belongs to: most of any question, and a bound for long texts. */
const AROUND = 400;

interface Around {
  readonly before: string;
  readonly after: string;
}

/** What comes before a time is named `the rules before 2025`; otherwise the time itself. */
function periodOfMention(
  { period, nearest }: PeriodMention,
  { before, after }: Around,
  tense: Tense,
): Period | undefined {
  const own = period ?? (tense === 'present' ? undefined : nearest?.(tense));
  if (own === undefined || own.from === null) return own;
  return /^\s?이전/u.test(after) || /\bbefore\s$/iu.test(before) ? { from: null, to: addDays(own.from, -1) } : own;
}

/** A bare year is a number anywhere else: `in 2025`, `the 2025 rules`, `What about 2025?`. */
function isYearPlace({ before, after }: Around): boolean {
  return (
    /\b(?:in|during|for|of|from|since|until|by|before|after|throughout|about|year|as of)\s$/iu.test(before) ||
    RULE_NOUN.test(after) ||
    /^['’]s\b/u.test(after) ||
    (/^(?:and|or|[^\p{L}\d])*$/iu.test(before) && /^[^\p{L}\d]*$/u.test(after))
  );
}

function timeAsked(
  mention: PeriodMention,
  around: Around,
  tense: Tense,
  today: string,
): Period | 'previous' | 'earlier' | undefined {
  const { relation, isSure } = mention;
  const { before, after } = around;
  const isOfText = RULE_NOUN.test(after);
  if (relation !== undefined) {
    if (!isSure && tense !== 'past' && !isOfText) return undefined;
    const isAside = isOfSomethingElse(around, tense) || /^ \p{L}+ed\b/u.test(after);
    return isAside && tense !== 'past' ? undefined : relation;
  }
  const period = periodOfMention(mention, around, tense);
  if (period === undefined) return undefined;
  const isBareYear = !isSure && /^\d+$/u.test(mention.wordings[0]?.[0] ?? '');
  if (isBareYear ? !isYearPlace(around) : !isSure && tense !== 'past') return undefined;
  const side: Tense =
    period.to !== null && period.to < today
      ? 'past'
      : period.from !== null && period.from > today
        ? 'future'
        : 'present';
  const isLimit = LIMIT_AFTER.test(after) || (LIMIT_BEFORE.test(before) && !COMPARED_BEFORE.test(before));
  const isFrom = FROM_THEN_ON.test(after) || FROM_BEFORE.test(before);
  if (isLimit && !(side === 'past' ? tense === 'past' : side === 'future' && isFrom)) return undefined;
  // What somebody did is judged by the rule of today, and what somebody will do by the rule of that time.
  if (side !== 'future' && !(side === 'past' && tense === 'past') && isOfSomethingElse(around, tense)) return undefined;
  return period;
}

const PARTICLES =
  /^(?:(?:에는|에도|에서는|에|엔|의|까지는|까지|부터는|부터|은|는|도|이전에는|이전|과|와|이랑|하고|당시(?:에는|에|의)?)요?|['’]s)(?![가-힣])|^\s?기준(?:으로는|으로|에는|에|의)?(?![가-힣])/u;
const PREPOSITION =
  /(?<![\p{L}\d])(?:as of|in|during|for|from|of|since|until|before|throughout|about|under|by|according to)\s(?:the\s)?$|(?<![\p{L}\d])(?:the|back)\s$/iu;
/** `예전 규정에서는`, `under the old rules`: the text in force, not the topic of the question. */
const OF_TEXT_KO = new RegExp(
  String.raw`${RULE_NOUN.source}(?:에서는|에서|상으로는|상|으로는|으로|에는|에 따르면|대로라면)(?![가-힣])`,
  'iu',
);

function wholeSpan(text: string, { start, end, relation }: PeriodMention): TextSpan {
  const preposition = PREPOSITION.exec(text.slice(0, start))?.[0] ?? '';
  const particle = PARTICLES.exec(text.slice(end))?.[0] ?? '';
  const rest = text.slice(end + particle.length);
  const isUnder = relation !== undefined && /\b(?:under|in|by|according to)\b/iu.test(preposition);
  const named =
    OF_TEXT_KO.exec(rest)?.[0] ??
    (isUnder ? new RegExp(`${RULE_NOUN.source}\\b`, 'iu').exec(rest)?.[0] : undefined) ??
    '';
  return { start: start - preposition.length, end: end + particle.length + named.length };
}

/**
 * The time for which a question wants the rules; undefined if it says none. A time that belongs to the rule (`6월까지`, `in June`), to a person
 * (`작년에 입학한 학생`) or to another clause is not one. Bare months and terms count if the question is about the past or the future.
 * @param today the caller's day, `YYYY-MM-DD`
 * @example askedPeriod('작년에는 며칠이었나요?', '2026-03-01')?.periods // [{ from: '2025-01-01', to: '2025-12-31' }]
 */
export function askedPeriod(text: string, today: string): AskedPeriod | undefined {
  const marked = askedDay(text);
  if (marked !== undefined) {
    const { day, start, end } = marked;
    return { periods: [{ from: day, to: day }], relation: undefined, spans: [{ start, end }], wordings: [] };
  }
  const tense = tenseOf(text);
  const asked = periodMentions(text, today).flatMap((mention) => {
    const time = timeAsked(
      mention,
      {
        before: text.slice(Math.max(0, mention.start - AROUND), mention.start),
        after: text.slice(mention.end, mention.end + AROUND),
      },
      tense,
      today,
    );
    return time === undefined ? [] : [{ mention, time }];
  });
  if (asked.length === 0) return undefined;
  const periods = asked.flatMap(({ time }) => (typeof time === 'string' ? [] : [time]));
  return {
    periods,
    relation: asked.map(({ time }) => time).find((time) => typeof time === 'string'),
    spans: asked.map(({ mention }) => wholeSpan(text, mention)),
    wordings: asked.flatMap(({ mention }) => mention.wordings),
  };
}

/** The text without its asked time; the text itself if it says none. */
export function withoutPeriod(text: string, asked: AskedPeriod | undefined): string {
  if (asked === undefined) return text;
  const kept = asked.spans.reduceRight((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text);
  return kept
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/\s(?=[,.?!？])/gu, '')
    .replace(/^[\s,:]+/u, '')
    .trim();
}
