import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { itUnless } from './support/lacking.js';
import { projectRoot } from '../src/shared/infrastructure/configuration-folders.js';

const LACK = spawnSync('promtool', ['--version']).status === 0 ? undefined : 'no promtool';

describe('the alert rules', () => {
  itUnless(LACK, 'are accepted by promtool, and their tests pass', () => {
    for (const args of [
      ['check', 'rules', 'alerts.yml'],
      ['test', 'rules', 'alerts.test.yml'],
    ]) {
      const { status, stdout, stderr } = spawnSync('promtool', args, {
        cwd: path.join(projectRoot(), '.docker', 'prometheus'),
        encoding: 'utf8',
      });
      expect({ args, status, said: status === 0 ? '' : stdout + stderr }).toEqual({ args, status: 0, said: '' });
    }
  });
});
