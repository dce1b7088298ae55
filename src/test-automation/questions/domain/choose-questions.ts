import { Steps } from '../../../shared/domain/steps.js';
import { Persona } from '../../personas/domain/persona.js';
import { Difficulty, Question, QuestionKind } from '../../domain/question.js';
import { NothingToAskError, QuestionHistory } from './question-maker.js';
import { SeededRandom } from '../../domain/seeded-random.js';
import { SessionRequest } from '../../domain/session-request.js';
import { CoreQuestion } from './core-question.js';
import { idFor, questionFor, rephrasable } from './kind-question.js';
import { coresFor, QuestionPool } from './question-pool.js';
import { difficultiesFor, isUnanswerableAt } from './question-quota.js';

const KINDS: Readonly<Record<Difficulty, readonly QuestionKind[]>> = {
  easy: ['fact', 'fact', 'typo', 'fact'],
  // People use abbreviations everywhere: every session tests whether the service knows them, regardless of chance.
  medium: ['procedure', 'slang', 'eligibility', 'comparison', 'slang', 'edition'],
  hard: ['ambiguous', 'emotional', 'compound'],
};
/** Kinds for any seed, if the difficulty's own kinds fit none. */
const FALLBACK: Readonly<Record<Difficulty, QuestionKind>> = { easy: 'fact', medium: 'fact', hard: 'emotional' };
/** Number of candidates that are tried before a kind is given up. */
const TRIES = 60;

interface Desk {
  readonly pool: QuestionPool;
  readonly history: QuestionHistory;
  readonly random: SeededRandom;
  readonly asked: Question[];
  readonly used: Set<string>;
  readonly texts: Set<string>;
}

/** Questions that differ only in spaces and signs are the same. */
const folded = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** @throws NothingToAskError if the documents give fewer questions than requested */
export function* chooseInSteps(
  request: SessionRequest,
  personas: readonly Persona[],
  pool: QuestionPool,
  history: QuestionHistory,
): Steps<Question[]> {
  const random = new SeededRandom(`singles/${request.seed}`);
  const desk: Desk = { pool, history, random, asked: [], used: new Set(), texts: new Set() };
  const turns: Record<Difficulty, number> = { easy: 0, medium: 0, hard: 0 };
  for (const [p, difficulties] of difficultiesFor(request, personas.length).entries()) {
    const persona = personas[p];
    if (persona === undefined) continue;
    for (const difficulty of difficulties) {
      const kinds = isUnanswerableAt(desk.asked.length)
        ? (['unanswerable'] as const)
        : rotated(KINDS[difficulty], turns[difficulty]++);
      const question = yield* next(desk, persona, difficulty, kinds);
      if (question === undefined)
        throw new NothingToAskError(
          `The documents give no further ${difficulty} question for '${persona.id}' after ${desk.asked.length} questions. ` +
            'Add documents, widen the scope, or ask for fewer queries per persona.',
        );
      desk.asked.push(question);
      desk.texts.add(folded(question.text));
    }
  }
  return desk.asked;
}

const rotated = <T>(list: readonly T[], by: number): T[] =>
  list.map((_, i) => list[(i + by) % list.length]).flatMap((k) => (k === undefined ? [] : [k]));

function* next(
  desk: Desk,
  persona: Persona,
  difficulty: Difficulty,
  kinds: readonly QuestionKind[],
): Steps<Question | undefined> {
  const failed = yield* failedBefore(desk, persona, difficulty, kinds);
  if (failed !== undefined) return failed;
  for (const kind of kinds) {
    const question = yield* ofKind(desk, { persona, difficulty, kind, again: false });
    if (question !== undefined) return question;
  }
  return (
    (yield* ofKind(desk, { persona, difficulty, kind: FALLBACK[difficulty], again: false })) ??
    (yield* ofKind(desk, { persona, difficulty, kind: FALLBACK[difficulty], again: true }))
  );
}

/** A question of this persona and difficulty that failed in the previous session: it is asked again, by its id (REQ-O-002). */
function* failedBefore(
  { pool, history, asked, used, texts }: Desk,
  persona: Persona,
  difficulty: Difficulty,
  kinds: readonly QuestionKind[],
): Steps<Question | undefined> {
  if (history.failed.size === 0 || kinds.includes('unanswerable')) return undefined;
  const isAsked = new Set(asked.map((question) => question.id));
  for (const kind of new Set([...kinds, FALLBACK[difficulty]])) {
    for (const core of coresFor(persona, kind === 'edition' ? pool.cores : pool.current)) {
      yield;
      const id = idFor(core, kind, persona, pool);
      if (id === undefined || !history.failed.has(id) || isAsked.has(id)) continue;
      const question = rephrasable(core, kind, pool)
        ? questionFor(core, kind, { persona, difficulty, pool })
        : undefined;
      if (question === undefined || texts.has(folded(question.text))) continue;
      used.add(core.key);
      return question;
    }
  }
  return undefined;
}

interface Wanted {
  readonly persona: Persona;
  readonly difficulty: Difficulty;
  readonly kind: QuestionKind;
  /** Whether a provision may be asked about again. */
  readonly again: boolean;
}

function* ofKind(desk: Desk, { persona, difficulty, kind, again }: Wanted): Steps<Question | undefined> {
  const cores = coresFor(persona, kind === 'edition' ? desk.pool.cores : desk.pool.current);
  const able: CoreQuestion[] = [];
  for (const core of cores) {
    yield;
    if (rephrasable(core, kind, desk.pool) && (again || !desk.used.has(core.key))) able.push(core);
  }
  const candidates = shuffledStart(able, desk.random);
  let best: { question: Question; key: string } | undefined;
  for (const core of kind === 'unanswerable' ? candidatesForOutside(desk) : candidates) {
    yield;
    const question = questionFor(core, kind, { persona, difficulty, pool: desk.pool });
    if (question === undefined || desk.texts.has(folded(question.text))) continue;
    if (desk.asked.some((q) => q.id === question.id)) continue;
    if (best === undefined || rank(question, desk.history) > rank(best.question, desk.history))
      best = { question, key: isCore(core) ? core.key : outsideKey(desk.pool, core) };
    if (rank(question, desk.history) === 2 || (rank(question, desk.history) === 1 && desk.history.failed.size === 0))
      break;
  }
  if (best !== undefined) desk.used.add(best.key);
  return best?.question;
}

const isCore = (value: CoreQuestion | number): value is CoreQuestion => typeof value !== 'number';

const outsideKey = (pool: QuestionPool, index: number): string => `outside/${pool.outside[index]?.asked ?? ''}`;

function candidatesForOutside(desk: Desk): number[] {
  const all = desk.random.shuffled(desk.pool.outside.map((_, i) => i));
  const isUsed = (i: number) => desk.used.has(outsideKey(desk.pool, i));
  return [...all.filter((i) => !isUsed(i)), ...all.filter(isUsed)];
}

function shuffledStart(cores: readonly CoreQuestion[], random: SeededRandom): CoreQuestion[] {
  const picked = new Set<number>();
  const most = Math.min(TRIES, cores.length);
  while (picked.size < most) picked.add(random.below(cores.length));
  return [...picked].flatMap((i) => cores[i] ?? []);
}

/** Failed questions are asked again first (2), passed ones last (0): REQ-O-002. */
function rank(question: Question, history: QuestionHistory): number {
  if (history.failed.has(question.id)) return 2;
  return history.passed.has(question.id) ? 0 : 1;
}
