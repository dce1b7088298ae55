import { CoreQuestion } from '../core-question.js';

/** A question has at least this share of the significant words of a condition. */
const SAID_SHARE = 0.5;
const STEM = 5;

/** `If you are a veteran, …`, `For contractors, …` at the head of an English sentence. */
const ENGLISH_LEADING = /^(?:(?:If|When|Where|Unless|For|Once|After|As an?)\s)(?<condition>[^,;]{4,160}),/u;
/** `…, if you are a veteran` at its end. */
const ENGLISH_TRAILING =
  /[\s,](?:if|unless|provided that|as long as|as soon as|once|only when)\s(?<condition>[^,;.]{6,160})\.?$/u;
const ENGLISH_EMPTY =
  /^(?:your|youre|have|having|with|that|this|these|those|need|needs|want|would|will|been|being|they|them|their|does|from|more|than|there|were|when|what|which|other|some|such|each|into|after|before|wish|like|must|should|could|using)$/u;

/** The condition of a Korean sentence that comes before its value: `외국인인 경우에는`, `재학생에 한하여`. */
const KOREAN_CONDITION = /(?<condition>[^,.;]{3,60}?)(?:\s(?:경우|때)(?:에는|에|는)?|에 한하여|에 한해)(?=[,\s])/gu;
const KOREAN_EMPTY =
  /^(?:하고|하는|하여|필요|있을|있는|없는|부득|기타|다음|해당|학생|사람|그러|위하|관한|대한|따라|이를|경우|이상|이하)/u;

/** The people that a part of a page is for. */
const AUDIENCE =
  /\b(?:for|by|if you(?:'re| are)(?: an?)?) (?:all |new |current |our |the |an? )?(?<who>supervisor|manager|lead|contractor|veteran|detailee|intern|fellow|vendor|student|visitor|freelancer|parent|executive|officer|supplier|partner|applicant|retiree|volunteer)s?\b/iu;
/** `Washington, D.C.`: what a page about a place says holds there. */
const PLACE = /^(?<place>\p{Lu}[\p{L}]+(?: \p{Lu}[\p{L}]+)?), (?:\p{Lu}\.?){2}$/u;
/** Kinds of a thing that are ruled apart from each other. */
const KINDS: Readonly<Record<CoreQuestion['language'], readonly (readonly [RegExp, RegExp])[]>> = {
  ko: [
    [/국내(?!외)/u, /국외|해외/u],
    [/단기/u, /장기(?![가간])/u],
    [/주간/u, /야간/u],
    [/학부/u, /대학원/u],
    [/내국인/u, /외국인/u],
    [/(?<!비)전임/u, /비전임/u],
    [/유급/u, /무급/u],
    [/교내/u, /교외/u],
    [/석사/u, /박사/u],
    [/평일/u, /주말|휴일/u],
    [/개인/u, /단체/u],
  ],
  en: [
    [/\bshort[- ]term\b/iu, /\blong[- ]term\b/iu],
    [/\bdomestic\b/iu, /\b(?:international|foreign|overseas)\b/iu],
    [/\bfull[- ]time\b/iu, /\bpart[- ]time\b/iu],
    [/\btemporary\b/iu, /\bpermanent\b/iu],
    [/\binternal\b/iu, /\bexternal\b/iu],
    [/\bundergraduates?\b/iu, /(?<!under)\bgraduates?\b/iu],
    [/\bweekdays?\b/iu, /\bweekends?\b/iu],
    [/\bpaid\b/iu, /\bunpaid\b/iu],
  ],
};

/** A plural is seldom a name. */
const ONE_NAME = /^\p{Lu}\p{Ll}{2,}(?!s)\p{Ll}$/u;

/**
 * The title of a page that is one name: of a town, or of a tool. A word that the page has in lower case too, outside of addresses, is not a name.
 * @param isElsewhere whether the page has a word
 */
export function nameOf(title: string, isElsewhere: (word: RegExp) => boolean): string | undefined {
  const name = title.trim();
  return ONE_NAME.test(name) && !isElsewhere(new RegExp(`(?<![\\w/.#@-])${name.toLowerCase()}(?![\\w/.-])`, 'u'))
    ? name
    : undefined;
}

const stemsOf = (text: string): string[] => [
  ...new Set(
    [...text.toLowerCase().matchAll(/[a-z]{4,}/gu)].flatMap(([word]) =>
      ENGLISH_EMPTY.test(word) ? [] : [word.slice(0, STEM)],
    ),
  ),
];
/** The first two syllables of each word: the same before every particle and ending. */
const koreanStemsOf = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/[가-힣]{2,}/gu)].flatMap(([word]) => (KOREAN_EMPTY.test(word) ? [] : [word.slice(0, 2)])),
  ),
];

const isMostlySaid = (stems: readonly string[], asked: string): boolean =>
  stems.length === 0 || stems.filter((stem) => asked.includes(stem)).length >= SAID_SHARE * stems.length;

function conditionsOf({ language, quote, facts }: CoreQuestion): string[] {
  if (language === 'ko') {
    const at = Math.max(0, quote.indexOf(facts[0] ?? ''));
    const before = quote.slice(0, at).replace(/^제\d+조(?:의\d+)?\s*[(（][^)）]*[)）]/u, '');
    return [...before.matchAll(KOREAN_CONDITION)].map((found) => found.groups?.['condition'] ?? '');
  }
  const plain = quote
    .replace(/\]\([^)\s]{0,400}\)/gu, ']')
    .replace(/^(?:\s*(?:[-*+]|\d{1,2}\.)\s+)/u, '')
    .replace(/[*_[\]]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
  // `… three days in advance, and make edits if your plans change`: the condition is that of another clause.
  const fact = plain.indexOf(facts[0] ?? '');
  const clause =
    fact === -1 ? plain : plain.slice(0, fact) + (plain.slice(fact).split(/(?:, (?:and|but)|;) /u)[0] ?? '');
  return [ENGLISH_LEADING, ENGLISH_TRAILING].flatMap((form) => form.exec(clause)?.groups?.['condition'] ?? []);
}

/** Whether the provision or its titles are about one of two kinds, the document or its title has the other, and the question names none. */
function leavesOutKind(core: CoreQuestion, asked: string, isElsewhere: (kind: RegExp) => boolean): boolean {
  const own = `${core.topic} ${core.quote}`;
  return KINDS[core.language].some((pair) =>
    [pair, [pair[1], pair[0]] as const].some(([one, other]) => {
      if (one.test(asked)) return false;
      if (one.test(core.documentTitle) && !other.test(core.documentTitle)) return true;
      return one.test(own) && !other.test(own) && isElsewhere(other);
    }),
  );
}

/**
 * Whether a question leaves out for whom, where or in which case its provision holds: it would be answered otherwise for others.
 * @param asked the question, with the subject that it names
 * @param isElsewhere whether the document of the provision names a kind somewhere
 */
export function leavesOutCondition(core: CoreQuestion, asked: string, isElsewhere: (kind: RegExp) => boolean): boolean {
  const lower = asked.toLowerCase();
  const stems = core.language === 'ko' ? koreanStemsOf : stemsOf;
  if (conditionsOf(core).some((condition) => !isMostlySaid(stems(condition), lower))) return true;
  if (core.language === 'en') {
    const place = PLACE.exec(core.documentTitle.trim())?.groups?.['place'];
    if (place !== undefined && !asked.includes(place)) return true;
    const name = nameOf(core.documentTitle, isElsewhere)?.toLowerCase();
    if (name !== undefined && !lower.includes(name)) return true;
    const audience = [core.topic, core.documentTitle].flatMap((title) => AUDIENCE.exec(title)?.groups?.['who'] ?? []);
    if (audience.some((who) => !lower.includes(who.toLowerCase()))) return true;
  }
  return leavesOutKind(core, asked, isElsewhere);
}
