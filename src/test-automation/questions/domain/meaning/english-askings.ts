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
import { USE_PATTERNS } from './english-uses.js';
import { PLACE_PATTERNS } from './english-places.js';
import { CASE_PATTERNS } from './english-cases.js';
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
  ...PLACE_PATTERNS,
  ...CASE_PATTERNS,
  ...USE_PATTERNS,
];

/** `DHCP leases in Talvera networks` becomes `DHCP leases`. */
function headOf(phrase: string): string {
  const head = phrase.replace(/(?<=[a-z]{2}) (?:in|on|at|for|from|with|by|under|between|within|during) .+$/u, '');
  // One word alone (`fares`) says too little.
  return head.replace(/^(?:the|an?|my) /iu, '').includes(' ') ? head : phrase;
}

/** What an action is about besides its subject. */
const PARTS = ['do', 'then', 'thing', 'topic', 'aim', 'cond', 'rest', 'event'];

/** `change a timesheet from a past pay period` becomes `change a timesheet`, and `install updates or new versions` becomes `install updates`. */
export function tersely(part: string): string {
  const [first = ''] = part.split(/,? (?:and|or) /u);
  const one = first.split(' ').length > 2 ? first : part;
  const head = one.replace(
    /(?<=[a-z]{2}) (?:in|on|at|for|from|with|by|under|within|during|through|via|as|about|regarding) (?!(?:the |a |an )?[A-Z])[^,]+$/u,
    '',
  );
  // A verb and its object at least.
  return head.split(' ').length > 2 ? head : one;
}

/** @param length `short` leaves out what only describes the subject, `terse` also what only describes the action */
function askedOf(plain: string, isCommon: IsCommonWord, length: 'full' | 'short' | 'terse'): Asked | undefined {
  for (const { form, read } of PATTERNS) {
    const groups = form.exec(plain)?.groups;
    if (groups === undefined) continue;
    const subject = groups['subject'];
    if (subject !== undefined && !/^you$/iu.test(subject) && !isSubject(subject)) return undefined;
    const said = (text: string) => {
      const subject = asI(briefly(opened(text, isCommon)));
      return length === 'full' ? subject : headOf(subject);
    };
    const told = Object.fromEntries(
      Object.entries<string | undefined>(groups).map(([name, text = '']): [string, string] => [
        name,
        length === 'terse' && PARTS.includes(name) ? tersely(text) : text,
      ]),
    );
    const asked = read(told, said);
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
  // `Seating: Rooms are booked …`: the label does not belong to the statement.
  const label = /^[A-Z][^,;:.]{3,60}: (?=[A-Z])(?!You (?:cannot|can't))/u.exec(plain)?.[0];
  if (label !== undefined) return statementsOf(plain.slice(label.length));
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

const IN_CASE =
  /(?:^(?<lead>If|When|Once|After|For) (?<before>[^,;:\d]{4,50}),|[ ,](?<trail>if|when|once|unless|as long as) (?<after>[^,;:.\d]{4,50})$)/u;

/** The case in which a statement holds, as a person says it; undefined if there is none, or the question names it. */
export function caseOf(plain: string, direct: string): string | undefined {
  const { lead, before, trail, after } = IN_CASE.exec(plain)?.groups ?? {};
  const condition = asI(before ?? after ?? '');
  if (condition === '' || !standsAlone(condition)) return undefined;
  const words = condition.toLowerCase().match(/[a-z]{4,}/gu) ?? [];
  if (words.length > 0 && words.every((one) => direct.toLowerCase().includes(one.slice(0, 5)))) return undefined;
  return `${(lead ?? trail ?? '').toLowerCase()} ${condition}`;
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
  const shorter = (['short', 'terse'] as const).flatMap((length) => {
    const other = askedOf(plain, isCommon, length);
    return other === undefined || other.direct === direct ? [] : [formsOf(other.direct, other.embedded)];
  });
  const inCase = caseOf(plain, direct);
  if (inCase !== undefined) shorter.push(formsOf(`${direct} ${inCase}`, `${embedded} ${inCase}`));
  const traits = {
    language: 'en' as const,
    facts,
    slot,
    asks,
    isProcedure: asks === 'how' || asks === 'papers',
    isEligibility: asks === 'may' || asks === 'consequence',
    said: shorter.filter((one, i) => shorter.findIndex(({ polite }) => polite === one.polite) === i),
  };
  return [{ ...seedOf(article, sentence, forms, traits), wrong }];
}
