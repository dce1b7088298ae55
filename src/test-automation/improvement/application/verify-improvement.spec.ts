import { FixedConfiguration, scriptedBench } from '../../../../test/support/scripted-trials.js';
import { Improvement, ImprovementStore } from '../../sessions/domain/improvement.js';
import { SessionStore } from '../../sessions/domain/session-store.js';
import { Patch } from '../domain/experiment-sandbox.js';
import { UNTRIED, Verification } from '../domain/verification.js';
import { OpenExperimentRunner } from './experiment-runner.js';
import { GatherTrials } from './gather-trials.js';
import { StoreImprovement } from './store-improvement.js';
import { TryPatch } from './try-patch.js';
import { VerifyImprovement } from './verify-improvement.js';

const REFUSED: Verification = {
  accepted: false,
  reasons: ['tried'],
  failing: UNTRIED,
  paraphrases: UNTRIED,
  regression: UNTRIED,
  control: null,
};

/** @returns the patches that were tried, and that which was kept */
async function verified(more: Partial<Improvement>, synonyms: readonly { lang: 'ko'; words: string[] }[]) {
  const improvement: Improvement = {
    id: 'imp_1',
    type: 'synonym',
    priority: 'medium',
    description: '',
    suggestedValue: '“고치다” joined with “개정”',
    patch: [{ op: 'add', path: '/synonyms/groups/-', value: { lang: 'ko', words: ['개정', '고치다'] } }],
    evidence: {},
    status: 'proposed',
    ...more,
  };
  const tried: Patch[] = [];
  const { bench } = scriptedBench();
  const store = {
    find: () => Promise.resolve(improvement),
    sessionOf: () => Promise.resolve('s'),
    record: (one: Improvement) => Promise.resolve(one),
  } as unknown as ImprovementStore;
  const clock = { now: () => new Date(0) };
  const verify = new VerifyImprovement(
    store,
    new StoreImprovement(store, new FixedConfiguration({ synonyms }), clock),
    { gather: ({ patch }: Improvement) => Promise.resolve({ patch }) } as unknown as GatherTrials,
    { open: () => Promise.resolve(bench) } as unknown as OpenExperimentRunner,
    {
      try: (_: unknown, patch: Patch) => {
        tried.push(patch);
        return Promise.resolve(REFUSED);
      },
    } as unknown as TryPatch,
    { find: () => Promise.resolve(undefined) } as unknown as SessionStore,
  );
  const kept = await verify.verify('imp_1', { owner: undefined, by: 'x' }, new AbortController().signal);
  return { tried, kept: kept.patch, own: improvement.patch };
}

describe('VerifyImprovement', () => {
  it('has a synonym join the group that another improvement has made since', async () => {
    const { tried, kept } = await verified({}, [
      { lang: 'ko', words: ['휴학', '쉬다'] },
      { lang: 'ko', words: ['개정', '달라지다'] },
    ]);
    const joins = [{ op: 'add', path: '/synonyms/groups/1/words/-', value: '고치다' }];
    expect(tried).toEqual([joins]);
    expect(kept).toEqual(joins);
  });

  it('tries another kind of repair, and a synonym that is in service already, as proposed', async () => {
    const intent = {
      type: 'intent',
      suggestedValue: '0.5',
      patch: [{ op: 'replace', path: '/a', value: 0.5 }],
    } as const;
    const other = await verified(intent, []);
    expect(other.tried).toEqual([other.own]);
    const known = await verified({}, [{ lang: 'ko', words: ['개정', '고치다'] }]);
    expect(known.tried).toEqual([known.own]);
  });
});
