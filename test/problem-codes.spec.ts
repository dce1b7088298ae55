import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { STATUS } from '../src/shared/interface/problem.filter.js';
import { projectRoot } from '../src/shared/infrastructure/configuration-folders.js';

/** A refusal in the sources: `new DomainError('kind', 'code'`, `super('kind', 'code'` of its classes, and TryLaterError, which is 503. */
const RAISED = /(?:new DomainError|super)\(\s*'([a-z-]+)',\s*'([a-z-]+)'/gu;
const TRY_LATER = /new TryLaterError\(\s*'([a-z-]+)'/gu;
/** Returned by the HTTP adapter itself. */
const TOLD_OUTSIDE: readonly (readonly [string, number])[] = [
  ['overloaded', 503],
  ['internal', 500],
];

function raised(): Map<string, Set<number>> {
  const codes = new Map<string, Set<number>>();
  const add = (code: string, status: number) => codes.set(code, (codes.get(code) ?? new Set()).add(status));
  const sources = path.join(projectRoot(), 'src');
  for (const name of readdirSync(sources, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') || name.endsWith('.spec.ts')) continue;
    const text = readFileSync(path.join(sources, name), 'utf8');
    for (const [, kind = '', code = ''] of text.matchAll(RAISED)) {
      const known = Object.entries(STATUS).find(([each]) => each === kind);
      if (known !== undefined) add(code, known[1]);
    }
    for (const [, code = ''] of text.matchAll(TRY_LATER)) add(code, STATUS['not-ready']);
  }
  for (const [code, status] of TOLD_OUTSIDE) add(code, status);
  return codes;
}

/** Rows of the table of problems in src/shared/interface/README.md: codes and statuses of the first two columns. */
function documented(): Map<string, number[]> {
  const text = readFileSync(path.join(projectRoot(), 'src', 'shared', 'interface', 'README.md'), 'utf8');
  const [, after = ''] = text.split('| problem | status |');
  const [table = ''] = after.split('\n\n');
  return new Map(
    table.split('\n').flatMap((line) => {
      const [, codes = '', statuses = ''] = line.split('|');
      const numbers = [...statuses.matchAll(/\d{3}/gu)].map(([status]) => Number(status));
      return [...codes.matchAll(/`([a-z-]+)`/gu)].map(([, code = '']): [string, number[]] => [code, numbers]);
    }),
  );
}

describe('the table of problems', () => {
  it('names every refusal that the sources raise, and no other', () => {
    expect([...documented().keys()].sort()).toEqual([...raised().keys()].sort());
  });

  it('gives each its status', () => {
    const rows = documented();
    const wrong = [...raised()].flatMap(([code, statuses]) =>
      [...statuses].filter((status) => !(rows.get(code) ?? []).includes(status)).map((status) => `${code} ${status}`),
    );
    expect(wrong).toEqual([]);
  });
});
