import { Steps } from '../../../shared/domain/steps.js';
import { Difficulty, Question } from '../../domain/question.js';
import { Persona } from '../../personas/domain/persona.js';
import { outsideQuestion } from './kind-question.js';
import { nearMiss } from './near-miss.js';
import { hiddenQuestion } from './hidden-question.js';
import { Desk, discard, isNew, shuffledStart } from './question-desk.js';
import { coresFor, QuestionPool } from './question-pool.js';

/**
 * Where the answer is missing, in turn: a provision that is hidden from the target, a thing beyond what the rules of a subject say, a
 * subject that the documents do not have at all.
 */
const ABSENCES = ['hidden', 'border', 'hidden', 'outside'] as const;

/** A question that nothing which the target may see answers: usually about a subject of the documents, sometimes about another one. */
export function* unanswerable(desk: Desk, persona: Persona, difficulty: Difficulty): Steps<Question | undefined> {
  const asked = desk.asked.filter(({ gold }) => !gold.answerable).length;
  const absence = ABSENCES[asked % ABSENCES.length];
  if (absence === 'hidden' && desk.mayHide)
    for (const core of shuffledStart(coresFor(persona, desk.pool.current), desk.random)) {
      yield;
      if (desk.used.has(core.key)) continue;
      const onRefused = (reason: string): void => discard(desk, reason, core.key);
      const question = hiddenQuestion(core, { persona, difficulty, pool: desk.pool, onRefused });
      if (question === undefined || !isNew(desk, question)) continue;
      desk.used.add(core.key);
      return question;
    }
  if (absence !== 'outside')
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
