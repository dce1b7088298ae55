import { onEveryStore } from '../../../../test/support/every-store.js';
import { Dataset } from '../domain/dataset.js';
import { SqlDatasetStore } from './sql-dataset-store.js';

const dataset = (datasetId: string, owner = 'ann'): Dataset => ({
  datasetId,
  owner,
  name: '휴학',
  createdAt: '2026-03-01T00:00:00.000Z',
  items: [
    {
      id: 'q1',
      question: '언제까지?',
      answerable: true,
      facts: [['14일', '2주'], ['신청서']],
      reference: '14일 이내',
      contexts: ['14일 이내에 낸다.'],
      citations: [{ documentId: 'rules', quote: '14일' }, { url: 'https://example.org' }],
      tags: ['leave'],
    },
    {
      id: 'q2',
      question: 'Parking?',
      answerable: false,
      facts: [],
      reference: undefined,
      contexts: [],
      citations: [],
      tags: [],
    },
  ],
});

onEveryStore('datasets', 'work', (opened) => {
  const made = () => new SqlDatasetStore(opened().sql);

  it('come back unchanged, also after a restart, and to their owner alone', async () => {
    expect(await made().add(dataset('ds_1'))).toBe(true);
    await opened().restart();
    expect(await made().find('ds_1', 'ann')).toEqual(dataset('ds_1'));
    expect(await made().find('ds_1', 'bob')).toBeUndefined();
    expect(await made().remove('ds_1', 'bob')).toBe(false);
  });

  it('are not replaced by one with the same id', async () => {
    await made().add(dataset('ds_1'));
    expect(await made().add({ ...dataset('ds_1'), createdAt: '2027-01-01T00:00:00.000Z' })).toBe(false);
    expect(await made().find('ds_1', 'ann')).toEqual(dataset('ds_1'));
    expect(await made().add(dataset('ds_1', 'bob'))).toBe(true);
  });

  it('are listed page by page with the number of their questions, and removed', async () => {
    for (const id of ['ds_1', 'ds_2', 'ds_3']) await made().add(dataset(id));
    await made().add(dataset('ds_4', 'bob'));
    const first = await made().list('ann', 2, undefined);
    expect(first.items.map(({ datasetId, questions }) => [datasetId, questions])).toEqual([
      ['ds_1', 2],
      ['ds_2', 2],
    ]);
    const rest = await made().list('ann', 2, first.nextCursor ?? undefined);
    expect(rest).toMatchObject({ items: [{ datasetId: 'ds_3' }], nextCursor: null });
    expect(await made().remove('ds_2', 'ann')).toBe(true);
    expect(await made().find('ds_2', 'ann')).toBeUndefined();
  });
});
