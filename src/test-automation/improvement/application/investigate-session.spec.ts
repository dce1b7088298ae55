import { aSession } from '../../../../test/support/a-session.js';
import { FixedConfiguration, scriptedBench } from '../../../../test/support/scripted-trials.js';
import { testResultOf } from '../../../../test/support/test-result-of.js';
import { Question } from '../../domain/question.js';
import { DocumentSource } from '../../domain/session-scope.js';
import { TestResult } from '../../domain/test-result.js';
import { askedInUse, QuestionsInUse, SessionRights } from '../../questions/domain/abstained-questions.js';
import { CompleteSession } from '../../sessions/domain/session-artifacts.js';
import { summarise } from '../../sessions/domain/summary.js';
import { OpenExperimentRunner } from './experiment-runner.js';
import { JsonQuestionLexicon } from '../../questions/infrastructure/json-question-lexicon.js';
import { InvestigateFailures } from './investigate-failures.js';
import { InvestigateSession } from './investigate-session.js';
import { MeasureContribution } from './measure-contribution.js';
import { ProposePatterns } from './propose-patterns.js';
import { ProposeRepairs } from './propose-repairs.js';
import { ProposeWeights } from './propose-weights.js';

const NO_SIGNAL = new AbortController().signal;
const configuration = new FixedConfiguration();
const source = { one: () => Promise.resolve(undefined) } as unknown as DocumentSource;

/** Everyday words of questions, and the words of the passages that answer them. */
const WORDS = [
  {
    said: '알바',
    written: '근로장학생',
    query: '알바 시급은 얼마인가요?',
    quote: '근로장학생 급여는 위원회에서 정한다.',
    inUse: '알바 모집은 언제인가요?',
    itsQuote: '근로장학생 선발은 도서관에서 공고한다.',
  },
  {
    said: 'laptop',
    written: 'workstation',
    query: 'Who repairs my laptop?',
    quote: 'A broken workstation goes to the service desk in the basement.',
    inUse: 'May my laptop leave the building?',
    itsQuote: 'Taking a workstation abroad requires a permit of the director.',
  },
] as const;
type Words = (typeof WORDS)[number];

class InUse extends QuestionsInUse {
  readonly read: SessionRights[] = [];
  constructor(private readonly questions: readonly Question[]) {
    super();
  }
  of(session: SessionRights): Promise<readonly Question[]> {
    this.read.push(session);
    return Promise.resolve(this.questions);
  }
}

/** Investigates a session in a sandbox in which joining the words cures. */
function investigated({ said, written }: Words, results: readonly TestResult[], inUse: InUse) {
  const { sandbox, bench } = scriptedBench();
  sandbox.isRight = (_, patch) => JSON.stringify(patch).includes(said) && JSON.stringify(patch).includes(written);
  sandbox.near = (word, other) => Number(word === said && other === written);
  sandbox.quotes = WORDS.flatMap(({ quote, itsQuote }) => [quote, itsQuote]);
  const investigate = new InvestigateSession(
    { open: () => Promise.resolve(bench) } as unknown as OpenExperimentRunner,
    new InvestigateFailures(configuration, new JsonQuestionLexicon()),
    new ProposeRepairs(configuration, new ProposePatterns(configuration), new ProposeWeights(configuration)),
    new MeasureContribution(),
    source,
    inUse,
  );
  const complete: CompleteSession = {
    session: aSession({ owner: 'ann' }),
    personas: [],
    questions: { singles: [], dialogues: [], discarded: {} },
    results,
    outcome: { summary: summarise(results, { seed: 1, invalidDialogues: new Set() }), gates: [], causes: [] },
    trend: [],
  };
  return investigate.investigate(complete, NO_SIGNAL, () => Promise.resolve());
}

function failedOf({ query, quote }: Words): TestResult {
  const { gold, ...result } = testResultOf('one', 'failure', { query, judgement: { failureType: 'INCOMPLETE' } });
  return { ...result, gold: { ...gold, quote } };
}

const joined = ({ said, written }: Words) => `“${said}” joined with “${written}”`;

describe('a session', () => {
  it.each(WORDS)('looks for the words that its only failed question misses: $said', async (words) => {
    const { improvements } = await investigated(
      words,
      [failedOf(words), testResultOf('two', 'success')],
      new InUse([]),
    );
    const found = improvements.find(({ suggestedValue }) => suggestedValue === joined(words));
    expect(found).toMatchObject({ type: 'synonym', status: 'proposed', evidence: { result_ids: ['result-one'] } });
    expect(found?.evidence).not.toHaveProperty('asked_in_use');
  });

  it.each(WORDS)('looks for them in rejected answers of use as well: $said', async (words) => {
    const { gold } = testResultOf('any', 'failure');
    const rejected = askedInUse('rejected-t1', words.inUse, { ...gold, quote: words.itsQuote });
    const inUse = new InUse([rejected]);
    const { improvements } = await investigated(words, [failedOf(words)], inUse);
    const found = improvements.find(({ suggestedValue }) => suggestedValue === joined(words));
    expect(found?.evidence).toMatchObject({ result_ids: ['result-one'], asked_in_use: ['rejected-t1'] });
    expect(inUse.read).toEqual([{ owner: 'ann', scope: null }]);
  });

  it('without a failed question reads no question of use', async () => {
    const inUse = new InUse([]);
    await investigated(WORDS[0], [testResultOf('two', 'success')], inUse);
    expect(inUse.read).toEqual([]);
  });
});
