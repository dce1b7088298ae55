import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { headersWithSecrets, secretOf } from './header-secrets.js';

const PATTERN = /^TARGET_[A-Z0-9_]+$/u;

describe('secrets of other systems', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'secrets-'));
  const file = path.join(folder, 'key');
  beforeAll(() => {
    writeFileSync(file, 'from the file\n');
    process.env['TARGET_SPEC_A_FILE'] = file;
    process.env['TARGET_SPEC_B'] = 'from the variable';
    process.env['TARGET_SPEC_C'] = 'both';
    process.env['TARGET_SPEC_C_FILE'] = file;
    process.env['TARGET_SPEC_D_FILE'] = path.join(folder, 'missing');
    process.env['SPEC_OTHER_FILE'] = file;
  });
  afterAll(() => {
    for (const name of Object.keys(process.env))
      if (/^(?:TARGET_)?SPEC_/u.test(name)) Reflect.deleteProperty(process.env, name);
    rmSync(folder, { recursive: true, force: true });
  });

  it('come from a variable or from its file, at each request', () => {
    expect([secretOf('TARGET_SPEC_A', PATTERN), secretOf('TARGET_SPEC_B', PATTERN)]).toEqual([
      'from the file',
      'from the variable',
    ]);
    writeFileSync(file, 'changed');
    const { headers } = headersWithSecrets({ Authorization: { secret: 'TARGET_SPEC_A', prefix: 'Bearer ' } }, PATTERN);
    expect(headers.get('authorization')).toBe('Bearer changed');
  });

  it.each([
    ['TARGET_SPEC_C', 'TARGET_SPEC_C_FILE: TARGET_SPEC_C is set as well; set one of the two'],
    ['TARGET_SPEC_D', /^TARGET_SPEC_D_FILE: the file '.*missing' cannot be read \(ENOENT\)/u],
    ['TARGET_SPEC_E', 'TARGET_SPEC_E: the variable with a secret is not set'],
    ['SPEC_OTHER', 'SPEC_OTHER: the variable with a secret is not set'],
  ])('are missing for %s, with the reason', (name, reason) => {
    expect(() => secretOf(name, PATTERN)).toThrow(reason);
  });
});
