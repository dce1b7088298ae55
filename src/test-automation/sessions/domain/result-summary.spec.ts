import { testResultOf } from '../../../../test/support/test-result-of.js';
import { judgeGates } from './gates.js';
import { summarize } from './result-summary.js';
import { compareSessions } from './session-comparison.js';
import { summarise } from './summary.js';
import { TestResult } from '../../domain/test-result.js';

const claim = { claim: 'c', query: 'c', verdict: 'supported', checkable: true, quote: 'q'.repeat(2_000) } as never;

function results(verdicts: string): TestResult[] {
  return Array.from(verdicts, (sign, i) =>
    testResultOf(`q${i}`, sign === '+' ? 'success' : sign === '-' ? 'failure' : 'not_evaluated', {
      personaId: `persona-${i % 3}`,
      answer: sign === '0' ? null : 'an answer '.repeat(100),
      costUsd: 0.01,
      ...(i % 4 === 3 ? { scenarioId: `s${i % 2}`, turn: 2 + i } : {}),
      judgement: {
        claims: [claim],
        failureType: sign === '-' ? 'INCOMPLETE' : null,
        intents: { surface: sign === '+', hidden: null, behavioral: null },
      },
    }),
  );
}

const BEFORE = results('++-+0-+++-++-+');
const AFTER = results('+-+++-+0+-++++');
const RULES = { seed: 7, invalidDialogues: new Set(['s1']) };

describe('summarize', () => {
  it('is all that summaries, gates and comparisons need', () => {
    const resultSummaries = BEFORE.map(summarize);
    expect(summarise(resultSummaries, RULES)).toEqual(summarise(BEFORE, RULES));
    expect(judgeGates(resultSummaries, RULES.invalidDialogues)).toEqual(judgeGates(BEFORE, RULES.invalidDialogues));
    expect(compareSessions(resultSummaries, AFTER.map(summarize))).toEqual(compareSessions(BEFORE, AFTER));
  });

  it('leaves out the text of claims and all of a long answer but its start', () => {
    const [result] = BEFORE;
    if (result === undefined) throw new Error('there is one');
    expect(JSON.stringify(summarize(result)).length).toBeLessThan(JSON.stringify(result).length / 4);
  });
});
