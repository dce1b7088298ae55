import { Article, Sentence, sentencesOf } from './articles.js';
import { IsCommonWord } from './common-words.js';
import { seedOf } from './seed-of.js';
import { CoreQuestion, SlotClass } from './core-question.js';

/** Sentences that refer to the previous one, or whose start cannot follow a question word. */
const UNFIT =
  /^(?:Look|Note|See|Wait|Turn|Compare|Remember|Watch|Put|Leave|Let|Find|Follow|Tell|Pick|Prefer|Reduce|Raise|Create|Delete|Remove|Replace|Treat|Try|Verify|Begin|Consider|Count|Enable|Disable|Expect|Get|Go|Hold|Include|Increase|Mark|Prepare|Refuse|Save|Select|Show|Skip|Split|Apply|Collect|Decide|Restart|Restore|Rotate|Validate|Report|Use|Keep|Set|Run|Ask|Check|Do|Never|Always|Make|Send|Choose|Avoid|Add|Start|Stop|Take|Give|Call|Write|Read|Test|It|Its|They|Their|This|These|That|Those|Such|He|She|There|If|When|While|After|Before|In|On|For|At|With|Without|Once|Until|During|Since|As|By|From|To|Only|Both|Neither|Another|Other|Then|Otherwise|Thus|Here|Not|No|And|But|So|Also|Because|Under|Above|Below|Over|One|Two|Three|Some|Most|Many|Longer|Larger|Instead|Afterwards|Where|What|Even|Either|An? (?:second|third|further)|The (?:second|third|same|other|latter|former|first|rest|price|reason))\b|`|"|\b(?:it|its|they|their|them|this|these|those|which|that day|such)\b/u;
const NUMBER = String.raw`(?:\d[\d,.]{0,30}|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty)`;
const ABOUT = String.raw`(?:about|around|at least|at most|up to|exactly|no more than|some) `;
const TIME = String.raw`(?:business |working |calendar )?(?:milliseconds|ms|seconds?|minutes?|hours?|days?|weeks?|months?|years?)`;
const A_TIME = new RegExp(`\\b${NUMBER} ${TIME}\\b`, 'giu');

/** Lengths of time in a text. */
export const timesIn = (text: string): readonly { readonly fact: string }[] =>
  [...text.matchAll(A_TIME)].map(([fact]) => ({ fact }));

const A_NUMBER = new RegExp(`(?<![\\w.-])(?!one\\b)${NUMBER}\\b(?: [a-z]+)?`, 'giu');
/** Numbers in a text, with what they count; `one` fits anything. */
export const numbersIn = (text: string): readonly { readonly fact: string }[] =>
  [...text.matchAll(A_NUMBER)].map(([fact]) => ({ fact }));

const TAIL = String.raw`( (?:in|from|on|at|before|per|of) [^,;:\d]{3,40})?`;

interface Pattern {
  readonly form: RegExp;
  readonly slot: SlotClass;
  /** From the match: the embedded question, and the value. */
  readonly read: (m: RegExpExecArray, opened: (text: string) => string) => { embedded: string; fact: string };
}

const part = (m: RegExpExecArray, at: number): string => m[at] ?? '';

const PATTERNS: readonly Pattern[] = [
  {
    form: new RegExp(`^(.{8,90}) for ((?:${ABOUT})?(${NUMBER} ${TIME}))${TAIL}$`, 'u'),
    slot: 'duration',
    read: (m, opened) => ({ embedded: `for how long ${opened(part(m, 1))}${part(m, 4)}`, fact: part(m, 3) }),
  },
  {
    form: new RegExp(`^(.{8,90}) (within|after) ((?:${ABOUT})?(${NUMBER} ${TIME}))${TAIL}$`, 'u'),
    slot: 'deadline',
    read: (m, opened) => ({
      // `within 5 days of a departure` is `how soon after a departure`.
      embedded: part(m, 5).startsWith(' of ')
        ? `${part(m, 2) === 'within' ? 'how soon' : 'how long'} after${part(m, 5).slice(3)} ${opened(part(m, 1))}`
        : `${part(m, 2) === 'within' ? 'how soon' : 'after how long'} ${opened(part(m, 1))}${part(m, 5)}`,
      fact: part(m, 4),
    }),
  },
  {
    form: new RegExp(`^(.{8,90}?)(?: at least| at most| about)? (every ${NUMBER} ${TIME})${TAIL}$`, 'u'),
    slot: 'count',
    read: (m, opened) => ({ embedded: `how often ${opened(part(m, 1))}${part(m, 3)}`, fact: part(m, 2) }),
  },
  {
    form: new RegExp(`^(.{5,70}) (?<!the )(takes?|lasts?) (?:between )?(?:${ABOUT})?(${NUMBER} ${TIME})$`, 'u'),
    slot: 'duration',
    read: (m, opened) => ({ embedded: `how long ${opened(part(m, 1))} ${part(m, 2)}`, fact: part(m, 3) }),
  },
  {
    form: new RegExp(
      `^(.{5,70}) (is|are) (limited|set|restricted|capped) to ((?:${ABOUT})?(${NUMBER}[^,;:]{0,25}))$`,
      'u',
    ),
    slot: 'value',
    read: (m, opened) => ({ embedded: `what ${opened(part(m, 1))} ${part(m, 2)} ${part(m, 3)} to`, fact: part(m, 5) }),
  },
  {
    form: new RegExp(
      `^(The .{4,60}) (is|are) (?:${ABOUT})?(${NUMBER} ?(?:${TIME}|percent|GB|MB|TB|KB|%|[a-z]+))$`,
      'u',
    ),
    slot: 'value',
    read: (m, opened) => ({ embedded: `what ${opened(part(m, 1))} ${part(m, 2)}`, fact: part(m, 3) }),
  },
  {
    form: new RegExp(
      `^(.{4,60}) (has|have|holds?|needs?|uses?|accepts?|gets?|sends?|runs?|contains?) (?:${ABOUT})?(${NUMBER}) ([a-z-]{3,20}s|[a-z-]{3,15} [a-z-]{3,15}s)${TAIL}$`,
      'u',
    ),
    slot: 'count',
    read: (m, opened) => ({
      // `two addresses of Pontoon` is one unit.
      embedded: part(m, 5).startsWith(' of ')
        ? `how many ${part(m, 4)}${part(m, 5)} ${opened(part(m, 1))} ${part(m, 2)}`
        : `how many ${part(m, 4)} ${opened(part(m, 1))} ${part(m, 2)}${part(m, 5)}`,
      fact: `${part(m, 3)} ${part(m, 4)}`,
    }),
  },
  {
    form: /^(.{5,80}) (is|are|must be) (approved|reviewed|signed|run|owned|operated|granted|checked|led|maintained|decided) by (the [a-z]+(?: [a-z]+){0,3}|[A-Z][\w-]+(?: [A-Z]\w+)?)$/u,
    slot: 'who',
    read: (m, opened) => ({ embedded: `who ${opened(part(m, 1))} ${part(m, 2)} ${part(m, 3)} by`, fact: part(m, 4) }),
  },
];

/** Words whose capital is due to the start of a sentence. */
const COMMON =
  /^(?:The|A(?!\/)|An|Each|Every|All|Any|Passwords?|Backups?|Requests?|Changes?|Replicas?|Logs?|Users?|Keys?|Alerts?|New|Old|Two|Three|People|Engineers|Teams|Access|Data|Models?|Servers|Clients|Devices|Certificates|Connections|Generated|Temporary|Production|Staff|Visitors|Tokens|Sessions|Records|Results|Tables|Services|Queries|Shared|Large|Small|Files|Names|Plans|Handover|Normal|Public|Running|Financial|Developers|Security|Database|Red|Moving)\b/u;

/** The start of a sentence in the form it has inside another sentence. */
export function opened(text: string, isCommon: IsCommonWord): string {
  // `Blue Line trains`: before another capital the word is part of a name.
  if (/^[A-Z][a-z]+ [A-Z][a-z]/u.test(text) && !COMMON.test(text)) return text;
  const first = /^[A-Z][a-z]+(?=[\s,])/u.exec(text)?.[0].toLowerCase();
  const isPlain =
    COMMON.test(text) ||
    // Plurals are seldom names.
    /^[A-Z][a-z]{3,}[^s'’]s [a-z]/u.test(text) ||
    /^[A-Z][a-z]+ed [a-z]/u.test(text) ||
    /^[A-Z][a-z]+(?:ings|ments|ions|ers|als|ks|ords|ames|lans|over|ances|tones|ial|ility|ence)(?: |$)/u.test(text);
  return isPlain || (first !== undefined && isCommon(first)) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

const LEANING =
  /\b(?:that|who|which|whose)\b|\b(?:asks?|looks?|calls?|stands?|accounts?|allows?|except|reserved|plans?|pays?)$/u;

function headsOf(text: string): string[] {
  const plain = text
    .replace(/(?<![.!?])[.!?]+$/u, '')
    .replace(/(?<!\s)\s*\([^()]*\)/gu, '')
    .replace(/\s+/gu, ' ');
  const cut = plain.search(/[,;:]/u);
  const clauses = plain.split(/ (?:and|but|so|because|since|so that|unless|if|when|until|while) /u);
  return [plain, cut === -1 ? plain : plain.slice(0, cut), clauses[0] ?? plain].filter((h) => !/[,;:]/u.test(h));
}

function asked(article: Article, sentence: Sentence, head: string, isCommon: IsCommonWord): CoreQuestion | undefined {
  for (const { form, slot, read } of PATTERNS) {
    const match = form.exec(head);
    if (match === null) continue;
    const { embedded, fact } = read(match, (text) => opened(text, isCommon));
    if (/ and\b/u.test(fact)) return undefined;
    // A relative clause, or a verb that is cut off, would attract the question word.
    if (LEANING.test(embedded)) return undefined;
    // After `and` a second verb may follow, which would attract the question word.
    if (/\d/u.test(embedded) || / and /u.test(embedded) || !sentence.text.includes(fact)) return undefined;
    const isProcedure = /request|approv|report|submit|ticket|review|must/iu.test(head);
    const isEligibility = /\b(?:may|can|must|only|allowed|need)\b/iu.test(head);
    const said = { polite: embedded, formal: embedded, casual: embedded, embedded };
    return seedOf(article, sentence, said, { language: 'en', facts: [fact], slot, isProcedure, isEligibility });
  }
  return undefined;
}

const HELD_AGAINST = new RegExp(
  String.raw`^(?<first>[^,;:\d]{4,60}?) (?<verb>(?:is|are) (?:[a-z]+ed|kept|held|sent|run|made|stored)) (?<how>for|every|within|after) (?<one>${NUMBER} ${TIME}),? (?:and |but |while )?(?<second>[^,;:\d]{3,50}?) (?:\k<how> |every |for )?(?<two>${NUMBER} ${TIME})(?=[,.;]|$| and )`,
  'u',
);
const HOW: Readonly<Record<string, string>> = {
  for: 'how long',
  every: 'how often',
  within: 'how soon',
  after: 'after how long',
};

/** `Privileged roles are reviewed every 90 days, all other roles every 180 days`: the difference between the two. */
function compared(article: Article, sentence: Sentence, isCommon: IsCommonWord): CoreQuestion | undefined {
  const found = HELD_AGAINST.exec(
    sentence.text
      .replace(/^#+ .*\n+/u, '')
      .replace(/\s+/gu, ' ')
      .trim(),
  )?.groups;
  const { first = '', second = '', verb = '', how = '', one = '', two = '' } = found ?? {};
  const facts = [one, two];
  const isWhole = facts.every((fact) => fact !== '' && sentence.text.includes(fact)) && one !== two;
  if (!isWhole || LEANING.test(`${first} ${second}`) || /\b(?:is|are|must|may)\b/u.test(second)) return undefined;
  const pair = `${opened(first, isCommon)} and ${opened(second.trim(), isCommon)}`;
  const embedded = `how ${pair} differ in ${HOW[how] ?? 'how long'} they ${verb.replace(/^is /u, 'are ')}`;
  const said = { polite: embedded, formal: embedded, casual: embedded, embedded };
  return seedOf(article, sentence, said, { language: 'en', facts, slot: 'value', isComparison: true });
}

/** Questions that the sentences of an English entry answer; doubtful ones are left out. */
export function englishSeeds(article: Article, isCommon: IsCommonWord): CoreQuestion[] {
  return sentencesOf(article).flatMap((sentence) => {
    if (UNFIT.test(sentence.text.replace(/^#+ .*\n+/u, ''))) return [];
    const comparison = compared(article, sentence, isCommon);
    for (const head of new Set(headsOf(sentence.text))) {
      const core = asked(article, sentence, head, isCommon);
      if (core !== undefined) return comparison === undefined ? [core] : [core, comparison];
    }
    return comparison === undefined ? [] : [comparison];
  });
}
