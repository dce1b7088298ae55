import { Steps } from '../../../shared/domain/steps.js';
import { Difficulty, Question } from '../../domain/question.js';
import { Persona } from '../../personas/domain/persona.js';
import { outsideQuestion } from './kind-question.js';
import { nearMiss } from './near-miss.js';
import { Desk, isNew, shuffledStart } from './question-desk.js';
import { coresFor, QuestionPool } from './question-pool.js';

/** One of this many unanswerable questions is about a subject that the documents do not have at all. */
const FOREIGN_EVERY = 4;

/** A question that no document answers: usually about a subject that they have, sometimes about one that they do not have. */
export function* unanswerable(desk: Desk, persona: Persona, difficulty: Difficulty): Steps<Question | undefined> {
  const asked = desk.asked.filter(({ gold }) => !gold.answerable).length;
  if (asked % FOREIGN_EVERY !== FOREIGN_EVERY - 1)
    for (const core of shuffledStart(coresFor(persona, desk.pool.current), desk.random)) {
      yield;
      const question = nearMiss(core, { persona, difficulty, pool: desk.pool }, desk.used);
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

const outsideKey = (pool: QuestionPool, index: number): string => `outside/${pool.outside[index]?.asked ?? ''}`;

function outsideTopics(desk: Desk): number[] {
  const all = desk.random.shuffled(desk.pool.outside.map((_, i) => i));
  const isUsed = (i: number) => desk.used.has(outsideKey(desk.pool, i));
  return [...all.filter((i) => !isUsed(i)), ...all.filter(isUsed)];
}
