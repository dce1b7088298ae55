import { Article, Sentence, sentencesOf } from '../articles.js';
import { IsCommonWord } from '../common-words.js';
import { seedOf } from '../seed-of.js';
import { CoreQuestion, QuestionForms } from '../core-question.js';
import { opened } from '../english-seeds.js';
import { AMOUNT_PATTERNS } from './english-amounts.js';
import { DUE_PATTERNS } from './english-dues.js';
import { DUTY_PATTERNS } from './english-duties.js';
import { PEOPLE_PATTERNS } from './english-people.js';
import { RULE_PATTERNS } from './english-rules.js';
import { TIME_PATTERNS } from './english-times.js';
import { WAY_PATTERNS } from './english-ways.js';
import { Asked } from './english-pattern.js';
import { asI, briefly, plainEnglish, standsAlone } from './english-phrases.js';

const PATTERNS = [
  ...DUE_PATTERNS,
  ...TIME_PATTERNS,
  ...AMOUNT_PATTERNS,
  ...PEOPLE_PATTERNS,
  ...WAY_PATTERNS,
  ...RULE_PATTERNS,
  ...DUTY_PATTERNS,
];

/** `DHCP leases in Talvera networks` becomes `DHCP leases`. */
function headOf(phrase: string): string {
  const head = phrase.replace(/(?<=[a-z]{2}) (?:in|on|at|for|from|with|by|under|between|within|during) .+$/u, '');
  // One word alone (`fares`) says too little.
  return head.replace(/^(?:the|an?|my) /iu, '').includes(' ') ? head : phrase;
}

/** @param length `short` leaves out what only describes the subject */
function askedOf(plain: string, isCommon: IsCommonWord, length: 'full' | 'short'): Asked | undefined {
  for (const { form, read } of PATTERNS) {
    const groups = form.exec(plain)?.groups;
    if (groups === undefined) continue;
    const subject = groups['subject'];
    if (subject !== undefined && !/^you$/iu.test(subject) && !isSubject(subject)) return undefined;
    const said = (text: string) => {
      const subject = asI(briefly(opened(text, isCommon)));
      return length === 'short' ? headOf(subject) : subject;
    };
    const asked = read({ ...groups }, said);
    if (asked !== undefined) return asked;
  }
  return undefined;
}

/** Whether a subject is a short and complete noun phrase. */
const isSubject = (subject: string): boolean =>
  standsAlone(subject) &&
  // `Spots are in the yard`: one common word says too little.
  !/^[A-Z][a-z]+s$/u.test(subject) &&
  subject.split(' ').length <= 8 &&
  !/\b(?:who|which|whose|when|if|while|because|is|are|was|were|has|have|had|can|may|must|will|should|would|could|do|does|not|to|but|so|and then)\b/iu.test(
    subject,
  ) &&
  !/^(?:everyone|everybody|if|when|for|in|on|at|by|with|after|before|once|until|during|as|since|under|from|to|make|use|send|ask|see|keep|plan|give|let|add|set|try|one|some|most|another)\b/iu.test(
    subject,
  ) &&
  !/\b(?:of|for|in|on|at|by|with|and|or|the|a|an)$/iu.test(subject);

/** Facts that are too general to prove an answer. */
const EMPTY_FACT =
  /^(?:(?:some|any|every|no)(?:body|one)|people|others?|them|us|help|person|team|team daily|test|issue|ticket|instructions?|list|page|link|steps?|guide|process|form|document|web interface automatically|if .*|to the .*|up to .*|(?:separate|following|appropriate|relevant|other) .*|.* (?:also|below|above|only))$/iu;
const isFact = (fact: string): boolean => /^[\p{L}$\d][\p{L}\p{N}\s$.,%'&/-]*$/u.test(fact) && !EMPTY_FACT.test(fact);

/** `the hiring manager or guild leaders`: the first of several alternatives is not the whole answer. */
function isOneOfSeveral(plain: string, fact: string): boolean {
  const at = plain.indexOf(fact);
  return (
    at !== -1 &&
    /^(?:,? or | and (?:the |[A-Z])|(?:, [^,.]{2,40}){1,6},? (?:and|or) )/u.test(plain.slice(at + fact.length))
  );
}

/** `reviews applicants for criteria, such as grade`: the examples belong to a part that is not the object. */
const isCutBeforeExamples = (plain: string, direct: string): boolean => {
  const before = plain.split(/, (?:such as|including) /u)[0] ?? plain;
  return before !== plain && / for [^,]{3,30}$/u.test(before) && direct.endsWith(before.slice(-12));
};

/** Verbs that a second predicate of a sentence begins with. */
const PREDICATE =
  'takes?|lasts?|costs?|needs?|requires?|expires?|is|are|must be|will be|has to be|have to be|can be|runs?|opens?|closes?';
const CASE =
  /^(?:If|When|Where|Unless|Although|Though|Once|In|For|At|On|With|After|Before|During|While|Some|Most|Many|Throughout|Because|Since|As|Remember|Only)\b|\b(?:if|unless|when|only)\b/u;

/**
 * A sentence, and the further statements that it makes: `… are checked daily, and claims are checked within 5 days` makes a second one, and
 * `Buses run all day and take 20 minutes` states the time of the buses.
 */
export function statementsOf(plain: string): string[] {
  // What holds in a case only is not asked without the case.
  if (CASE.test(plain)) return [plain];
  // After `but` the subject of the first clause is still meant.
  const clauses = plain.split(/, and |; /u);
  const second = new RegExp(
    String.raw`^(?<subject>[A-Z][^,;:\d]{3,40}?) (?:${PREDICATE}|ha(?:s|ve)|uses?|offers?|provides?|includes?) [^,;:]{3,70}? and (?<rest>(?:then |also )?(?:${PREDICATE}) .+)$`,
    'u',
  ).exec(plain)?.groups;
  const all = [
    plain,
    ...clauses.slice(1).map((clause) => clause.charAt(0).toUpperCase() + clause.slice(1)),
    ...(second === undefined
      ? []
      : [`${second['subject'] ?? ''} ${(second['rest'] ?? '').replace(/^(?:then|also) /u, '')}`]),
  ];
  return [...new Set(all)].filter((one) => one.length >= 20);
}

function formsOf(direct: string, embedded: string): QuestionForms {
  const question = `${direct}?`;
  return { polite: question, formal: question, casual: question, embedded };
}

/** Questions about the statements of an English entry, in plain words. */
export function englishAskings(article: Article, isCommon: IsCommonWord): CoreQuestion[] {
  return sentencesOf(article).flatMap((sentence: Sentence): CoreQuestion[] => {
    const plain = plainEnglish(sentence.text);
    const made = (plain === undefined ? [] : statementsOf(plain)).flatMap((one) =>
      askedAbout(article, sentence, one, isCommon),
    );
    // Two statements that give the same fact are one.
    return made.filter((core, i) => made.findIndex((other) => other.facts[0] === core.facts[0]) === i);
  });
}

function askedAbout(article: Article, sentence: Sentence, plain: string, isCommon: IsCommonWord): CoreQuestion[] {
  const asked = askedOf(plain, isCommon, 'full');
  if (asked === undefined || !asked.facts.every((fact) => isFact(fact) && sentence.text.includes(fact))) return [];
  const { asks, slot, direct, embedded, facts, wrong = [] } = asked;
  if (direct.length > 110 || /[a-z]\/[a-z]/u.test(direct) || facts.some((fact) => isOneOfSeveral(plain, fact)))
    return [];
  if (isCutBeforeExamples(plain, direct)) return [];
  const forms = formsOf(direct, embedded);
  const short = askedOf(plain, isCommon, 'short');
  const traits = {
    language: 'en' as const,
    facts,
    slot,
    asks,
    isProcedure: asks === 'how' || asks === 'papers',
    isEligibility: asks === 'may' || asks === 'consequence',
    said: short === undefined || short.direct === direct ? undefined : formsOf(short.direct, short.embedded),
  };
  return [{ ...seedOf(article, sentence, forms, traits), wrong }];
}
