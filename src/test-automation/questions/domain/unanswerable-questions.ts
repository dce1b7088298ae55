import { Steps } from '../../../shared/domain/steps.js';
import { Difficulty, Question } from '../../domain/question.js';
import { Persona } from '../../personas/domain/persona.js';
import { outsideQuestion } from './unanswered-question.js';
import { nearMiss } from './near-miss.js';
import { concerns } from './persona-concerns.js';
import { expiredQuestion, hiddenQuestion } from './hidden-question.js';
import { CoreQuestion } from './core-question.js';
import { Desk, discard, isAsked, isNew, keep, shuffledStart } from './question-desk.js';
import { coresFor, QuestionPool } from './question-pool.js';

/**
 * Where the answer is missing, in turn: in a provision that is hidden from the target, or beyond what the rules of a subject say. A subject
 * that the documents do not have at all is the last resort: it is too easily seen that nothing answers.
 */
const ABSENCES = ['hidden', 'border'] as const;

/** A question that nothing which the target may see answers: usually about a subject of the documents, sometimes about another one. */
export function* unanswerable(desk: Desk, persona: Persona, difficulty: Difficulty): Steps<Question | undefined> {
  const asked = desk.asked.filter(({ gold }) => !gold.answerable).length;
  const absence = ABSENCES[asked % ABSENCES.length];
  if (absence === 'hidden' && desk.mayHide) {
    // An edition that is not in force hides a provision as well as a category does; few stores have one.
    const [first, second] = asked % 4 === 0 ? [byEdition, byCategory] : [byCategory, byEdition];
    const hidden = (yield* first(desk, persona, difficulty)) ?? (yield* second(desk, persona, difficulty));
    if (hidden !== undefined) return hidden;
  }
  // About an action and about a body in turn.
  const about = asked % 4 < 2 ? (['act', 'body'] as const) : (['body', 'act'] as const);
  for (const kind of about)
    for (const core of shuffledStart(coresFor(persona, desk.pool.current), desk.random)) {
      yield;
      if (kind === 'act' && !concerns(persona, core)) continue;
      const question = nearMiss(core, { persona, difficulty, pool: desk.pool }, kind, desk.used);
      if (question !== undefined && isNew(desk, question)) return question;
    }
  for (const index of outsideTopics(desk)) {
    yield;
    const question = outsideQuestion(index, { persona, difficulty, pool: desk.pool });
    if (question === undefined || !isNew(desk, question)) continue;
    desk.used.add(outsideKey(desk.pool, index));
    return question;
  }
  return undefined;
}

const byCategory = (desk: Desk, persona: Persona, difficulty: Difficulty): Steps<Question | undefined> =>
  hiddenBy(desk, { persona, difficulty, cores: desk.pool.current, make: hiddenQuestion });
const byEdition = (desk: Desk, persona: Persona, difficulty: Difficulty): Steps<Question | undefined> =>
  hiddenBy(desk, {
    persona,
    difficulty,
    cores: desk.pool.outOfForce.filter(({ language }) => language === persona.language),
    make: expiredQuestion,
  });

function* hiddenBy(
  desk: Desk,
  {
    persona,
    difficulty,
    cores,
    make,
  }: {
    readonly persona: Persona;
    readonly difficulty: Difficulty;
    readonly cores: readonly CoreQuestion[];
    readonly make: typeof hiddenQuestion;
  },
): Steps<Question | undefined> {
  for (const core of shuffledStart(coresFor(persona, cores), desk.random)) {
    yield;
    // A provision that the session asks about, or will, is not hidden: the two questions would be the same.
    if (desk.used.has(core.key) || isAsked(desk, core)) continue;
    const onRefused = (reason: string): void => discard(desk, reason, core.key);
    const question = make(core, { persona, difficulty, pool: desk.pool, onRefused });
    if (question === undefined || !isNew(desk, question)) continue;
    keep(desk, core);
    desk.hidden.add(core.key);
    return question;
  }
  return undefined;
}

const outsideKey = (pool: QuestionPool, index: number): string => `outside/${pool.outside[index]?.asked ?? ''}`;

function outsideTopics(desk: Desk): number[] {
  const all = desk.random.shuffled(desk.pool.outside.map((_, i) => i));
  const isUsed = (i: number) => desk.used.has(outsideKey(desk.pool, i));
  return [...all.filter((i) => !isUsed(i)), ...all.filter(isUsed)];
}
