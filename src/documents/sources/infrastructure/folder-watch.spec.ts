import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../../../test/support/application.js';
import { inTime } from '../../../../test/support/in-time.js';
import { FolderWatch } from './folder-watch.js';

describe('a watched folder', () => {
  it('reports a change below it', async () => {
    const folder = temporaryFolder();
    mkdirSync(path.join(folder, 'a'));
    let changed = () => {};
    const change = new Promise<void>((resolve) => (changed = resolve));
    const watch = new FolderWatch(folder, changed, changed);
    let n = 0;
    // Changes before the start of watching are not reported.
    const writing = setInterval(() => writeFileSync(path.join(folder, 'a', 'b.txt'), String(n++)), 1_500);
    await inTime(change);
    clearInterval(writing);
    await watch.close();
    rmSync(folder, { recursive: true });
  });
});
