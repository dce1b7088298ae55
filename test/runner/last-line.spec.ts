import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../../src/shared/infrastructure/configuration-folders.js';

type Status = 'passed' | 'failed' | 'pending';
interface Result {
  readonly status: Status;
  readonly title: string;
  readonly ancestorTitles: readonly string[];
}
interface Totals {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numRuntimeErrorTestSuites?: number;
  readonly testResults: readonly { readonly testResults: readonly Result[] }[];
}

describe('the last line of a test run', () => {
  let lastLine: (totals: Totals) => string;
  beforeAll(async () => {
    const file = path.join(projectRoot(), '.config', 'count-reporter.mjs');
    ({ lastLine } = (await import(pathToFileURL(file).href)) as { lastLine: typeof lastLine });
  });

  const skipped = (title: string, ...ancestorTitles: string[]): Result => ({
    status: 'pending',
    title,
    ancestorTitles,
  });
  const totals = (numFailedTests: number, ...results: Result[]): Totals => ({
    numPassedTests: 7,
    numFailedTests,
    testResults: results.map((result) => ({ testResults: [result] })),
  });

  it('counts what passed and failed', () => {
    expect(lastLine(totals(2, { status: 'passed', title: 'a', ancestorTitles: [] }))).toBe('7 passed, 2 failed');
    expect(lastLine({ ...totals(0), numRuntimeErrorTestSuites: 1 })).toBe('7 passed, 1 failed');
  });

  it('counts skipped groups by what they lack, the most first', () => {
    const line = lastLine(
      totals(
        0,
        skipped('the pages (skipped: no Chromium)'),
        skipped('replicas (skipped: no TEST_DATABASE_URL)'),
        skipped('standbys (skipped: no TEST_DATABASE_URL)', 'outer'),
        skipped('inside', 'alerts (skipped: no promtool)'),
      ),
    );
    expect(line).toBe('7 passed, 0 failed, 4 skipped (no TEST_DATABASE_URL: 2; no Chromium: 1; no promtool: 1)');
  });

  it('does not hide a group that says nothing', () => {
    expect(lastLine(totals(0, skipped('quiet')))).toBe('7 passed, 0 failed, 1 skipped (no reason given: 1)');
  });
});
