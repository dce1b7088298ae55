import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { itUnless } from '../../../../test/support/lacking.js';
import { BACKGROUND_STEPS, SEARCH_STEPS, lowerThreadPriority } from './thread-priority.js';

describe('the priority of a thread', () => {
  it('is lowered relative to the process, down to the lowest priority', () => {
    const asked: number[] = [];
    const set = (priority: number) => asked.push(priority);
    lowerThreadPriority(3, { platform: 'linux', get: () => -15, set });
    lowerThreadPriority(10, { platform: 'linux', get: () => 15, set });
    expect(asked).toEqual([-12, 19]);
  });

  it('is unchanged where it would apply to the whole process', () => {
    const asked: number[] = [];
    for (const platform of ['darwin', 'win32'] as const)
      lowerThreadPriority(3, { platform, get: () => 0, set: (priority) => asked.push(priority) });
    expect(asked).toEqual([]);
  });

  const lack = process.platform === 'linux' ? undefined : 'no Linux';
  itUnless(lack, 'changes the thread that calls and not the one that answers requests', async () => {
    const before = getPriority();
    const folder = mkdtempSync(path.join(process.cwd(), '.cache', 'priority-'));
    try {
      const file = path.join(folder, 'thread.mjs');
      const module = JSON.stringify(new URL('./thread-priority.js', import.meta.url).href);
      writeFileSync(
        file,
        `import { parentPort } from 'node:worker_threads'; import { getPriority } from 'node:os';
         import { lowerThreadPriority } from ${module}; lowerThreadPriority(${BACKGROUND_STEPS}); parentPort.postMessage(getPriority());`,
      );
      const worker = new Worker(file);
      const inside = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
      expect(inside).toBe(Math.min(19, before + BACKGROUND_STEPS));
      expect(getPriority()).toBe(before);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  itUnless(lack, 'is lowered for the helper threads of Node, and not for workers that start later', async () => {
    const module = JSON.stringify(new URL('./thread-priority.js', import.meta.url).href);
    const script = `import { readdirSync } from 'node:fs'; import { getPriority } from 'node:os'; import { Worker } from 'node:worker_threads';
      import { lowerHelperPriority } from ${module};
      const before = readdirSync('/proc/self/task').map(Number).filter((thread) => thread !== process.pid);
      const main = getPriority();
      lowerHelperPriority(${SEARCH_STEPS});
      const after = before.map((thread) => getPriority(thread) - main);
      const worker = new Worker("require('worker_threads').parentPort.postMessage(require('os').getPriority())", { eval: true, execArgv: [] });
      worker.once('message', (inside) => console.log(JSON.stringify({ after, main: getPriority() - main, worker: inside - main })));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
    const printed = JSON.parse(stdout) as { readonly after: readonly number[] };
    expect(printed.after.length).toBeGreaterThan(0);
    expect(printed).toEqual({ after: printed.after.map(() => SEARCH_STEPS), main: 0, worker: 0 });
  });
});
