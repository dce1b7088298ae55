import { DIFFICULTIES, Question, Difficulty } from '../../domain/question.js';
import { SeededRandom } from '../../domain/seeded-random.js';
import { FIRST_FOUND, isGoldAmong } from './baseline/measure-baseline.js';
import { CoreQuestion } from './core-question.js';
import { Persona } from '../../personas/domain/persona.js';
import { contextKey } from './kind-question.js';
import { letterPairs, lettersOf } from './meaning/question-checks.js';
import { concerns } from './persona-concerns.js';
import { QuestionHistory } from './question-maker.js';
import { QuestionPool } from './question-pool.js';

/** Maximum share of the session's questions, by difficulty, for which plain BM25 ranks the article among the first three. */
const MOST_FOUND = { easy: 0.85, medium: 0.6, hard: 0.25 } as const satisfies Record<Difficulty, number>;
/** The same for all questions of the session together. */
const MOST_FOUND_OF_ALL = 0.64;
/** Maximum number of questions with one wording that fits many bodies (`위원 임기는 몇 년`) in a session. */
const MOST_ALIKE = 2;
/** Maximum share of the session's questions that ask for one attribute (`임기는 몇 년`), whoever has it. */
const MOST_OF_ONE_ATTRIBUTE = 0.1;
/** A matter of other roles comes after those of the persona, and after kinds with up to this number of further questions. */
const OTHER_ROLE = 20;
/** Number of candidates that are tried before a kind is given up. */
const TRIES = 200;

/** The state while the questions of a session are chosen. */
export interface Desk {
  readonly pool: QuestionPool;
  readonly history: QuestionHistory;
  readonly random: SeededRandom;
  /** Whether provisions can be hidden from the target. */
  readonly mayHide: boolean;
  readonly asked: Question[];
  /** Keys of the seeds that have a question. */
  readonly used: Set<string>;
  readonly texts: Set<string>;
  /** Seeds whose questions were discarded, by reason. */
  readonly discarded: Map<string, Set<string>>;
  /** Number of questions by kind, wording, seed and difficulty. */
  readonly times: Map<string, number>;
  /** Keys of the seeds whose provision is hidden for a question: another question about them would be its double. */
  readonly hidden: Set<string>;
  /** What the session's questions ask: their provisions with the facts, and the letter pairs of their content. */
  readonly meanings: { readonly facts: Set<string>; readonly wordings: ReadonlySet<string>[] };
}

export function newDesk(
  pool: QuestionPool,
  history: QuestionHistory,
  { random, mayHide }: Pick<Desk, 'random' | 'mayHide'>,
): Desk {
  return {
    mayHide,
    pool,
    history,
    random,
    asked: [],
    used: new Set(),
    texts: new Set(),
    discarded: new Map(),
    times: new Map(),
    hidden: new Set(),
    meanings: { facts: new Set(), wordings: [] },
  };
}

/** Whether a question is not asked yet; questions that differ only in spaces and signs are the same. */
export const isNew = ({ texts, asked }: Desk, { id, text }: Question): boolean =>
  !texts.has(lettersOf(text)) && asked.every((other) => other.id !== id);

export function discard({ discarded }: Desk, reason: string, key: string): void {
  const seeds = discarded.get(reason) ?? new Set();
  discarded.set(reason, seeds.add(key));
}

/** Records that no further question of the session is to be about a seed. */
export function keep(desk: Desk, core: CoreQuestion): void {
  desk.used.add(core.key);
  for (const key of factKeys(core)) desk.meanings.facts.add(key);
  desk.meanings.wordings.push(wordingOf(desk, core));
}

/** Records that a question of the session is about seeds: more than one for a compound question. */
export function take(desk: Desk, cores: readonly CoreQuestion[], { text, gold, difficulty }: Question): void {
  for (const core of cores) {
    keep(desk, core);
    for (const key of timesKeys(core)) count(desk.times, key);
    count(desk.times, attributeKey(core));
  }
  count(desk.times, `difficulty/${difficulty}`);
  if (isFoundPlainly(desk.pool, { text, gold })) count(desk.times, `found/${difficulty}`);
}

/** Questions whose content has this share of letter pairs in common ask the same, whoever asks. */
const SAME_WORDING = 0.75;

/** A provision with one of its facts: two questions with the same one have the same answer from the same place. */
const factKeys = ({ articleKey, facts }: CoreQuestion): string[] => facts.map((fact) => `${articleKey}/${fact}`);

/** The content of a question about a seed, without its persona: the subject that it names and its own words. */
const wordingOf = ({ pool }: Desk, core: CoreQuestion): ReadonlySet<string> => {
  const all = [...core.said.map((forms) => ({ ...core, forms })), core];
  const [short = core] = all;
  const context = all.flatMap((one) => pool.contexts.get(contextKey('plain', one)) ?? [])[0];
  return letterPairs(pool.everyday.say(`${context?.text ?? ''} ${short.forms.polite}`, core.language));
};

function isSameWording(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const both = [...one].filter((pair) => other.has(pair)).length;
  return both >= SAME_WORDING * Math.max(one.size, other.size, 1);
}

/** Whether a question of the session asks the same as one about the seed would: by the same fact of the same provision, or in the same words. */
export function isAsked(desk: Desk, core: CoreQuestion): boolean {
  const { facts, wordings } = desk.meanings;
  if (factKeys(core).some((key) => facts.has(key))) return true;
  const own = wordingOf(desk, core);
  return wordings.some((other) => isSameWording(own, other));
}

const count = (times: Map<string, number>, key: string): void => void times.set(key, (times.get(key) ?? 0) + 1);

/** Number of questions of the session about a seed. */
export const timesAsked = ({ times }: Desk, core: CoreQuestion): number => times.get(`seed/${core.key}`) ?? 0;

/** Whether plain BM25 ranks the question's article among the first three. */
const isFoundPlainly = ({ search }: QuestionPool, { text, gold }: Pick<Question, 'text' | 'gold'>): boolean =>
  search !== undefined && isGoldAmong(search.best(text, FIRST_FOUND), gold);

/** Whether the session has enough questions of this difficulty whose article plain BM25 finds, and this is another one. */
export function isTooEasy({ pool, times }: Desk, question: Question): boolean {
  const { difficulty } = question;
  const asked = times.get(`difficulty/${difficulty}`) ?? 0;
  const found = times.get(`found/${difficulty}`) ?? 0;
  return found + 1 > MOST_FOUND[difficulty] * (asked + 1) && isFoundPlainly(pool, question);
}

/** Whether the session may have one more question whose article plain BM25 finds. */
export function mayBeFound({ times }: Desk): boolean {
  const sum = (what: string) =>
    DIFFICULTIES.reduce((all, difficulty) => all + (times.get(`${what}/${difficulty}`) ?? 0), 0);
  return sum('found') + 1 <= MOST_FOUND_OF_ALL * (sum('difficulty') + 1);
}

/** Whether the session has enough questions for this attribute. */
export function isTooAlike({ times, asked }: Desk, core: CoreQuestion): boolean {
  const same = times.get(attributeKey(core)) ?? 0;
  return same >= MOST_ALIKE && same + 1 > MOST_OF_ONE_ATTRIBUTE * (asked.length + 1);
}

/** `위원 임기는 몇 년인가요` and `소장 임기는 몇 년인가요` ask for one attribute. */
const attributeKey = ({ forms }: CoreQuestion): string =>
  `attribute/${forms.polite.slice(forms.polite.indexOf(' ') + 1)}`;

const timesKeys = ({ key, asks, forms }: CoreQuestion): string[] => [
  `asks/${asks ?? 'comparison'}`,
  `wording/${forms.polite}`,
  `seed/${key}`,
];

/** Some of the seeds in random order. The kinds with the fewest questions come first, and a wording of many bodies comes last. */
export function candidates(desk: Desk, cores: readonly CoreQuestion[], persona: Persona): CoreQuestion[] {
  const weight = (core: CoreQuestion) => {
    const [asks = 0, wording = 0, seed = 0] = timesKeys(core).map((key) => desk.times.get(key) ?? 0);
    return (
      asks * (core.asks === 'amount' || core.asks === 'deadline' ? 0.5 : 1) +
      (wording >= MOST_ALIKE ? 1e6 : 0) +
      (concerns(persona, core) ? 0 : OTHER_ROLE) +
      seed * 10
    );
  };
  return shuffledStart(cores, desk.random)
    .map((core) => ({ core, weight: weight(core) }))
    .sort((a, b) => a.weight - b.weight)
    .map(({ core }) => core);
}

/** Up to 200 of the seeds in random order. */
export function shuffledStart(cores: readonly CoreQuestion[], random: SeededRandom): CoreQuestion[] {
  const picked = new Set<number>();
  const most = Math.min(TRIES, cores.length);
  while (picked.size < most) picked.add(random.below(cores.length));
  return [...picked].flatMap((i) => cores[i] ?? []);
}

/** Failed questions are asked again first (2), passed ones last (0): REQ-O-002. */
export function historyRank(question: Question, history: QuestionHistory): number {
  if (history.failed.has(question.id)) return 2;
  return history.passed.has(question.id) ? 0 : 1;
}
