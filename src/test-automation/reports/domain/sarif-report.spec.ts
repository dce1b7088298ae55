import { testResultOf } from '../../../../test/support/test-result-of.js';
import { annotationLines, toSarif } from './sarif-report.js';

const FAILED = testResultOf('q1', 'failure', {
  query: 'How long: 50%?\n::error::',
  judgement: { failureType: 'WRONG_FACT', reasons: ['It is 14 days.'] },
});

describe('failed questions', () => {
  it('are results of SARIF with their type as rule, and successes are not', () => {
    const parts = {
      session: { sessionId: 'ses_1' },
      results: [FAILED, testResultOf('q2', 'success')],
      outcome: { gates: [], judgeCards: [] },
    };
    const sarif = JSON.parse(toSarif(parts, 'questions.csv'));
    expect(sarif).toMatchObject({
      version: '2.1.0',
      runs: [
        {
          tool: { driver: { rules: [{ id: 'WRONG_FACT' }] } },
          results: [{ ruleId: 'WRONG_FACT', level: 'error', partialFingerprints: { question: 'q1' } }],
        },
      ],
    });
    expect(sarif.runs[0].results).toHaveLength(1);
    expect(sarif.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri).toBe('questions.csv');
  });

  it('have the line of their question in the file, and line 1 where it is unknown', () => {
    const parts = { session: { sessionId: 'ses_1' }, results: [FAILED], outcome: { gates: [], judgeCards: [] } };
    const lines = new Map([['q1', 7]]);
    const regionOf = (text: string) => JSON.parse(text).runs[0].results[0].locations[0].physicalLocation.region;
    expect(regionOf(toSarif(parts, 'questions.csv', lines))).toEqual({ startLine: 7 });
    expect(regionOf(toSarif(parts, 'questions.csv'))).toEqual({ startLine: 1 });
    expect(annotationLines([FAILED], 'questions.csv', lines)[0]).toContain('file=questions.csv,line=7,');
  });

  it('are annotations of one line each for any text', () => {
    const [line = '', ...others] = annotationLines([FAILED], 'a,b.csv');
    expect(others).toEqual([]);
    expect(line.split('\n')).toHaveLength(1);
    expect(line).toMatch(
      /^::error file=a%2Cb.csv,line=1,title=WRONG_FACT::How long: 50%25\?%0A::error::%0AIt is 14 days/u,
    );
  });
});
