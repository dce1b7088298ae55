import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { attackStrings } from './expressions/attack-strings.js';
import type { FoundExpression } from './expressions/collect-expressions.js';
import { processorMs } from './support/processor-time.js';

const compiled = path.join(import.meta.dirname, '..', 'src');
const sources = path.join(import.meta.dirname, '..', '..', '..', 'src');
/** Short texts first: an expression of exponential time would never come back from a long one. */
const LENGTHS = [24, 200, 3000];
/** Milliseconds of processor time above which an expression is measured closely; a linear one takes a few hundredths. */
const SUSPICIOUS_MS = 4;
/** Time ratio for twice the length of text: 2 if linear, 4 if quadratic. */
const MAX_GROWTH = 3;
/** The text of that measurement: well over the largest bound of a quantifier, up to which bounded ones grow like unbounded. */
const GROWTH_LENGTH = 16_000;

const matchMs = (expression: RegExp, text: string): number =>
  processorMs(() => {
    expression.lastIndex = 0;
    if (expression.global) text.replace(expression, '');
    else expression.test(text);
  });

/** The quickest of three runs: a compilation or a collection of garbage may come into one. */
const quickestMs = (expression: RegExp, text: string): number =>
  Math.min(...[1, 2, 3].map(() => matchMs(expression, text)));

/** The growth from `text` to one of twice its length. */
function growth(expression: RegExp, attack: (length: number) => string, length: number): number {
  const short = quickestMs(expression, attack(length));
  return quickestMs(expression, attack(2 * length)) / Math.max(SUSPICIOUS_MS, short);
}

function isSuperLinear({ source, flags }: FoundExpression): boolean {
  const expression = new RegExp(source, flags);
  for (const length of LENGTHS) {
    const texts = attackStrings(source, flags, length);
    for (const [i, text] of texts.entries()) {
      if (matchMs(expression, text) < SUSPICIOUS_MS) continue;
      const attack = (size: number) => attackStrings(source, flags, size)[i] ?? '';
      const isSlow =
        length < 3000
          ? quickestMs(expression, text) >= SUSPICIOUS_MS
          : growth(expression, attack, GROWTH_LENGTH) > MAX_GROWTH;
      if (isSlow) return true;
    }
  }
  return false;
}

describe('regular expressions', () => {
  it('finds the slow ones among known expressions', () => {
    const slow = [
      String.raw`\s+$`,
      String.raw`[가-힣]+지`,
      String.raw`^(?:a|a)*b$`,
      String.raw`「[^」]+」`,
      String.raw`<a\s*\s*>`,
    ];
    expect(slow.filter((source) => !isSuperLinear({ at: '', source, flags: 'u' }))).toEqual([]);
    const quick = [String.raw`(?<!\s)\s+$`, String.raw`[가-힣]{1,40}지`, String.raw`^a*b$`];
    expect(quick.filter((source) => isSuperLinear({ at: '', source, flags: 'u' }))).toEqual([]);
  });

  it('of the whole product take linear time on hostile text', () => {
    const collector = path.join(import.meta.dirname, 'expressions', 'collect-expressions.js');
    const out = execFileSync(process.execPath, [collector, sources, compiled], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    const all: FoundExpression[] = JSON.parse(out);
    expect(all.length).toBeGreaterThan(1000);
    const distinct = new Map(all.map((found) => [`/${found.source}/${found.flags}`, found]));
    // What other programs do on the processor may make one measurement slow, never three.
    const slow = [...distinct.values()].filter(
      (found) => !found.flags.includes('y') && [1, 2, 3].every(() => isSuperLinear(found)),
    );
    expect(slow.map(({ at, source }) => `${at} /${source}/`)).toEqual([]);
  }, 300_000);
});
