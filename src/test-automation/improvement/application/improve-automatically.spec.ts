import { SettableRights } from '../../../../test/support/fake-rights.js';
import { restrictedTo } from '../../../shared/domain/category-filter.js';
import { ConflictError } from '../../../shared/domain/domain-error.js';
import { AuditEntry, Improvement, ImprovementStore } from '../../sessions/domain/improvement.js';
import { TestSession } from '../../sessions/domain/test-session.js';
import { ImproveAutomatically } from './improve-automatically.js';
import { StoreImprovement } from './store-improvement.js';
import { VerifyImprovement } from './verify-improvement.js';

const SESSION = { sessionId: 'ses-1', owner: 'o', request: { scope: null } } as TestSession;

const improvement = (id: string, more: Partial<Improvement> = {}): Improvement => ({
  id,
  type: 'synonym',
  priority: 'medium',
  description: '',
  suggestedValue: '',
  patch: [{ op: 'add', path: '/synonyms/groups/-', value: {} }],
  evidence: {},
  status: 'proposed',
  ...more,
});

/** Lists the last one first, as the store does. */
class ListedImprovements extends ImprovementStore {
  constructor(private readonly all: readonly Improvement[]) {
    super();
  }
  replace(): Promise<void> {
    return Promise.resolve();
  }
  list(): Promise<readonly Improvement[]> {
    return Promise.resolve([...this.all].reverse());
  }
  find(id: string): Promise<Improvement | undefined> {
    return Promise.resolve(this.all.find((one) => one.id === id));
  }
  sessionOf(id: string): Promise<string | undefined> {
    return Promise.resolve(id.startsWith('other') ? 'ses-0' : 'ses-1');
  }
  record(one: Improvement, _owner: string, entry: AuditEntry): Promise<Improvement> {
    return Promise.resolve({ ...one, audit: [entry] });
  }
}

/** Proposals with these ids pass verification. */
function automatic(all: readonly Improvement[], patches: number) {
  const done: string[] = [];
  const rights = new SettableRights();
  const during: { verification?: () => unknown } = {};
  const store = new ListedImprovements(all);
  const verify = {
    async verify(id: string, { by }: { by: string }) {
      done.push(`verify ${id} by ${by}`);
      during.verification?.();
      if (id.includes('conflict')) throw new ConflictError('meanwhile');
      return { ...(await store.find(id)), status: id.includes('bad') ? 'rejected' : 'verified' };
    },
  } as unknown as VerifyImprovement;
  const keep = {
    apply(id: string, { by }: { by: string }) {
      done.push(`apply ${id} by ${by}`);
      return Promise.resolve(improvement(id));
    },
  } as unknown as StoreImprovement;
  const mode = new ImproveAutomatically(store, verify, keep, { patches }, rights);
  return {
    done,
    rights,
    during,
    run: (signal = new AbortController().signal, session = SESSION) => mode.improve(session, signal),
  };
}

describe('ImproveAutomatically', () => {
  it('applies nothing that was found by a session limited to some categories', async () => {
    const { done, run } = automatic([improvement('a')], 2);
    const limited = { ...SESSION, request: { scope: [['Study']] } } as unknown as TestSession;
    expect(await run(undefined, limited)).toEqual([]);
    expect(done).toEqual([]);
  });

  it.each<[string, (rights: SettableRights) => unknown]>([
    ['has the scope test alone', ({ lost }) => lost.add('admin')],
    ['is limited to categories', (rights) => (rights.filter = restrictedTo([['Study']]))],
    ['has ended', ({ ended }) => ended.add('o')],
  ])('tries and applies nothing for an owner that %s', async (_, change) => {
    const { done, run, rights } = automatic([improvement('a')], 2);
    change(rights);
    expect(await run()).toEqual([]);
    expect(done).toEqual([]);
  });

  it('applies nothing once its owner is no longer an administrator, also during the verification', async () => {
    const { done, run, rights, during } = automatic([improvement('a'), improvement('b')], 2);
    during.verification = () => rights.lost.add('admin');
    expect(await run()).toEqual([]);
    expect(done).toEqual(['verify a by automatic']);
  });

  it('does nothing while it is off', async () => {
    const { done, run } = automatic([improvement('a')], 0);
    expect(await run()).toEqual([]);
    expect(done).toEqual([]);
  });

  it('applies what passes verification, the urgent first, and records that it was automatic', async () => {
    const { done, run } = automatic([improvement('a-bad'), improvement('b', { priority: 'high' })], 5);
    expect(await run()).toEqual(['b']);
    expect(done).toEqual(['verify b by automatic', 'apply b by automatic', 'verify a-bad by automatic']);
  });

  it('applies one synonym of a word, the best proposed first', async () => {
    const joins = (written: string) => ({ suggestedValue: `“바뀌다” joined with “${written}”` });
    const { run, done } = automatic(
      [improvement('a-bad', joins('수학')), improvement('b', joins('변경')), improvement('c', joins('개정'))],
      5,
    );
    expect(await run()).toEqual(['b']);
    expect(done).toEqual(['verify a-bad by automatic', 'verify b by automatic', 'apply b by automatic']);
  });

  it('stops at its limit', async () => {
    const { run } = automatic([improvement('a'), improvement('b'), improvement('c')], 2);
    expect(await run()).toEqual(['a', 'b']);
  });

  it('tries only a limited number of proposals for each that it may apply', async () => {
    const { done, run } = automatic(
      Array.from({ length: 9 }, (_, i) => improvement(`bad-${i}`)),
      1,
    );
    expect(await run()).toEqual([]);
    expect(done).toHaveLength(3);
  });

  it('does not change written suggestions, decided ones and those of other sessions', async () => {
    const { done, run } = automatic(
      [improvement('written', { patch: [] }), improvement('done', { status: 'rejected' }), improvement('other')],
      5,
    );
    expect(await run()).toEqual([]);
    expect(done).toEqual([]);
  });

  it('continues after a concurrent change of the configuration, and stops when it is aborted', async () => {
    const changed = automatic([improvement('conflict'), improvement('b')], 5);
    expect(await changed.run()).toEqual(['b']);
    const stopped = automatic([improvement('a')], 5);
    expect(await stopped.run(AbortSignal.abort())).toEqual([]);
  });
});
