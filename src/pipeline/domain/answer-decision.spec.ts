import type { Answer } from './answer.js';
import { answerDecisionEvents } from './answer-decision.js';

const answerability = { mass: 0.612345, strength: 2, lead: 1, typed: true, probability: 0.7 };
const answered = { abstained: false, answerability } as Answer;

describe('answerDecisionEvents', () => {
  it.each([
    ['answered', answered, 0.5],
    ['abstained: a right answer is less probable than the threshold', { ...answered, abstained: true }, 0.8],
    ['abstained: the writer found no answer in the passages', { ...answered, abstained: true }, 0.5],
  ])('says %s', (effect, answer, threshold) => {
    expect(answerDecisionEvents(answer, threshold)).toEqual([
      {
        component: 'answer_decision',
        fired: true,
        input: { mass: 0.6123, strength: 2, lead: 1, kind_found: true },
        output: { probability: 0.7, threshold, answered: !answer.abstained },
        effect,
        took_ms: 0,
      },
    ]);
  });

  it('names the likeliest sentence by its chunk and its offsets in the document', () => {
    const likeliest = { chunkId: 'rules#3', start: 120, end: 180 };
    const [event] = answerDecisionEvents({ ...answered, answerability: { ...answerability, likeliest } }, 0.5);
    expect(event?.input).toMatchObject({ likeliest: { chunk_id: 'rules#3', start: 120, end: 180 } });
  });

  it('has what the question gives to the probability', () => {
    const asked = { words: Math.log1p(3), decisive: 0.51239, coverage: 0.8, absent: 0.25 };
    const [event] = answerDecisionEvents({ ...answered, answerability: { ...answerability, asked } }, 0.5);
    expect(event?.input).toMatchObject({ words: 3, decisiveness: 0.5124, coverage: 0.8, absent: 0.25 });
  });

  it('returns no event for small talk', () => {
    expect(answerDecisionEvents({ ...answered, isSmallTalk: true }, 0.5)).toEqual([]);
  });
});
