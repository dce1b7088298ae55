import { FixedConfiguration, scriptedBench, trialOutcome } from '../../../../test/support/scripted-trials.js';
import { testResultOf } from '../../../../test/support/test-result-of.js';
import { CounterfactualRun } from '../domain/counterfactual-run.js';
import { Investigation } from '../domain/session-failure.js';
import { questionOfResult } from '../domain/question-of-result.js';
import { Trial } from '../domain/trial.js';
import { ProposePatterns } from './propose-patterns.js';

const trialOf = (query: string, history?: readonly string[]): Trial => ({
  question: questionOfResult(testResultOf(query, 'failure', { query })),
  intent: null,
  ...(history === undefined ? {} : { history }),
});
const ran = (kind: CounterfactualRun['kind'], component: CounterfactualRun['component']): CounterfactualRun => ({
  kind,
  change: kind,
  success: true,
  score: 5,
  goldRank: null,
  component,
  patch: [],
});
const investigated = (trial: Trial, run: CounterfactualRun): Investigation => ({
  resultId: trial.question.id,
  outcome: trialOutcome(trial, false),
  goldRank: null,
  runs: [run],
  completed: trial.history === undefined ? undefined : `${trial.history.join(' ')} ${trial.question.text}`,
});
const VAGUE_WORDS = '/pipeline/components/hyde/vague_words';
const propose = new ProposePatterns(new FixedConfiguration({ numbers: new Map([[VAGUE_WORDS, 2]]) }));

describe('ProposePatterns', () => {
  it('makes a patch of the rules of the query analyser for turns that were not recognized as follow-ups', async () => {
    const { sandbox, bench } = scriptedBench();
    sandbox.isRight = ({ message }, patch) =>
      JSON.stringify(patch).includes('같은 맥락에서') && message.startsWith('같은');
    const turns = ['같은 맥락에서 서류는 무엇을 내나요?', '같은 맥락에서 기간은 며칠인가요?'];
    const failing = turns.map((text) => trialOf(text, ['휴학은 어떻게 하나요?']));
    const whole = trialOutcome(trialOf('휴학은 며칠인가요?'), true);
    const found = await propose.propose(
      bench,
      [...failing.map((trial) => trialOutcome(trial, false)), whole],
      failing.map((trial) => investigated(trial, ran('oracle_rewrite', null))),
    );
    expect(found[0]).toMatchObject({
      type: 'code_pattern',
      component: 'query_analyzer',
      patch: [{ op: 'add', path: '/pipeline/components/query_analyzer/followup_patterns/-' }],
      failing,
      expected: '2 of 2 failures cured when it was tried.',
    });
  });

  it('makes patches of the conditions of HyDE for questions that needed a hypothetical passage', async () => {
    const { sandbox, bench } = scriptedBench();
    sandbox.isRight = (_, patch) => JSON.stringify(patch).includes('골치');
    const failing = ['요즘 골치가 아픈 등록금 문제', '요즘 골치가 아픈 기숙사 문제'].map((text) => trialOf(text));
    const found = await propose.propose(
      bench,
      failing.map((trial) => trialOutcome(trial, false)),
      failing.map((trial) => investigated(trial, ran('hyde_on', 'hyde'))),
    );
    expect(found.length).toBeGreaterThan(0);
    expect(found[0]).toMatchObject({
      type: 'hyde_condition',
      component: 'hyde',
      patch: [{ op: 'add', path: '/pipeline/components/hyde/vague_patterns/-' }],
    });
    // What cures nothing is not proposed.
    expect(found.every(({ patch }) => JSON.stringify(patch).includes('골치'))).toBe(true);
  });

  it('proposes nothing without a supporting counterfactual, and runs nothing then', async () => {
    const { sandbox, bench } = scriptedBench();
    sandbox.isRight = () => true;
    const trial = trialOf('요즘 골치가 아픈 등록금 문제');
    const found = await propose.propose(
      bench,
      [trialOutcome(trial, false)],
      [investigated(trial, ran('synonym', null))],
    );
    expect([found, sandbox.asked]).toEqual([[], []]);
  });
});
