import { KnownRun, runSync, SyncServer } from './sync-command.js';
import { readSyncOptions, SyncUsageError } from './sync-options.js';

const COUNTS = { added: 2, changed: 0, moved: 0, unchanged: 0, removed: 0, failed: 0 };
const run = (more: Partial<KnownRun>): KnownRun => ({
  run_id: 'run_1',
  status: 'completed',
  done: 2,
  total: 2,
  counts: COUNTS,
  files: [],
  error: null,
  ...more,
});

async function synced(words: readonly string[], known: Record<string, unknown>[], end: Partial<KnownRun> = {}) {
  const calls: unknown[] = [];
  const lines: string[] = [];
  const made = (what: string) => (first: unknown, second?: unknown) => {
    calls.push([what, first, second]);
    return Promise.resolve({ source_id: 'source_1', name: 'n', kind: 'folder', location: {} });
  };
  const server: SyncServer = {
    list: () => Promise.resolve({ items: known as never, next_cursor: null }),
    create: made('create'),
    change: made('change'),
    start: () => Promise.resolve(run({ status: 'queued', done: 0 })),
    run: () => Promise.resolve(run(end)),
  };
  const output = {
    say: (line: string) => void lines.push(line),
    show: () => undefined,
    pause: () => Promise.resolve(),
  };
  return { code: await runSync(server, readSyncOptions(words, '/home/me'), output), calls, lines };
}

describe('touchstone sync', () => {
  it('creates the source of a folder, with its name and category', async () => {
    const { code, calls, lines } = await synced(['./my: documents!'], []);
    const folder = '/home/me/my: documents!';
    const made = { name: 'my documents', kind: 'folder', location: { folder }, category: ['my documents'] };
    expect(calls).toEqual([['create', made, undefined]]);
    expect([code, lines]).toEqual([0, ['completed: 2 added, 0 changed, 0 moved, 0 unchanged, 0 removed, 0 failed']]);
  });

  it('changes only the settings on the command line', async () => {
    const known = {
      source_id: 's',
      origin: 'api',
      owner: 'o',
      name: 'n',
      kind: 'folder',
      location: { folder: '/a' },
      watch: false,
    };
    expect((await synced(['/a'], [known])).calls).toEqual([]);
    const { calls } = await synced(['/a', '--watch', '--category', 'A/B', '--include', '*.md'], [known]);
    const kept = { name: 'n', kind: 'folder', location: { folder: '/a' } };
    expect(calls).toEqual([['change', 's', { ...kept, watch: true, category: ['A', 'B'], include: ['*.md'] }]]);
  });

  it('names the files that failed, and exits with 1', async () => {
    const files = [{ path: 'a.pdf', outcome: 'failed', reason: 'It is empty.' }];
    const { code, lines } = await synced(['/a'], [], { files, counts: { ...COUNTS, failed: 1 } });
    expect([code, lines[0]]).toEqual([1, 'failed: a.pdf: It is empty.']);
  });

  it.each([[[]], [['rejects %j', 'b']], [['a', '--removed', 'burn']], [['a', '--colour']]])(
    'does not understand %j',
    (words) => expect(() => readSyncOptions(words, '/')).toThrow(SyncUsageError),
  );
});
