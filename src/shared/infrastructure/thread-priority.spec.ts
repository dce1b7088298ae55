import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { BACKGROUND_STEPS, standBehind } from './thread-priority.js';

describe('the priority of a thread', () => {
  it('is lowered from where the process stands, to the lowest at most', () => {
    const asked: number[] = [];
    const set = (priority: number) => asked.push(priority);
    standBehind(3, { platform: 'linux', get: () => -15, set });
    standBehind(10, { platform: 'linux', get: () => 15, set });
    expect(asked).toEqual([-12, 19]);
  });

  it('is left alone where it would be that of the whole process', () => {
    const asked: number[] = [];
    for (const platform of ['darwin', 'win32'] as const)
      standBehind(3, { platform, get: () => 0, set: (priority) => asked.push(priority) });
    expect(asked).toEqual([]);
  });

  const onLinux = process.platform === 'linux' ? it : it.skip;
  onLinux('changes the thread that calls and not the one that answers requests', async () => {
    const before = getPriority();
    const folder = mkdtempSync(path.join(process.cwd(), '.cache', 'priority-'));
    try {
      const file = path.join(folder, 'thread.mjs');
      const module = JSON.stringify(new URL('./thread-priority.js', import.meta.url).href);
      writeFileSync(
        file,
        `import { parentPort } from 'node:worker_threads'; import { getPriority } from 'node:os';
         import { standBehind } from ${module}; standBehind(${BACKGROUND_STEPS}); parentPort.postMessage(getPriority());`,
      );
      const worker = new Worker(file);
      const inside = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
      expect(inside).toBe(Math.min(19, before + BACKGROUND_STEPS));
      expect(getPriority()).toBe(before);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
