import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from '../src/shared/infrastructure/configuration-folders.js';

const configuration = path.join(projectRoot(), '.config');

describe('native modules', () => {
  it('that do not load are found in a separate process', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-natives-'));
    try {
      const module = path.join(folder, 'node_modules', 'better-sqlite3');
      for (const each of [module, path.join(folder, '.config')]) mkdirSync(each, { recursive: true });
      writeFileSync(path.join(folder, 'package.json'), '{}');
      writeFileSync(path.join(module, 'other.node'), 'of another system');
      writeFileSync(path.join(module, 'index.js'), "module.exports = require('./other.node');");
      copyFileSync(path.join(configuration, 'probe-natives.mjs'), path.join(folder, '.config', 'probe-natives.mjs'));
      const probe = spawnSync(process.execPath, [path.join(folder, '.config', 'probe-natives.mjs')], {
        encoding: 'utf8',
      });
      expect(JSON.parse(probe.stdout)).toEqual([{ name: 'better-sqlite3', reason: expect.any(String) as string }]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
