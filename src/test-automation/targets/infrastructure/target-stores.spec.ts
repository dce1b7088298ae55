import { onEveryStore } from '../../../../test/support/every-store.js';
import { aTarget } from '../../../../test/support/fake-targets.js';
import { SqlTargetStore } from './target-record-schema.js';

const WHOLE = aTarget({
  name: '도우미',
  kind: 'http',
  headers: { 'x-a': 'b', authorization: { secret: 'TARGET_A', prefix: 'Bearer ' } },
  request: { method: 'POST', path: '/ask', body: { q: ['{{question}}'] } },
  response: {
    answer: '/a',
    contexts: 'b[0]',
    citations: undefined,
    conversationId: '/c',
    inputTokens: undefined,
    outputTokens: '/d',
    costUsd: '$.cost',
  },
  stream: 'sse',
  timeoutMs: 5,
  price: { inputUsd: 0.4, outputUsd: 1.6 },
  concurrency: 2,
  scopes: ['admin'],
});

onEveryStore('targets', 'work', (opened) => {
  const made = () => new SqlTargetStore(opened().sql);

  it('come back unchanged, in their order, also after a restart', async () => {
    expect(await made().list()).toEqual([]);
    await made().replace([WHOLE, aTarget()]);
    await opened().restart();
    expect(await made().list()).toEqual([WHOLE, aTarget()]);
  });

  it('are replaced all together, or not at all', async () => {
    await made().replace([WHOLE, aTarget()]);
    const twice = async () => made().replace([aTarget(), aTarget()]);
    await expect(twice()).rejects.toThrow();
    expect(await made().list()).toEqual([WHOLE, aTarget()]);
    await made().replace([]);
    expect(await made().list()).toEqual([]);
  });
});
