import { XMLParser } from 'fast-xml-parser';
import { SyntaxValidator } from 'fast-xml-validator';
import { testResultOf } from '../../../../test/support/test-result-of.js';
import { toJUnit } from './junit-report.js';
import { TestResult } from '../../domain/test-result.js';
import { SessionGate } from '../../domain/session-request.js';

const gate = (id: string, passed: boolean | null): SessionGate => ({
  id,
  requirement: 'REQ-X',
  value: 1,
  threshold: 1,
  ci95: null,
  passed,
  detail: `detail of <${id}>`,
});

function xmlOf(parts: { readonly results: readonly TestResult[]; readonly gates: readonly SessionGate[] }): string {
  return toJUnit({ session: { sessionId: 'ses_"1"' }, results: parts.results, outcome: { gates: parts.gates } });
}

const RESULTS = [
  testResultOf('a', 'success'),
  testResultOf('b', 'failure', {
    answer: 'x < y & "z" \u0001',
    judgement: { failureType: 'WRONG_FACT', reasons: ['r'] },
  }),
  testResultOf('c', 'not_evaluated'),
  testResultOf('d', 'partial', { scenarioId: 's1', turn: 2, judgement: { failureType: 'INCOMPLETE' } }),
];

describe('toJUnit', () => {
  const xml = xmlOf({ results: RESULTS, gates: [gate('one', true), gate('two', false), gate('three', null)] });
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    isArray: (name) => name === 'testsuite',
  });
  const [questions, gates] = parser.parse(xml).testsuites.testsuite;

  it('is well-formed for any text of answers', () => {
    expect(SyntaxValidator.validate(xml)).toBe(true);
  });

  it('counts failures and unevaluated questions separately', () => {
    expect(questions).toMatchObject({ name: 'questions', tests: '4', failures: '2', errors: '1' });
    expect(gates).toMatchObject({ name: 'gates', tests: '3', failures: '1' });
  });

  it('names the failure type, the turn of a dialogue, and the reason', () => {
    const [, b, c, d] = questions.testcase;
    expect(b.failure).toMatchObject({ type: 'WRONG_FACT', message: 'WRONG_FACT 2' });
    expect(b.failure['#text']).toContain('x < y & "z"');
    expect(c.error.message).toBe('not evaluated');
    expect(d.name).toBe('s1 2: question d');
  });

  it('skips a gate that could not be measured', () => {
    const [passed, failed, skipped] = gates.testcase;
    expect(passed.failure).toBeUndefined();
    expect(failed.failure.message).toBe('detail of <two>');
    expect(skipped.skipped.message).toBe('not measured');
  });
});

describe('toJUnit of a session whose judge was measured', () => {
  const rate = (kind: 'invented_number' | 'negation', is_fault: boolean, holds: boolean | null) => ({
    kind,
    language: 'ko' as const,
    is_fault,
    cases: 20,
    not_evaluated: 0,
    rate: 0.5,
    ci95: null,
    limit: is_fault ? 0.97 : 0.13,
    holds,
  });

  it('has the rates of the judge, and fails the kinds below their floor', () => {
    const card = {
      judge: 'rules',
      version: 2,
      seed: 7,
      measured_at: '2026-01-01T00:00:00.000Z',
      documents: 3,
      faults: 40,
      sound: 20,
      not_evaluated: 0,
      catch_rate: 0.9,
      false_alarm_rate: 0.05,
      rates: [rate('invented_number', true, false), rate('negation', true, true), rate('negation', true, null)],
      holds: false,
    };
    const xml = toJUnit({ session: { sessionId: 's' }, results: [], outcome: { gates: [], judgeCards: [card] } });
    expect(SyntaxValidator.validate(xml)).toBe(true);
    const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' });
    const judge = parser.parse(xml).testsuites.testsuite[2];
    expect(judge).toMatchObject({ name: 'judge', tests: '3', failures: '1' });
    expect(judge.properties.property).toContainEqual({ name: 'catch_rate', value: '90.0 %' });
    const [missed, held, few] = judge.testcase;
    expect(missed.failure.message).toBe('50.0 %, at least 97.0 % wanted');
    expect(held.failure).toBeUndefined();
    expect(few.skipped.message).toBe('too few cases');
  });
});
