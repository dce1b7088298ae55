import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Logger } from '@nestjs/common';
import { readEnvironment } from '../../../config/environment.js';
import { StoreHold } from './store-hold.js';

describe('the lock of a data folder', () => {
  let folder: string;
  let errors: jest.SpyInstance;
  const hold = (more: Record<string, string> = {}) => new StoreHold(readEnvironment({ DATA_DIR: folder, ...more }));
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'hold-'));
    errors = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is announced by a second server, and passes to it when the first one ends', () => {
    const [first, second] = [hold(), hold()];
    first.begin();
    expect([first.isShared, errors.mock.calls.length]).toEqual([false, 0]);
    second.begin();
    expect([second.isShared, first.isShared]).toEqual([true, false]);
    expect(String(errors.mock.calls[0]?.[0])).toContain(folder);
    first.onApplicationShutdown();
    expect(second.tryHold()).toBe(true);
    expect(second.isShared).toBe(false);
    second.onApplicationShutdown();
  });

  it('is not needed if processes share a database', () => {
    const [first, second] = [1, 2].map(() => hold({ DATABASE_URL: 'postgres://127.0.0.1/none' }));
    for (const each of [first!, second!]) each.begin();
    expect([first!.isShared, second!.isShared, errors.mock.calls.length]).toEqual([false, false, 0]);
  });
});
