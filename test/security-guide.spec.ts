import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../src/shared/infrastructure/configuration-folders.js';

const root = projectRoot();
const guide = readFileSync(path.join(root, '.github', 'SECURITY.md'), 'utf8');

/** Rows of the tables of promises: the promise, the spec and the title of its test. */
const promises = [...guide.matchAll(/^\| (?<promise>[^|]+) \| `(?<spec>[^`]+\.spec\.ts)`: (?<title>[^|]+) \|$/gmu)].map(
  ({ groups }) => [groups?.promise ?? '', groups?.spec ?? '', groups?.title ?? ''] as const,
);

describe('the security guide', () => {
  it('has a test in each row of its tables', () => {
    const rows = guide.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| promise |'));
    expect(promises).toHaveLength(rows.length);
    expect(promises.length).toBeGreaterThan(40);
  });

  it.each(promises)('names a test that exists: %s', (_promise, spec, title) => {
    const file = path.join(root, spec);
    expect([spec, existsSync(file)]).toEqual([spec, true]);
    expect(readFileSync(file, 'utf8').replaceAll("\\'", "'")).toContain(title);
  });
});
