import { DIFFICULTIES, Difficulty } from '../../domain/question.js';
import { SessionRequest } from '../../domain/session-request.js';

/**
 * The difficulties of each persona's questions: one of each, then the ones that the session's mix lacks most. The mix then holds for the
 * session up to rounding, and for each persona if the numbers allow it.
 */
export function difficultiesFor(request: SessionRequest, personas: number): Difficulty[][] {
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
export const isUnanswerableAt = (place: number): boolean => place % UNANSWERABLE_EVERY === UNANSWERABLE_EVERY - 2;
