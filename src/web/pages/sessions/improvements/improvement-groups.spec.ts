import type { Improvement } from '../../api/improvements.js';
import { changesOf, countsOf, groupsOf, isWanted, targetOf } from './improvement-groups.js';

const improvement = (id: string, more: Partial<Improvement> = {}): Improvement => ({
  id,
  type: 'synonym',
  priority: 'high',
  description: '‘법카’ means ‘법인카드’.',
  suggested_value: null,
  patch: [{ op: 'add', path: '/synonyms/groups/-', value: {} }],
  evidence: {},
  status: 'proposed',
  dismissal_reason: null,
  audit: null,
  ...more,
});
const written = { patch: [], evidence: { component: 'reranker' } };

describe('improvements on their page', () => {
  it('have the target that their failures or their patch name', () => {
    const targets = [
      improvement('a'),
      improvement('b', written),
      improvement('c', { patch: [], evidence: { gate: 'success_rate' } }),
      improvement('d', { patch: [] }),
    ].map(targetOf);
    expect(targets).toEqual([
      { words: 'target', value: 'synonyms' },
      { words: 'component', value: 'reranker' },
      { words: 'gate', value: 'success_rate' },
      { words: 'target', value: 'other' },
    ]);
  });

  it('are counted by what has come of them, without dismissed ones', () => {
    const statuses = ['verified', 'applied', 'rejected', 'proposed', 'dismissed'];
    const items = [...statuses.map((status) => improvement(status, { status })), improvement('e', written)];
    expect(countsOf(items)).toEqual({ all: 5, verified: 1, applied: 1, rejected: 1, open: 1, written: 1 });
  });

  it('are grouped by kind and target, the largest group first', () => {
    const items = [improvement('a', written), improvement('b'), improvement('c'), improvement('d', { type: 'intent' })];
    expect(groupsOf(items).map((group) => group.items.map(({ id }) => id))).toEqual([['b', 'c'], ['a'], ['d']]);
  });

  it('are filtered by status, kind and text; dismissed ones only by their status', () => {
    const items = [
      improvement('a'),
      improvement('b', { status: 'dismissed', dismissal_reason: 'Another card.' }),
      improvement('c', { status: 'rejected', type: 'intent' }),
    ];
    const fitting = (status: string, kind: string, text: string) =>
      items.filter((item) => isWanted(item, { status, kind, text })).map(({ id }) => id);
    expect(fitting('', '', '')).toEqual(['a', 'c']);
    expect(fitting('dismissed', '', 'another')).toEqual(['b']);
    expect(fitting('', 'intent', '')).toEqual(['c']);
    expect(fitting('', '', '법카 ')).toEqual(['a', 'c']);
    expect(fitting('', '', '학사')).toEqual([]);
  });

  it('offer what their status permits', () => {
    const offered = ['proposed', 'verified', 'applied', 'dismissed'].map((status) =>
      changesOf(improvement('a', { status })),
    );
    expect(offered).toEqual([['verify', 'dismiss'], ['apply', 'verify', 'dismiss'], ['rollback'], ['restore']]);
    expect(changesOf(improvement('a', written))).toEqual(['dismiss']);
  });
});
