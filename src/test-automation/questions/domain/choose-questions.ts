import { Steps } from '../../../shared/domain/steps.js';
import { Persona } from '../../personas/domain/persona.js';
import { Difficulty, Question, QuestionKind, DIFFICULTIES } from '../../domain/question.js';
import { NothingToAskError, QuestionHistory } from './question-maker.js';
import { SeededRandom } from '../../domain/seeded-random.js';
import { SessionRequest } from '../../domain/session-request.js';
import { CoreQuestion } from './core-question.js';
import { idFor, partnerOf, questionFor, rephrasable } from './kind-question.js';
import { goldOverlap, lettersOf, MOST_OVERLAP } from './meaning/question-checks.js';
import { coresFor, QuestionPool } from './question-pool.js';
import {
  candidates,
  Desk,
  discard,
  historyRank,
  isAsked,
  isNew,
  isTooAlike,
  isTooEasy,
  mayBeFound,
  newDesk,
  take,
  timesAsked,
} from './question-desk.js';
import { unanswerable } from './unanswerable-questions.js';

/**
 * The difficulties of each persona's questions: one of each, then the ones that the session's mix lacks most. The mix then holds for the
 * session up to rounding, and for each persona if the numbers allow it.
 */
function difficultiesFor(request: SessionRequest, personas: number): Difficulty[][] {
  const had: Record<Difficulty, number> = { easy: 0, medium: 0, hard: 0 };
  return Array.from({ length: personas }, (_, p) => {
    const mine: Difficulty[] = [...DIFFICULTIES];
    for (const difficulty of mine) had[difficulty]++;
    const due = (d: Difficulty) => request.difficulty[d] * request.queriesPerPersona * (p + 1) - had[d];
    while (mine.length < request.queriesPerPersona) {
      const next = DIFFICULTIES.reduce((most, d) => (due(d) > due(most) + 1e-9 ? d : most), DIFFICULTIES[0]);
      mine.push(next);
      had[next]++;
    }
    return mine.sort((a, b) => DIFFICULTIES.indexOf(a) - DIFFICULTIES.indexOf(b));
  });
}

/** Interval between questions that the documents do not answer: at least a tenth of the session. */
const UNANSWERABLE_EVERY = 9;

/** Whether the question at this position of the session is one that the documents do not answer. */
const isUnanswerableAt = (place: number): boolean => place % UNANSWERABLE_EVERY === UNANSWERABLE_EVERY - 2;

const KINDS: Readonly<Record<Difficulty, readonly QuestionKind[]>> = {
  easy: ['fact', 'fact', 'typo', 'fact'],
  // People use abbreviations everywhere: every session tests whether the service knows them, regardless of chance.
  medium: ['procedure', 'slang', 'eligibility', 'comparison', 'slang', 'edition'],
  hard: ['ambiguous', 'emotional', 'compound'],
};
/** Kinds for any seed, if the difficulty's own kinds fit none. */
const FALLBACK: Readonly<Record<Difficulty, readonly QuestionKind[]>> = {
  easy: ['fact'],
  medium: ['fact'],
  hard: ['emotional', 'fact'],
};
/** Number of candidates that are tried to find one that plain BM25 does not find. */
const FOUND_TRIES = 100;
/** Number of questions about one provision before questions in the documents' own words are preferred. */
const FEW = 3;

/** The single questions of a session, and the number of seeds whose questions were discarded, by reason. */
export interface ChosenQuestions {
  readonly questions: readonly Question[];
  readonly discarded: Readonly<Record<string, number>>;
}

/**
 * Questions about different provisions first. If the documents give too few, the others ask the same in other words; the report says about how
 * many provisions a session asks.
 * @throws NothingToAskError if the documents give fewer questions than requested
 */
export function* chooseInSteps(
  request: SessionRequest,
  personas: readonly Persona[],
  pool: QuestionPool,
  history: QuestionHistory,
): Steps<ChosenQuestions> {
  const desk = newDesk(pool, history, {
    random: new SeededRandom(`singles/${request.seed}`),
    mayHide: request.target.kind === 'self',
  });
  const turns: Record<Difficulty, number> = { easy: 0, medium: 0, hard: 0 };
  for (const [p, difficulties] of difficultiesFor(request, personas.length).entries()) {
    const persona = personas[p];
    if (persona === undefined) continue;
    for (const difficulty of difficulties) {
      const question = yield* next(desk, persona, difficulty, rotated(KINDS[difficulty], turns[difficulty]));
      if (question?.kind !== 'unanswerable') turns[difficulty]++;
      if (question === undefined)
        throw new NothingToAskError(
          `The documents give no further ${difficulty} question for '${persona.id}' after ${desk.asked.length} questions. ` +
            'Add documents, widen the scope, or ask for fewer queries per persona.',
        );
      desk.asked.push(question);
      desk.texts.add(lettersOf(question.text));
    }
  }
  const discarded = [...desk.discarded].map(([reason, seeds]): [string, number] => [reason, seeds.size]);
  return { questions: desk.asked, discarded: Object.fromEntries(discarded) };
}

const rotated = <T>(list: readonly T[], by: number): T[] =>
  list.map((_, i) => list[(i + by) % list.length]).flatMap((k) => (k === undefined ? [] : [k]));

function* next(
  desk: Desk,
  persona: Persona,
  difficulty: Difficulty,
  kinds: readonly QuestionKind[],
): Steps<Question | undefined> {
  if (isUnanswerableAt(desk.asked.length)) return yield* unanswerable(desk, persona, difficulty);
  const failed = yield* failedBefore(desk, persona, difficulty, kinds);
  if (failed !== undefined) return failed;
  const steps: Wanted[] = [
    ...kinds.map((kind) => ({ persona, difficulty, kind, again: false })),
    ...STEPS.flatMap((step) => FALLBACK[difficulty].map((kind) => ({ persona, difficulty, kind, ...step }))),
  ];
  // A question that plain BM25 finds too easily is the last resort of each kind; one more of many alike comes after it.
  let resort: Candidate | undefined;
  for (const step of steps) {
    // A further provision that is found easily is better than the same one again, as long as the session has enough hard questions.
    if (
      resort !== undefined &&
      step.again !== false &&
      (mayBeFound(desk) || step.literal !== undefined || step.again === true)
    )
      break;
    const found = yield* ofKind(desk, step);
    if (found !== undefined && found.flaw === 0) return taken(desk, found);
    if (found !== undefined && (resort === undefined || found.flaw < resort.flaw)) resort = found;
  }
  return resort === undefined ? undefined : taken(desk, resort);
}

function taken(desk: Desk, { core, question }: Candidate): Question {
  const partner = question.kind === 'compound' ? partnerOf(core, desk.pool) : undefined;
  take(desk, partner === undefined ? [core] : [core, partner], question);
  return question;
}

/** A question of this persona and difficulty that failed in the previous session: it is asked again, by its id (REQ-O-002). */
function* failedBefore(
  desk: Desk,
  persona: Persona,
  difficulty: Difficulty,
  kinds: readonly QuestionKind[],
): Steps<Question | undefined> {
  const { pool, history, asked } = desk;
  if (history.failed.size === 0) return undefined;
  const isAsked = new Set(asked.map((question) => question.id));
  // A question in the documents' own words is asked as before, without the context of people's words.
  const plain = { ...pool, rivals: undefined };
  const isLiteral = new Set(pool.literal);
  for (const kind of new Set([...kinds, ...FALLBACK[difficulty]])) {
    const able = [...coresFor(persona, kind === 'edition' ? pool.cores : pool.current), ...pool.literal];
    for (const core of able) {
      yield;
      const id = idFor(core, kind, persona, pool);
      if (id === undefined || !history.failed.has(id) || isAsked.has(id)) continue;
      const question = rephrasable(core, kind, pool)
        ? questionFor(core, kind, { persona, difficulty, pool: isLiteral.has(core) ? plain : pool })
        : undefined;
      // It is repeated even if another persona asks in the same words.
      if (question === undefined) continue;
      take(desk, [core], question);
      return question;
    }
  }
  return undefined;
}

/** Further questions for a small store, in this order, if it has no new question in people's words. */
const STEPS: readonly Pick<Wanted, 'again' | 'literal' | 'passed'>[] = [
  { again: false },
  { again: false, literal: 'limited' },
  { again: 'few' },
  { again: 'few', literal: 'limited' },
  { again: true },
  { again: true, literal: 'any' },
  { again: true, passed: true },
];

interface Wanted {
  readonly persona: Persona;
  readonly difficulty: Difficulty;
  readonly kind: QuestionKind;
  /** Whether a provision may be asked about again. */
  readonly again: boolean | 'few';
  /** Whether a question that passed before may be asked again. */
  readonly passed?: boolean;
  /** In the documents' own words: with the same limit of overlap as all others, or without it. */
  readonly literal?: 'limited' | 'any';
}

interface Candidate {
  readonly question: Question;
  readonly core: CoreQuestion;
  readonly rank: number;
  /** Makes it a last resort: 0.5 if plain BM25 finds it too easily, 0.6 if the session has many like it. */
  readonly flaw: number;
}

function* ofKind(
  desk: Desk,
  { persona, difficulty, kind, again, literal, passed }: Wanted,
): Steps<Candidate | undefined> {
  // A question in the documents' own words has no rival answer either, unless the store gives no other one.
  const pool = literal === 'any' ? { ...desk.pool, rivals: undefined } : desk.pool;
  const all = kind === 'edition' ? pool.cores : literal === undefined ? pool.current : pool.literal;
  const able: CoreQuestion[] = [];
  for (const core of coresFor(persona, all)) {
    yield;
    if (mayBeAsked(desk, core, again) && rephrasable(core, kind, pool)) able.push(core);
  }
  let best: Candidate | undefined;
  let found = 0;
  for (const core of candidates(desk, able, persona)) {
    yield;
    const onRefused = (reason: string): void => discard(desk, reason, core.key);
    const question = questionFor(core, kind, { persona, difficulty, pool, onRefused });
    if (question === undefined || !isNew(desk, question)) continue;
    const partner = kind === 'compound' ? partnerOf(core, pool) : undefined;
    if (again === false && (isAsked(desk, core) || (partner !== undefined && isAsked(desk, partner)))) {
      onRefused('asked_already');
      continue;
    }
    if (literal === 'limited' && goldOverlap(question.text, question.gold.quote ?? '') > MOST_OVERLAP) {
      onRefused('copies_the_source');
      continue;
    }
    const isEasy = isTooEasy(desk, question);
    if (isEasy) found++;
    const flaw = isTooAlike(desk, core) ? 0.6 : isEasy ? 0.5 : 0;
    const rank = historyRank(question, desk.history) - flaw;
    if (best === undefined || rank > best.rank) best = { question, core, rank, flaw };
    const isEnough = rank === 2 || (rank === 1 && desk.history.failed.size === 0);
    if (isEnough || found >= FOUND_TRIES) break;
  }
  // A question that passed before is repeated only if there is no other one.
  return best === undefined || (passed !== true && best.rank <= 0) ? undefined : best;
}

function mayBeAsked(desk: Desk, core: CoreQuestion, again: Wanted['again']): boolean {
  if (desk.hidden.has(core.key)) return false;
  if (again === true || !desk.used.has(core.key)) return true;
  return again === 'few' && timesAsked(desk, core) < FEW;
}
