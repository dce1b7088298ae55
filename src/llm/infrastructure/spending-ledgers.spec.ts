import { onEveryStore } from '../../../test/support/every-store.js';
import { SqlSpendingLedger } from './spending-adapters.js';

onEveryStore('spending', 'work', (opened) => {
  const made = () => new SqlSpendingLedger(opened().sql);

  it('sums per day, also with concurrent additions, and survives a restart', async () => {
    const ledger = made();
    expect(await ledger.spentOn('2026-01-01')).toBe(0);
    await Promise.all(
      Array.from({ length: 20 }, async () =>
        ledger.add('2026-01-01', { usd: 0.25, inputTokens: 3_000_000_000, outputTokens: 2 }),
      ),
    );
    await ledger.add('2026-01-02', { usd: 1e-7, inputTokens: 1, outputTokens: 0 });
    await opened().restart();
    expect([await made().spentOn('2026-01-01'), await made().spentOn('2026-01-02')]).toEqual([5, 1e-7]);
    expect(await opened().number('SELECT sum(calls) FROM llm_spending')).toBe(21);
    expect(await opened().number('SELECT sum(input_tokens) FROM llm_spending')).toBe(60_000_000_001);
  });
});
