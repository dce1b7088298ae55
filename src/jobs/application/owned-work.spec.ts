import { SettableRights } from '../../../test/support/fake-rights.js';
import { OwnerEndedError } from '../../shared/domain/current-rights.js';
import { JobRun } from '../../shared/domain/job-runner.js';
import { OwnedWork } from './owned-work.js';

const job = (data: JobRun['data']): JobRun => ({
  data,
  progress: () => undefined,
  signal: new AbortController().signal,
  isLastTry: true,
});

describe('work that has an owner', () => {
  let rights: SettableRights;
  let done: number;
  /** Triggers the next check without waiting for it. */
  let look: () => Promise<void>;
  beforeEach(() => {
    jest.spyOn(globalThis, 'setInterval').mockImplementation((work) => {
      look = async () => {
        work();
        await new Promise((resolve) => setImmediate(resolve));
      };
      return { unref: () => undefined } as never;
    });
    jest.spyOn(globalThis, 'clearInterval').mockImplementation(() => undefined);
    rights = new SettableRights();
    done = 0;
  });
  afterEach(() => jest.restoreAllMocks());
  const counted = {
    run: () => {
      done++;
      return Promise.resolve();
    },
  };

  it('runs while the owner is valid; work of the server itself always runs', async () => {
    await new OwnedWork(rights).of(counted).run(job({ owner: 'ann' }));
    rights.ended.add('ann');
    await new OwnedWork(rights).of(counted).run(job({}));
    expect(done).toBe(2);
  });

  it('does not start after the owner has ended', async () => {
    rights.ended.add('ann');
    await expect(new OwnedWork(rights).of(counted).run(job({ owner: 'ann' }))).rejects.toThrow(OwnerEndedError);
    expect(done).toBe(0);
  });

  it('stops when the owner ends meanwhile, and continues while the rights cannot be read', async () => {
    let begun = (): void => undefined;
    const isBegun = new Promise<void>((resolve) => (begun = resolve));
    const waiting = {
      run: ({ signal }: JobRun) => {
        begun();
        return new Promise<void>((_, reject) =>
          signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true }),
        );
      },
    };
    const running = new OwnedWork(rights).of(waiting).run(job({ owner: 'ann' }));
    const ended = expect(running).rejects.toThrow(OwnerEndedError);
    await isBegun;
    const of = rights.of.bind(rights);
    rights.of = () => Promise.reject(new Error('the store is away'));
    await look();
    rights.of = of;
    rights.ended.add('ann');
    await look();
    await ended;
  });
});
