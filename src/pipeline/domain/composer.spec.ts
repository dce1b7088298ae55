import { evidence, USED } from '../../../test/support/pipeline-fakes.js';
import { isVerbatim } from './composer.js';

const PASSAGES = [evidence('kiln#0', 'It fires at 1,240 degrees. It cools.')];
const answer = (text: string, quoteStart: number, quoteEnd: number, start = 0) => ({
  text,
  citations: [{ start, end: start + quoteEnd - quoteStart, chunkId: 'kiln#0', quoteStart, quoteEnd }],
  usage: USED,
  degraded: [],
  abstained: false,
});

describe('isVerbatim', () => {
  it('is an answer of exact quotes and marks', () => {
    expect(isVerbatim(answer('It cools. [1]\n', 27, 36), PASSAGES)).toBe(true);
  });

  it.each([
    ['a changed letter', answer('It cooks. [1]', 27, 36)],
    ['a word of its own', answer('Yes: It cools. [1]', 27, 36, 5)],
    ['a number between marks', answer('It cools. [1] 7', 27, 36)],
    ['no quote at all', { ...answer('[1]', 0, 0), citations: [] }],
    ['a passage that is not there', { ...answer('It cools.', 27, 36), citations: [] }],
  ])('is not one with %s', (_, composed) => {
    expect(isVerbatim(composed, PASSAGES)).toBe(false);
  });
});
