import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runsWithFittingNode } from './fitting-node.js';

describe('a program on a Node that is too old', () => {
  const given = process.argv;
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'touchstone-node-'));
    process.argv = ['node', path.join(folder, 'main.js'), 'argument'];
  });
  afterEach(() => {
    process.argv = given;
    rmSync(folder, { recursive: true });
  });
  const select = () => {
    writeFileSync(
      path.join(folder, 'fitting-node.cjs'),
      "module.exports = { isSupported: (version) => version !== '20.20.2' };",
    );
    writeFileSync(
      path.join(folder, 'with-node.cjs'),
      "require('fs').writeFileSync(require('path').join(__dirname, 'started'), process.argv.slice(1).join('\\n'));",
    );
  };
  const run = (version: string) => runsWithFittingNode(path.join(folder, 'main.js'), folder, version);

  it('is started again by the script that selects a Node, with its arguments', () => {
    select();
    expect(run('20.20.2')).toBe(true);
    expect(process.argv.slice(1)).toEqual([
      path.join(folder, 'with-node.cjs'),
      path.join(folder, 'main.js'),
      'argument',
    ]);
  });

  it('runs itself on a Node that fits, and where no such script is, as in the image', () => {
    expect(run('20.20.2')).toBe(false);
    select();
    expect(run('24.1.0')).toBe(false);
    expect(process.argv[2]).toBe('argument');
  });
});
