import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WalFsync } from './wal-fsync.js';

describe('WalFsync', () => {
  it('lets calls during a sync share the next one', async () => {
    const ends: (() => void)[] = [];
    const log = new WalFsync({
      sync: () => new Promise((resolve) => ends.push(resolve)),
      close: () => Promise.resolve(),
    });
    const first = log.sync();
    const shared = [log.sync(), log.sync()];
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await first;
    await new Promise((resolve) => setImmediate(resolve));
    expect(ends).toHaveLength(2);
    const third = log.sync();
    ends[1]?.();
    await Promise.all(shared);
    await new Promise((resolve) => setImmediate(resolve));
    expect(ends).toHaveLength(3);
    ends[2]?.();
    await third;
  });

  it('tries again after a disk that failed', async () => {
    let tries = 0;
    const log = new WalFsync({
      sync: () => (++tries === 1 ? Promise.reject(new Error('EIO')) : Promise.resolve()),
      close: () => Promise.resolve(),
    });
    const failed = log.sync();
    const shared = log.sync();
    await expect(failed).rejects.toThrow('EIO');
    await expect(shared).resolves.toBeUndefined();
  });

  it('syncs the log of the store if there is one, and closes it', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'wal-fsync-'));
    const store = path.join(folder, 'main.db');
    const log = new WalFsync(store);
    await expect(log.sync()).rejects.toThrow('ENOENT');
    writeFileSync(`${store}-wal`, 'log');
    await expect(log.sync()).resolves.toBeUndefined();
    await log.close();
    await expect(log.sync()).rejects.toThrow('EBADF');
    await expect(new WalFsync(store).close()).resolves.toBeUndefined();
    rmSync(folder, { recursive: true });
  });
});
