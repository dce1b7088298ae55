import { execFile, fork, spawn, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { isAskedBySpec } from '../support/worker-rules.js';

describe('the rule that specs which start processes are system specs', () => {
  it.each([
    ['spawn', () => spawn(process.execPath, ['--version'])],
    ['spawnSync', () => spawnSync(process.execPath, ['--version'])],
    ['execFile', () => execFile(process.execPath, ['--version'])],
    ['fork', () => fork('none.js')],
    ['execFile', () => promisify(execFile)(process.execPath, ['--version'])],
  ])('refuses %s in a spec that is not named so, and says how to name it', (name, start) => {
    expect(start).toThrow(`process-rule.spec.js starts a process (${name}): name it *.system.spec.ts`);
  });

  it('uses the first frame of the project: ignores what the product itself starts', () => {
    const frames = (...files: string[]) =>
      ['Error', ...files.map((file) => `    at call (file:///p/${file}:1:1)`)].join('\n');
    const spec = '.cache/test/test/upload.spec.js';
    const product = '.cache/test/src/documents/infrastructure/extraction/extraction-pool.js';
    expect(isAskedBySpec(frames(spec))).toBe(true);
    expect(isAskedBySpec(frames('.cache/test/test/support/started-server.js', spec))).toBe(true);
    expect(isAskedBySpec(frames('.cache/test/src/documents/some.spec.js'))).toBe(true);
    expect(isAskedBySpec(frames('node_modules/some/index.js', product, spec))).toBe(false);
    expect(isAskedBySpec(frames('node_modules/tinypool/index.js'))).toBe(false);
  });
});
