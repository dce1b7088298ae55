import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from '../src/shared/infrastructure/configuration-folders.js';

const configuration = path.join(projectRoot(), '.config');

describe('the process that serves', () => {
  const settings = ['MALLOC_MMAP_THRESHOLD_', 'MALLOC_TRIM_THRESHOLD_'];
  const probe = (name: string, given: Readonly<Record<string, string>> = {}) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-start-'));
    const script = path.join(folder, name);
    const told = `[${settings.map((each) => `process.env['${each}']`).join()}, process.argv[2], process.execArgv]`;
    writeFileSync(script, `process.stdout.write(JSON.stringify(${told}));`);
    const environment = Object.fromEntries(Object.entries(process.env).filter(([each]) => !settings.includes(each)));
    const options = ['--v8-pool-size=0', path.join(configuration, 'with-node.cjs'), script, 'argument'];
    const { stdout } = spawnSync(process.execPath, options, { env: { ...environment, ...given }, encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    return JSON.parse(stdout) as unknown;
  };
  // A process takes another program's place (`process.execve`) since 22.15.
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const canBecome = process.platform === 'linux' && (major >= 24 || (major === 22 && minor >= 15));

  it('gives memory back that was freed, as the image does, where Node can', () => {
    expect(probe('main.js')).toEqual([
      ...(canBecome ? ['1000000', '4000000'] : [null, null]),
      'argument',
      ['--v8-pool-size=0'],
    ]);
  });

  it('keeps what the environment says', () => {
    const given = { MALLOC_MMAP_THRESHOLD_: '7', MALLOC_TRIM_THRESHOLD_: '8' };
    expect(probe('main.js', given)).toEqual(['7', '8', 'argument', ['--v8-pool-size=0']]);
    expect(probe('test.mjs')).toEqual([null, null, 'argument', ['--v8-pool-size=0']]);
  });
});
