import { AnsweringService } from './answering.js';
import { askAll, Outcome } from './asking.js';
import { readOwn } from './question-set.js';

/** Questions worded as the documents are, over the samples: their answers are known, so that the evidence is what is tested. */
describe('the evidence of every sentence', () => {
  const set = readOwn(['bench-answers/direct.jsonl']);
  let service: AnsweringService;
  let outcomes: Outcome[] = [];
  let isFittedAtFirst = false;

  beforeAll(async () => {
    service = await AnsweringService.over(set);
    isFittedAtFirst = await service.isFitted();
    outcomes = await askAll(service, set.questions, 'present');
  });
  afterAll(async () => {
    await service.stop();
  });

  it('is asked for when the embedding is fitted, as a server some seconds after its load', () => {
    expect(isFittedAtFirst).toBe(true);
  });

  it('leaves no sentence of an answer without a citation, and cites what the stored document says there', () => {
    expect(outcomes.filter((o) => !o.supported).map((o) => o.id)).toEqual([]);
  });

  it('answers in a thousand characters, and four of five times in three sentences and 500', () => {
    expect(Math.max(...outcomes.map((o) => o.response.length))).toBeLessThanOrEqual(1_100);
    expect(outcomes.filter((o) => !o.withinLimits).length).toBeLessThanOrEqual(0.2 * outcomes.length);
  });

  it('answers at least 90 % rightly, and says so with a high probability', () => {
    const right = outcomes.filter((o) => o.inAnswer);
    expect(right.length).toBeGreaterThanOrEqual(0.9 * outcomes.length);
    expect(right.reduce((sum, o) => sum + o.probability, 0) / right.length).toBeGreaterThan(0.85);
  });
});
