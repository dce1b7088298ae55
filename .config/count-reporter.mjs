// The last line of a test run: what passed, failed and was skipped, and what the machine lacks for the skipped ones.
import { writeSync } from 'node:fs';

/** Specs name what is missing at the end of the title of a skipped group; see test/support/lacking.ts. */
const LACK = /\(skipped: ([^)]+)\)$/u;

/** @returns how many skipped groups lack what, most first */
export function lacksOf(testResults) {
  const counts = new Map();
  for (const { status, ancestorTitles, title } of testResults) {
    if (status !== 'pending') continue;
    const lack = [title, ...ancestorTitles.toReversed()].map((text) => LACK.exec(text)?.[1]).find(Boolean);
    const reason = lack ?? 'no reason given';
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a);
}

/** @returns such as `4321 passed, 0 failed, 3 skipped (no Chromium: 2; no promtool: 1)` */
export function lastLine({ numPassedTests, numFailedTests, numRuntimeErrorTestSuites = 0, testResults }) {
  const results = testResults.flatMap((file) => file.testResults);
  // Tests that a pattern excludes do not count as skipped.
  const lacks = lacksOf(results);
  const skipped = lacks.reduce((sum, [, count]) => sum + count, 0);
  const counted = `${numPassedTests} passed, ${numFailedTests + numRuntimeErrorTestSuites} failed`;
  if (skipped === 0) return counted;
  return `${counted}, ${skipped} skipped (${lacks.map(([reason, count]) => `${reason}: ${count}`).join('; ')})`;
}

export default class CountReporter {
  constructor(globalConfig) {
    this.globalConfig = globalConfig;
  }

  onRunComplete(_contexts, results) {
    if (this.globalConfig.testNamePattern) return;
    // Jest's own summary comes after all reporters.
    const output = this.globalConfig.json ? 2 : 1;
    process.once('exit', () => writeSync(output, `${lastLine(results)}\n`));
  }

  getLastError() {}
}
