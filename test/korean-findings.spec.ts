import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inKorean } from '../src/test-automation/attribution/domain/localize-ko.js';

const ROOT = path.resolve('src/test-automation');
/** Folders and files whose sentences are shown in reports; `why`, `because`, `change`, `description` and reasons of verdicts. */
const BUILDERS = [
  'attribution/domain',
  'improvement/domain/evidenced-whys.ts',
  'improvement/domain/investigation.ts',
  'improvement/domain/follow-up-cause.ts',
  'improvement/domain/sampled-failures.ts',
  'improvement/domain/pattern-repair.ts',
  'improvement/application/propose-weights.ts',
  'improvement/application/propose-repairs.ts',
  'sessions/domain/improvement.ts',
  'sessions/domain/session-suggestions.ts',
  'judge/domain/read-context.ts',
  'judge/domain/judge-answer.ts',
  'judge/domain/graded.ts',
  'judge/application/grade-expected.ts',
];

const isSource = (name: string) => name.endsWith('.ts') && !name.endsWith('.spec.ts') && !name.startsWith('korean-');

function sourcesOf(place: string): string[] {
  if (place.endsWith('.ts')) return [path.join(ROOT, place)];
  return readdirSync(path.join(ROOT, place))
    .filter(isSource)
    .map((name) => path.join(ROOT, place, name));
}

/** Quoted texts and templates without comments; each placeholder of a template has a Korean value. */
function literalsOf(file: string): string[] {
  const code = readFileSync(file, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//gu, '')
    .replace(/^\s*\/\/.*$/gmu, '');
  const quoted = [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/gu)];
  return quoted.map(([, single, double, template]) =>
    (single ?? double ?? template ?? '').replace(/\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/gu, '값'),
  );
}

/** A whole sentence for a reader. One that begins with a value is joined to another sentence. */
const isSentence = (text: string) =>
  text.split(' ').length > 3 &&
  /^(?!It 값|값)[A-Z“]/u.test(text) &&
  /[.?]$/u.test(text) &&
  !/[\\{}|]/u.test(text) &&
  /[a-z]/u.test(text);

describe('the sentences of a report', () => {
  const sentences = BUILDERS.flatMap(sourcesOf).flatMap((file) =>
    literalsOf(file)
      .filter(isSentence)
      .map((text) => [path.relative(ROOT, file), text] as const),
  );

  it('are found in the sources', () => {
    expect(sentences.length).toBeGreaterThan(60);
  });

  it.each(sentences)('have a Korean form: %s: %s', (_, text) => {
    expect(inKorean(text)).not.toBe(text);
  });
});
