import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { freeShare, ProcessorShare } from './processors.js';

describe('what is free of the processors', () => {
  it('is less while others use them', async () => {
    const others = Array.from({ length: 3 * availableParallelism() }, () =>
      spawn(process.execPath, ['-e', 'process.stdout.write("."); for (;;);'], { stdio: ['ignore', 'pipe', 'ignore'] }),
    );
    try {
      await Promise.all(others.map(({ stdout }) => once(stdout, 'data')));
      const shares = [await freeShare(), await (await ProcessorShare.watch()).least()];
      for (const share of shares) {
        expect(share).toBeGreaterThan(0);
        expect(share).toBeLessThan(0.75);
      }
    } finally {
      for (const other of others) other.kill('SIGKILL');
    }
  });
});
