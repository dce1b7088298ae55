import { inPlaceOf } from '../../../text/korean/korean-particle.js';
import { Persona } from '../../personas/domain/persona.js';
import { Difficulty, Question, QuestionKind } from '../../domain/question.js';
import { SeededRandom } from '../../domain/seeded-random.js';
import { CoreQuestion, dated, fullTopic } from './core-question.js';
import { numbersIn, timesIn } from './english-seeds.js';
import { koreanSlots } from './korean-slot.js';
import {
  cannotNameCondition,
  contextFor,
  EMPTY_HEADING,
  leavesOut,
  QuestionContext,
  spokenTitle,
  subjectOf,
} from './meaning/question-context.js';
import { leavesOutCondition } from './meaning/gold-conditions.js';
import { Refusal, refusalOf, letterShare } from './meaning/question-checks.js';
import { asksOf, goldOf, questionId, questionOf } from './make-question.js';
import { misspelt } from './misspelling.js';
import { fitsOf, inVoice, vagueAsk } from './persona-voice.js';
import { SlangWord } from './question-lexicon.js';
import { concerns } from './persona-concerns.js';
import { QuestionPool } from './question-pool.js';

/** Maximum length of a quote that spans from one sentence to another. */
const LONGEST_SPAN = 600;
const TELLING_TITLE = 8;
/** A topic with this share of the letter pairs of its document's subject names the subject. */
const NAMED_TOPIC = 0.4;
/** A topic with this share of its letter pairs in the name of the rule book repeats the name. */
const SAID_TWICE = 0.5;

/** A person asks in up to this many ways until one does not repeat the source; the first is that of the id alone. */
const DRAWS = ['', '/2', '/3', '/4'];

/** Who asks, how difficult the question is, and the pool that it comes from. */
export interface Asker {
  readonly persona: Persona;
  readonly difficulty: Difficulty;
  readonly pool: QuestionPool;
  /** Is called with the reason for each discarded question. */
  readonly onRefused?: (reason: Refusal) => void;
}

export function partnerOf(core: CoreQuestion, pool: QuestionPool): CoreQuestion | undefined {
  return (pool.byArticle.get(core.articleKey) ?? []).find(
    (other) =>
      other.start > core.start &&
      other.start + other.quote.length - core.start <= LONGEST_SPAN &&
      core.facts.every((fact) => !other.facts.includes(fact)) &&
      !other.isComparison &&
      other.group === undefined,
  );
}

/** Only the topic of the provision is abbreviated; an abbreviation of something that it only mentions would say too little. */
function slangIn(core: CoreQuestion, words: readonly SlangWord[]): SlangWord | undefined {
  const said = core.language === 'ko' ? `${core.documentTitle} ${core.topic}` : core.topic.toLowerCase();
  const isNamed = ({ written }: SlangWord) => said.includes(core.language === 'ko' ? written : written.toLowerCase());
  return (
    words.find((word) => isNamed(word) && core.forms.polite.includes(word.written)) ??
    words.find((word) => isNamed(word) || core.forms.polite.includes(word.written))
  );
}

/** The abbreviation in place of the long word, with the particle for its own sound. */
export function inSlang(text: string, slang: SlangWord): string {
  const [head = '', ...rest] = text.split(slang.written);
  return rest.reduce((said, part) => `${said}${inPlaceOf(slang.said, part)}`, head);
}

/** `3명 미만이면`, `3일을 넘는 때`: the value is a condition there, so no question about what is set fits. */
function isCondition({ quote, facts }: CoreQuestion): boolean {
  const [fact = ''] = facts;
  const [behind = ''] = quote.slice(quote.indexOf(fact) + fact.length).split(/[,.]/u);
  const words = behind.split(/\s+/u).slice(0, 3);
  return (
    /^인(?:\s|$)/u.test(behind) || words.some((word) => /(?:면|때|때는|때에|때에는|경우|경우에|경우에는)$/u.test(word))
  );
}

/** `교무위원회 등의 심의`, `two-slot rotation`: a vague question names the title, which has the answer in it. */
const isTitled = ({ slot, facts, topic, language }: CoreQuestion): boolean =>
  language === 'en'
    ? facts.some((fact) => topic.toLowerCase().startsWith(`${fact.split(' ')[0] ?? fact}-`.toLowerCase()))
    : slot === 'who' && facts.some((fact) => topic.includes(fact.split('의 ')[0] ?? fact));

/** Whether a seed can be asked as a question of this kind. */
export function rephrasable(core: CoreQuestion, kind: QuestionKind, pool: QuestionPool): boolean {
  if (kind === 'comparison') return core.isComparison;
  // Somebody is upset about a matter of their own; a small store has other questions too.
  if (kind === 'emotional' && pool.rivals !== undefined && !fitsOf(core).includes('own')) return false;
  // Without a value that is wrong on that day, the answer of another edition could not be distinguished from the right one.
  if (kind === 'edition') return core.isAmended && core.wrong.length > 0 && core.effectiveFrom !== null;
  if (core.isComparison) return false;
  if (kind === 'procedure') return core.isProcedure;
  if (kind === 'eligibility') return core.isEligibility;
  if (kind === 'slang') return slangIn(core, pool.slang) !== undefined;
  if (kind === 'compound') return core.group === undefined && partnerOf(core, pool) !== undefined;
  if (kind !== 'ambiguous') return true;
  if (pool.rivals !== undefined && !isVagueEnough(core)) return false;
  const alike = (pool.byArticle.get(core.articleKey) ?? []).filter((other) => other.slot === core.slot);
  const isPlain = core.group === undefined && !core.isException && !isCondition(core) && !isTitled(core);
  return alike.length === 1 && isPlain && !hasOtherValue(core) && !hasOtherEntry(core, pool);
}

/** A vague question names a value by its title: the title names one thing, and the provision has one value. */
function isVagueEnough({ asks, topic, language, slot }: CoreQuestion): boolean {
  if (asks !== 'amount' && asks !== 'deadline') return false;
  if (language === 'ko')
    return topic.length <= 14 && !/ 및 |[·ㆍ,]|등$|와 |과 |별 /u.test(topic) && vagueAsk(topic, slot) !== undefined;
  const isTime = slot === 'duration' || slot === 'deadline';
  return (
    isTime && topic.split(' ').length <= 5 && !EMPTY_HEADING.test(topic) && !/^[A-Z]?[a-z]+ing\b|&|\(/u.test(topic)
  );
}

/** An English title identifies its entry: a title of two entries is ambiguous. */
const hasOtherEntry = ({ language, topic, documentId }: CoreQuestion, { current, titled }: QuestionPool): boolean =>
  language === 'en' &&
  ((titled.get(topic) ?? 0) > 1 || current.some((other) => other.topic === topic && other.documentId !== documentId));

/** Whether the provision gives another value of the same type: it would also answer a question about `기간 같은 것`. */
function hasOtherValue({ language, articleText, slot, facts }: CoreQuestion): boolean {
  const isTime = facts.some((fact) => timesIn(fact).length > 0);
  const english = isTime ? timesIn : numbersIn;
  const values = language === 'ko' ? koreanSlots(articleText).filter((one) => one.slot === slot) : english(articleText);
  return values.some(({ fact }) => facts.every((own) => !own.includes(fact) && !fact.includes(own)));
}

/** The id of the question about a seed; undefined if there is none of that kind. */
export function idFor(
  core: CoreQuestion,
  kind: QuestionKind,
  persona: Persona,
  pool: QuestionPool,
): string | undefined {
  if (kind !== 'compound') return questionId(kind, persona.id, [core.key]);
  const partner = partnerOf(core, pool);
  return partner === undefined ? undefined : questionId(kind, persona.id, [core.key, partner.key]);
}

/** The question about a seed, in the persona's voice. */
export function questionFor(core: CoreQuestion, kind: QuestionKind, asker: Asker): Question | undefined {
  const partner = kind === 'compound' ? partnerOf(core, asker.pool) : undefined;
  if (kind === 'compound' && partner === undefined) return undefined;
  const cores = partner === undefined ? [core] : [core, partner];
  const id = questionId(
    kind,
    asker.persona.id,
    cores.map((c) => c.key),
  );
  const asOf = kind === 'edition' ? (core.effectiveTo ?? core.effectiveFrom ?? undefined) : undefined;
  const gold = goldOf(cores, asker.pool.textOf);
  let text: string | undefined;
  let reason: Refusal | undefined;
  // The shorter wording may be ambiguous, and the longer one may repeat its source.
  for (const said of wordingsOf(cores, asker)) {
    for (const draw of DRAWS) {
      const made = textOf(said, kind, asker, { asOf, random: new SeededRandom(`${id}${draw}`) });
      reason = made === undefined ? unclear(said, asker) : refusalBy(asker, made, gold, said);
      if (reason === undefined) text = made;
      // What a person says around the question may have the source's letters in common; the same person says it otherwise, too.
      if (reason !== 'copies_the_source') break;
    }
    if (text !== undefined) break;
  }
  if (text === undefined) {
    if (reason !== undefined) asker.onRefused?.(reason);
    return undefined;
  }
  const asked = cores.map((c) => c.forms.embedded).join(core.language === 'ko' ? ', ' : ', and ');
  const wording = { text, language: core.language, topic: core.topic, asked };
  return questionOf(
    id,
    asker.persona,
    { kind, difficulty: asker.difficulty, asOf, asks: asksOf(cores) },
    { wording, gold },
  );
}

/** The reason why no context makes the questions clear. */
const unclear = (cores: readonly CoreQuestion[], { pool: { rivals } }: Asker): Refusal =>
  rivals !== undefined && cores.some((core) => cannotNameCondition(core, rivals))
    ? 'condition_left_out'
    : 'rival_value';

/** The seeds in the wordings that a person would try: an expert in the documents' words first, everybody else in the shorter ones. */
function wordingsOf(cores: readonly CoreQuestion[], { pool, persona }: Asker): (readonly CoreQuestion[])[] {
  const most = Math.max(...cores.map(({ said }) => said.length));
  if (pool.rivals === undefined || most === 0) return [cores];
  const [short = cores, ...terse] = Array.from({ length: most }, (_, i) =>
    cores.map((one) => ({ ...one, forms: one.said[i] ?? one.said.at(-1) ?? one.forms })),
  );
  // What only describes the action is left out only where the other wordings repeat the source.
  return persona.knowledge === 'expert' ? [cores, short, ...terse] : [short, cores, ...terse];
}

/** Only the questions of a session are limited in their overlap: a repair is tried on every wording. */
function refusalBy(
  { pool }: Asker,
  text: string,
  gold: Question['gold'],
  cores: readonly CoreQuestion[],
): Refusal | undefined {
  if (gold.requiredFacts.some((fact) => text.includes(fact))) return 'gives_answer_away';
  const refusal = refusalOf(text, gold, cores);
  return pool.rivals !== undefined || refusal === 'residue' ? refusal : undefined;
}

/** @returns undefined if no context distinguishes the provision from others that answer the question too */
function textOf(
  cores: readonly CoreQuestion[],
  kind: QuestionKind,
  asker: Asker,
  how: { asOf: string | undefined; random: SeededRandom },
): string | undefined {
  const [core] = cores;
  if (core === undefined) return '';
  const forms = cores
    .map((one) => one.forms)
    .map((one) => (how.asOf === undefined ? one : dated(one, how.asOf, core.language)));
  const slang = kind === 'slang' ? slangIn(core, asker.pool.slang) : undefined;
  const context = contextOf(cores, kind, asker, { slang, random: how.random });
  if (context === undefined) return undefined;
  const { language, slot } = core;
  const { text: named, isOwner } = context;
  const topic = kind === 'ambiguous' ? named : spokenTitle(named, core.documentTitle);
  const fits = concerns(asker.persona, core) ? fitsOf(core) : undefined;
  const speech = { kind, language, topic, isOwner, forms, slot, fact: core.facts[0], fits };
  const said = inVoice(speech, asker.persona, how.random);
  const plain = asker.persona.knowledge === 'expert' ? said : asker.pool.everyday.say(said, language);
  // An everyday word at the start of a sentence has its capital again.
  const text = language === 'ko' ? plain : plain.replace(/(?:^|(?<=[.?!] ))[a-z]/gu, (first) => first.toUpperCase());
  if (kind === 'typo') return misspelt(text, language, how.random);
  return slang === undefined ? text : inSlang(text, slang);
}

/** The key of a context in the pool. */
export const contextKey = (how: 'plain' | 'vague', { key, forms }: CoreQuestion): string =>
  `${how}/${key}/${forms.polite}`;

/** The subject that a question names: as little as distinguishes the provision from all others. */
function contextOf(
  cores: readonly CoreQuestion[],
  kind: QuestionKind,
  asker: Asker,
  { slang, random }: { readonly slang: SlangWord | undefined; readonly random: SeededRandom },
): QuestionContext | undefined {
  const [core] = cores;
  if (core === undefined) return undefined;
  const { rivals } = asker.pool;
  if (rivals === undefined) {
    const topic = slang === undefined ? topicOf(core, kind, asker.persona, random) : slangTopic(core, slang);
    return { text: topic, isOwner: false };
  }
  // A vague question has no words of the provision: its context alone identifies the provision.
  const { contexts } = asker.pool;
  const key = contextKey(kind === 'ambiguous' ? 'vague' : 'plain', core);
  if (!contexts.has(key))
    contexts.set(key, kind === 'ambiguous' ? vagueContext(core, asker.pool) : contextFor(core, rivals));
  const context = contexts.get(key);
  // The second question of a compound one has the context of the first.
  if (context !== undefined && cores.slice(1).some((one) => leavesOut(one, context.text, rivals))) return undefined;
  if (context === undefined || slang === undefined) return context;
  const text = `${context.text} ${cores.map((c) => c.forms.polite).join(' ')}`;
  const at = text.indexOf(slang.written);
  // Inside a longer word it is another one: 학생생활관.
  return at === -1 || /[가-힣]/u.test(text.charAt(at - 1)) ? undefined : context;
}

function vagueContext(core: CoreQuestion, { rivals }: QuestionPool): QuestionContext | undefined {
  const subject = subjectOf(core.documentTitle);
  // `연수기간은 얼마나 되나요` of one of many courses: a person names the course.
  const isNamed = subject.includes(core.topic) || letterShare(core.topic, subject) >= NAMED_TOPIC;
  // `국외학점인정 학점인정신청`: nobody says a part of the name twice.
  if (core.language === 'ko' && !isNamed && letterShare(subject, core.topic) >= SAID_TWICE) return undefined;
  const texts = core.language === 'ko' ? [isNamed ? core.topic : `${subject} ${core.topic}`] : [core.topic];
  const text = texts.find(
    (one) =>
      rivals?.hasRival(core, one) === false &&
      !leavesOutCondition(core, one, (kind) => rivals.isNamedIn(core.documentId, kind)),
  );
  return text === undefined ? undefined : { text, isOwner: false };
}

/**
 * With `복전` no regulation is named: the abbreviation itself names the topic, and a system has to know it. An abbreviation next to the title
 * does not test that.
 */
function slangTopic(core: CoreQuestion, { written }: SlangWord): string {
  if (core.language === 'en') return core.topic;
  return `${core.documentTitle} ${core.topic}`.includes(written) ? written : fullTopic(core);
}

/** A short title (`조사`, `회원`) is unclear without its regulation; a long one is clear in everyday speech. */
function topicOf(core: CoreQuestion, kind: QuestionKind, persona: Persona, random: SeededRandom): string {
  if (core.language === 'en') return EMPTY_HEADING.test(core.topic) ? core.documentTitle : core.topic;
  if (core.topic === core.documentTitle) return core.topic;
  // Only the topic shows what a vague question is about.
  const isEnough = kind !== 'ambiguous' && persona.knowledge !== 'expert' && core.topic.length >= TELLING_TITLE;
  return isEnough && random.below(2) === 0 ? core.topic : fullTopic(core);
}
