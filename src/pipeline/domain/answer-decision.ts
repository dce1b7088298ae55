import { Answer } from './answer.js';
import { rounded, SideEvent } from './trace.js';

function effectOf({ abstained, answerability: { probability } }: Answer, threshold: number): string {
  if (probability < threshold) return 'abstained: a right answer is less probable than the threshold';
  return abstained ? 'abstained: the writer found no answer in the passages' : 'answered';
}

/**
 * The event that explains why the pipeline answered or abstained. It contains the calibrated probability of a right answer, the threshold
 * of ANSWER_RISK, the likeliest sentence, and the features of the probability. Small talk has no such event.
 */
export function answerDecisionEvents(answer: Answer, threshold: number): SideEvent[] {
  if (answer.isSmallTalk === true) return [];
  const { probability, mass, strength, lead, typed, asked, likeliest, lack } = answer.answerability;
  return [
    {
      component: 'answer_decision',
      fired: true,
      input: {
        ...(likeliest === undefined
          ? {}
          : { likeliest: { chunk_id: likeliest.chunkId, start: likeliest.start, end: likeliest.end } }),
        mass: rounded(mass),
        strength: rounded(strength),
        lead: rounded(lead),
        kind_found: typed,
        ...(asked === undefined
          ? {}
          : {
              words: Math.round(Math.expm1(asked.words)),
              decisiveness: rounded(asked.decisive),
              coverage: rounded(asked.coverage),
              absent: rounded(asked.absent),
            }),
        ...(lack === undefined ? {} : { lacks: lack }),
      },
      output: { probability: rounded(probability), threshold: rounded(threshold), answered: !answer.abstained },
      effect: effectOf(answer, threshold),
      took_ms: 0,
    },
  ];
}
