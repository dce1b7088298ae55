import { lastOf, Steps } from '../../../shared/domain/steps.js';
import { faultInjection, plantInSteps } from '../../judge/domain/judge-calibration/fault-injection.js';
import { materialInSteps } from './known-questions.js';
import { SourceDocument } from '../../domain/session-scope.js';
import { poolInSteps } from './question-pool.js';
import { UNDATED } from '../../../../test/support/undated.js';

const documents = (count: number): SourceDocument[] =>
  Array.from({ length: count }, (_, i) => ({
    documentId: `rule-${i}`,
    title: `Rule ${i}`,
    text: `## Backups ${i}\nA backup of the archive is kept for ${i + 2} days.\n\n## Reports ${i}\nA report is made within ${i + 3} hours.`,
    canonicalPath: ['Rules'],
    ...UNDATED,
  }));

function stepsOf(work: Steps<unknown>): number {
  let steps = 0;
  while (work.next().done !== true) steps++;
  return steps;
}

describe('work over all documents of a store', () => {
  const words = { outside: [{ language: 'en' as const, asked: 'what a parrot eats', terms: ['parrot'] }], slang: [] };
  const choice = { day: '2026-06-01', seed: 1, mostQuestions: 10_000, mostProvisions: 10_000 };
  const material = (count: number) => ({
    documents: documents(count),
    outside: [],
    phrases: { evasive: [], affirming: [], denying: [] } as never,
  });

  it.each<[string, (count: number) => Steps<unknown>]>([
    ['questions', (count) => poolInSteps(documents(count), words, '2026-06-01')],
    ['material for components', (count) => materialInSteps(documents(count), choice)],
    ['faults for the trial of a judge', (count) => plantInSteps(material(count), 1)],
  ])('makes %s in steps, more of them the more documents there are', (_, work) => {
    expect(stepsOf(work(40))).toBeGreaterThanOrEqual(40);
    expect(stepsOf(work(80))).toBeGreaterThanOrEqual(stepsOf(work(40)) + 40);
  });

  it('leaves out the topics that a document mentions', () => {
    const pool = (text: string) => {
      const [first, ...rest] = documents(3);
      return lastOf(poolInSteps([{ ...first!, text }, ...rest], words, '2026-06-01'));
    };
    expect(pool('A parrot eats seeds.').outside).toEqual([]);
    expect(pool('A dog eats meat.').outside).toHaveLength(1);
  });

  it('gives the same faults for the same documents and seed', () => {
    expect(faultInjection(material(5), 1)).toEqual(faultInjection(material(5), 1));
  });
});
