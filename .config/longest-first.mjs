// The order of specs for Jest: the longest first, so that no long spec starts last.
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const DURATIONS = path.join(root, '.cache', 'spec-durations.json');
const nameOf = (file) => path.relative(path.join(root, '.cache', 'test'), file).replaceAll(path.sep, '/');

/** Milliseconds of a spec that has not run here: specs over HTTP and of stores take longest. */
function estimate(file) {
  const name = nameOf(file);
  const base = name.startsWith('test/') ? 4_000 : name.endsWith('-stores.spec.js') ? 3_000 : 0;
  return base + statSync(file).size / 100;
}

export default class LongestFirst {
  constructor() {
    this.durations = existsSync(DURATIONS) ? JSON.parse(readFileSync(DURATIONS, 'utf8')) : {};
  }

  sort(tests) {
    const timed = tests.map((test) => ({ test, ms: this.durations[nameOf(test.path)] ?? estimate(test.path) }));
    return timed.sort((a, b) => b.ms - a.ms).map(({ test }) => test);
  }

  shard(tests, { shardIndex, shardCount }) {
    const inOrder = [...tests].sort((a, b) => (a.path < b.path ? -1 : 1));
    return inOrder.filter((_, i) => i % shardCount === shardIndex - 1);
  }

  /** For `--onlyFailures`: Jest keeps no list of failures for a custom sequencer. */
  allFailedTests(tests) {
    return tests;
  }

  cacheResults(_tests, { testResults }) {
    for (const { testFilePath, perfStats } of testResults)
      this.durations[nameOf(testFilePath)] = Math.round(perfStats.runtime);
    mkdirSync(path.dirname(DURATIONS), { recursive: true });
    writeFileSync(DURATIONS, JSON.stringify(this.durations));
  }
}
