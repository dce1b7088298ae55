import { setTimeout as delay } from 'node:timers/promises';
import { DomainError, TryLaterError } from '../../../domain/domain-error.js';
import { PostgresDatabase } from './postgres-database.js';
import { ReadServers, StandbyBehindError } from './read-servers.js';
import { inTime } from '../../../../../test/support/in-time.js';
import { setDeadline } from '../../../domain/time-limit.js';

/** A server that is never queried: the reads of these specs only check which server they receive. */
class NamedServer extends PostgresDatabase {
  readonly process = 1;
  closed = false;

  constructor(readonly schema: string) {
    super();
  }

  query = () => Promise.resolve([]);
  change = () => Promise.resolve(0);
  statement = () => Promise.resolve([]);
  execute = () => Promise.resolve();
  maintain = () => Promise.resolve();
  transaction = <T>(work: () => Promise<T>) => work();
  isStandby = () => Promise.resolve(false);
  onNotification = () => undefined;
  close = () => {
    this.closed = true;
    return Promise.resolve();
  };
}

const primary = new NamedServer('primary');
const away = new TryLaterError('store-unreachable', 'away', 1);

function serversWith(...standbys: readonly string[]): ReadServers {
  return new ReadServers(primary, new Map(standbys.map((name) => [name, new NamedServer(name)])));
}

const nameOf = ({ schema }: PostgresDatabase) => Promise.resolve(schema);

describe('reads of the shared store', () => {
  afterEach(() => jest.restoreAllMocks());

  it('go to the primary without standbys', async () => {
    expect(await serversWith().read(nameOf)).toBe('primary');
  });

  it('go to the standbys in turn', async () => {
    const servers = serversWith('a', 'b');
    const asked = [await servers.read(nameOf), await servers.read(nameOf), await servers.read(nameOf)];
    expect(asked).toEqual(['a', 'b', 'a']);
    expect(servers.statistics()).toMatchObject({ standby: 3, primary: 0, usable: 2 });
  });

  it.each([
    ['that is behind', new StandbyBehindError(), { behind: 1, failed: 0 }],
    ['that is away', away, { behind: 0, failed: 1 }],
    ['that fails in any other way', new Error('no such table'), { behind: 0, failed: 1 }],
  ])(
    'are answered by the primary in place of a standby %s, which is skipped for an interval',
    async (_, error, counts) => {
      // That interval does not pass, even on a busy machine.
      jest.spyOn(performance, 'now').mockReturnValue(performance.now());
      const servers = serversWith('a');
      const asked: string[] = [];
      const work = ({ schema }: PostgresDatabase) => {
        asked.push(schema);
        return schema === 'a' ? Promise.reject(error) : Promise.resolve(schema);
      };
      expect(await servers.read(work)).toBe('primary');
      expect(await servers.read(work)).toBe('primary');
      expect(asked).toEqual(['a', 'primary', 'primary']);
      expect(servers.statistics()).toEqual({ primary: 2, standby: 0, usable: 0, ...counts });
    },
  );

  it('are answered by the primary within the reader’s time limit if a standby hangs', async () => {
    const servers = serversWith('a');
    const { signal } = new AbortController();
    setDeadline(signal, performance.now() + 3_000);
    const hangs = ({ schema }: PostgresDatabase) =>
      schema === 'a' ? new Promise<string>(() => undefined) : Promise.resolve(schema);
    expect(await inTime(servers.read(hangs, signal))).toBe('primary');
    expect(servers.statistics()).toEqual({ primary: 1, standby: 0, behind: 0, failed: 1, usable: 0 });
  });

  it('do not wait for an unavailable standby: one attempt at a time runs next to them, and a standby that answers is used again', async () => {
    const servers = serversWith('a');
    let answers: (() => void) | undefined;
    const asked: string[] = [];
    const work = ({ schema }: PostgresDatabase) => {
      asked.push(schema);
      if (schema === 'primary') return Promise.resolve(schema);
      if (asked.length === 1) return Promise.reject(away);
      return new Promise<string>((resolve) => (answers = () => resolve(schema)));
    };
    expect(await servers.read(work)).toBe('primary');
    await delay(1_050);
    expect([await servers.read(work), await servers.read(work)]).toEqual(['primary', 'primary']);
    expect(asked).toEqual(['a', 'primary', 'a', 'primary', 'primary']);
    answers?.();
    await delay(0);
    expect(servers.statistics().usable).toBe(1);
    const again = servers.read(work);
    answers?.();
    expect(await again).toBe('a');
  });

  it('are not repeated for a reader that has left, or whose time is over', async () => {
    const left = new AbortController();
    left.abort();
    const cancelled = new DomainError('cancelled', 'cancelled', 'left');
    await expect(serversWith('a').read(() => Promise.reject(cancelled), left.signal)).rejects.toBe(cancelled);
    const slow = new TryLaterError('store-slow', 'slow', 1);
    await expect(serversWith('a').read(() => Promise.reject(slow))).rejects.toBe(slow);
  });
});
