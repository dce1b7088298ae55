import { CategoryFilter, restrictedTo, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { ExampleCandidate, ExampleCandidates, ExampleTrials, TrialAnswer } from '../domain/example.js';
import { FindExamples } from './find-examples.js';

const QUOTE = 'A loan may be renewed twice.';
const candidate = (question: string, facts: readonly string[] = []): ExampleCandidate => ({
  question,
  language: 'en',
  passages: [{ documentId: 'loans', quote: QUOTE }],
  facts,
});
const quoting = (quote: string, documentId = 'loans'): TrialAnswer => ({
  text: `${quote} [1]`,
  isAbstained: false,
  quotes: [{ documentId, quote }],
});
const GOOD = quoting(`${QUOTE} Fines are due.`);

class Candidates extends ExampleCandidates {
  present = 'first';
  constructor(private readonly all: readonly ExampleCandidate[]) {
    super();
  }
  state() {
    return Promise.resolve(this.present);
  }
  find() {
    return Promise.resolve(this.all);
  }
}

class Trials extends ExampleTrials {
  readonly asked: [string, CategoryFilter][] = [];
  constructor(private readonly answers: Record<string, TrialAnswer | undefined>) {
    super();
  }
  ask(question: string, filter: CategoryFilter) {
    this.asked.push([question, filter]);
    return Promise.resolve(this.answers[question]);
  }
}

const finder = (answers: Record<string, TrialAnswer | undefined>, facts: readonly string[] = []) => {
  const candidates = new Candidates(Object.keys(answers).map((question) => candidate(question, facts)));
  const trials = new Trials(answers);
  return { candidates, trials, find: new FindExamples(candidates, trials) };
};

describe('FindExamples', () => {
  it.each<[string, TrialAnswer, readonly string[]]>([
    ['abstains', { text: '', isAbstained: true, quotes: [] }, []],
    ['quotes another passage', quoting('A fine is due after a week.'), []],
    ['quotes the same words of another document', quoting(QUOTE, 'fines'), []],
    [
      'quotes another passage first',
      { ...GOOD, quotes: [{ documentId: 'fines', quote: 'Pay at the desk.' }, ...GOOD.quotes] },
      [],
    ],
    ['does not state the value', GOOD, ['three times']],
  ])('does not show a question whose answer %s', async (_fault, answer, facts) => {
    const { find } = finder({ bad: answer }, facts);
    expect(await find.findExamples(UNRESTRICTED, 'en')).toEqual([]);
  });

  it('shows three that are answered well, and asks no more', async () => {
    const { find, trials } = finder({ bad: quoting('Other words here.'), a: GOOD, b: GOOD, c: GOOD, d: GOOD }, [
      'twice',
    ]);
    const examples = await find.findExamples(UNRESTRICTED, 'en');
    expect(examples.map(({ question }) => question)).toEqual(['a', 'b', 'c']);
    expect(examples[0]?.documentId).toBe('loans');
    expect(trials.asked).toHaveLength(4);
  });

  it('asks a limited number of questions', async () => {
    const bad = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`q${i}`, quoting('Other words here.')]));
    const { find, trials } = finder(bad);
    await find.findExamples(UNRESTRICTED, 'en');
    expect(trials.asked).toHaveLength(12);
  });

  it('asks once for callers with the same rights, and again for others', async () => {
    const { find, trials } = finder({ a: GOOD });
    const limited = restrictedTo([['Library']]);
    await Promise.all([find.findExamples(limited, 'en'), find.findExamples(restrictedTo([['library']]), 'en')]);
    expect(trials.asked).toEqual([['a', limited]]);
    await find.findExamples(UNRESTRICTED, 'en');
    expect(trials.asked).toHaveLength(2);
  });

  it('asks again after a change of the store', async () => {
    const { find, trials, candidates } = finder({ a: GOOD });
    await find.findExamples(UNRESTRICTED, 'en');
    candidates.present = 'second';
    await find.findExamples(UNRESTRICTED, 'en');
    expect(trials.asked).toHaveLength(2);
  });

  it('asks again after a trial without an answer', async () => {
    const { find, trials } = finder({ a: undefined });
    expect(await find.findExamples(UNRESTRICTED, 'en')).toEqual([]);
    await find.findExamples(UNRESTRICTED, 'en');
    expect(trials.asked).toHaveLength(2);
  });
});
