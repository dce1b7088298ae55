import { Answer } from './answer.js';
import { rounded, SideEvent } from './trace.js';

function effectOf({ abstained, answerability: { probability } }: Answer, threshold: number): string {
  if (probability < threshold) return 'abstained: a right answer is less probable than the threshold';
  return abstained ? 'abstained: the writer found no answer in the passages' : 'answered';
}

/**
 * The event that says why there is an answer or none: the calibrated probability of a right one against the threshold of ANSWER_RISK, and
 * what the probability was made of. None for small talk, of which nothing is decided.
 */
export function answerDecisionEvents(answer: Answer, threshold: number): SideEvent[] {
  if (answer.isSmallTalk === true) return [];
  const { probability, mass, strength, lead, typed, lack } = answer.answerability;
  return [
    {
      component: 'answer_decision',
      fired: true,
      input: {
        mass: rounded(mass),
        strength: rounded(strength),
        lead: rounded(lead),
        kind_found: typed,
        ...(lack === undefined ? {} : { lacks: lack }),
      },
      output: { probability: rounded(probability), threshold: rounded(threshold), answered: !answer.abstained },
      effect: effectOf(answer, threshold),
      took_ms: 0,
    },
  ];
}
