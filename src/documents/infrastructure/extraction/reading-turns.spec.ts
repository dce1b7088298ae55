import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { TryLaterError } from '../../../shared/domain/domain-error.js';
import { ReadingTurns, type Turn, type TurnRules } from './reading-turns.js';

const RULES: TurnRules = { processes: 2, waiting: 6, waitingOfCaller: 3, longestWaitMs: 45_000, shareMs: 30_000 };

/** Files by name: which have a turn, and how the others ended. The first letter of a name is its caller. */
class Files {
  readonly turns = new Map<string, Turn>();
  readonly refused = new Map<string, unknown>();
  private readonly queue: ReadingTurns;

  constructor(rules: Partial<TurnRules> = {}) {
    this.queue = new ReadingTurns({ ...RULES, ...rules }, () => Date.now());
  }

  async send(...names: string[]): Promise<void> {
    for (const name of names) this.take(name);
    await settled();
  }

  async sendAgain(name: string): Promise<void> {
    this.take(name, { isAgain: true });
    await settled();
  }

  async leave(name: string, client: AbortController): Promise<void> {
    this.take(name, { signal: client.signal });
    await settled();
  }

  /** The file is read, or its process was ended. */
  async end(name: string): Promise<void> {
    this.turns.get(name)?.end();
    this.turns.delete(name);
    await settled();
  }

  async close(): Promise<void> {
    this.queue.close();
    await settled();
  }

  get running(): string[] {
    return [...this.turns.keys()];
  }

  ending(name: string): string | undefined {
    return this.turns.get(name)?.ending();
  }

  private take(name: string, options?: Parameters<ReadingTurns['take']>[1]): void {
    this.queue
      .take(name.charAt(0), options)
      .then((turn) => this.turns.set(name, turn))
      .catch((error: unknown) => this.refused.set(name, error));
  }
}

const settled = async () => {
  await turn();
};

async function pass(ms: number): Promise<void> {
  mock.timers.tick(ms);
  await turn();
}

const refusal = expect.objectContaining({ kind: 'not-ready', code: 'files-waiting', retryAfterS: 10 });

describe('ReadingTurns', () => {
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  });
  afterEach(() => {
    mock.timers.reset();
  });

  it('gives both processes to one caller while no other caller waits', async () => {
    const files = new Files();
    await files.send('a1', 'a2', 'a3');
    expect(files.running).toEqual(['a1', 'a2']);
    await pass(40_000);
    expect([files.ending('a1'), files.ending('a2')]).toEqual([undefined, undefined]);
    await files.end('a1');
    expect(files.running).toEqual(['a2', 'a3']);
  });

  it('takes back the second process of a caller when another caller arrives', async () => {
    const files = new Files();
    await files.send('a1', 'a2', 'a3', 'b1');
    expect([files.ending('a1'), files.ending('a2')]).toEqual([undefined, 'wait-again']);
    await files.end('a2');
    await files.sendAgain('a2');
    expect(files.running).toEqual(['a1', 'b1']);
    await files.end('b1');
    expect(files.running).toEqual(['a1', 'a2']);
  });

  it('takes callers in turn, whatever the order of arrival', async () => {
    const files = new Files({ processes: 1 });
    await files.send('a1', 'a2', 'a3', 'b1', 'c1', 'b2');
    const order: string[] = [];
    for (let i = 0; i < 6; i++) {
      const [name = ''] = files.running;
      order.push(name);
      await files.end(name);
    }
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('ends the oldest file once it has used its share, only while a caller without a process waits', async () => {
    const files = new Files();
    await files.send('a1');
    await pass(10_000);
    await files.send('b1', 'a2', 'b2');
    await pass(25_000);
    expect([files.ending('a1'), files.ending('b1')]).toEqual([undefined, undefined]);
    await files.send('c1', 'd1');
    expect([files.ending('a1'), files.ending('b1')]).toEqual(['share-used', undefined]);
    await files.end('a1');
    expect(files.running).toEqual(['b1', 'c1']);
    await pass(4_000);
    expect(files.ending('b1')).toBeUndefined();
    await pass(1_000);
    expect(files.ending('b1')).toBe('share-used');
    await files.end('b1');
    expect(files.running).toEqual(['c1', 'd1']);
  });

  it('reads a small file of an honest caller in time while others send slow files without end', async () => {
    const files = new Files();
    await files.send('a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'b3');
    await files.end('a2');
    await files.send('h1');
    await pass(RULES.shareMs);
    const ended = files.running.filter((name) => files.ending(name) === 'share-used');
    expect(ended).toHaveLength(1);
    await files.end(ended[0] ?? '');
    expect(files.running).toContain('h1');
    expect(files.refused.get('h1')).toBeUndefined();
  });

  it('serves the caller first that has waited longest for a turn, even if its last file was refused', async () => {
    const files = new Files({ processes: 1, longestWaitMs: 1_000 });
    await files.send('a1');
    await files.end('a1');
    await files.send('b1', 'a2');
    await pass(1_000);
    expect(files.refused.get('a2')).toEqual(refusal);
    await files.send('b2', 'a3');
    await files.end('b1');
    expect(files.running).toEqual(['a3']);
  });

  it('refuses a file that has waited for too long', async () => {
    const files = new Files();
    await files.send('a1', 'a2', 'a3');
    await pass(44_999);
    expect(files.refused.size).toBe(0);
    await pass(1);
    expect([...files.refused]).toEqual([['a3', refusal]]);
    expect(files.refused.get('a3')).toBeInstanceOf(TryLaterError);
    expect(String(files.refused.get('a3'))).toContain('waited 45 s');
  });

  it('limits the waiting files, of each caller and in total, and keeps room for callers with few files', async () => {
    const files = new Files();
    await files.send('a1', 'b1', 'a2', 'a3', 'a4', 'a5', 'b2', 'b3', 'b4');
    expect([...files.refused]).toEqual([['a5', refusal]]);
    await files.send('c1');
    expect([...files.refused.keys()]).toEqual(['a5', 'a4']);
    await files.send('b5', 'd1', 'c2', 'c3');
    expect([...files.refused.keys()].sort()).toEqual(['a4', 'a5', 'b4', 'b5', 'c2', 'c3']);
  });

  it('drops a file whose client disconnected, and ends no turn for it', async () => {
    const files = new Files();
    await files.send('a1', 'b1');
    const client = new AbortController();
    await files.leave('c1', client);
    client.abort();
    await pass(RULES.shareMs);
    expect(files.refused.get('c1')).toMatchObject({ kind: 'cancelled' });
    expect([files.ending('a1'), files.ending('b1')]).toEqual([undefined, undefined]);
  });

  it('refuses waiting files and later files after close', async () => {
    const files = new Files();
    await files.send('a1', 'a2', 'a3');
    await files.close();
    await files.send('b1');
    expect([...files.refused.keys()]).toEqual(['a3', 'b1']);
    expect(files.refused.get('a3')).toMatchObject({ code: 'shutting-down' });
  });
});
