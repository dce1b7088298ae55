import { onEveryStore } from '../../../test/support/every-store.js';
import { SqlSpendingLedger } from './spending-adapters.js';

const SHARE = { model: 'spec/1', agent: 'agent_1', caller: 'key_1' };

onEveryStore('spending', 'work', (opened) => {
  const made = () => new SqlSpendingLedger(opened().sql);

  it('sums per day, also with concurrent additions, and survives a restart', async () => {
    const ledger = made();
    expect(await ledger.spentOn('2026-01-01')).toBe(0);
    await Promise.all(
      Array.from({ length: 20 }, async () =>
        ledger.add('2026-01-01', { usd: 0.25, inputTokens: 3_000_000_000, outputTokens: 2 }, SHARE),
      ),
    );
    await ledger.add('2026-01-02', { usd: 1e-7, inputTokens: 1, outputTokens: 0 }, { ...SHARE, caller: 'key_2' });
    await opened().restart();
    expect([await made().spentOn('2026-01-01'), await made().spentOn('2026-01-02')]).toEqual([5, 1e-7]);
    expect(await opened().number('SELECT sum(calls) FROM llm_spending')).toBe(21);
    expect(await opened().number('SELECT sum(input_tokens) FROM llm_spending')).toBe(60_000_000_001);
    expect(await opened().number('SELECT count(*) FROM llm_spending_shares')).toBe(2);
    const ofKey =
      "SELECT sum(calls) FROM llm_spending_shares WHERE day = '2026-01-01' AND model = 'spec/1' AND agent = 'agent_1'";
    expect(await opened().number(`${ofKey} AND caller = 'key_1'`)).toBe(20);
    expect(await opened().number(`${ofKey} AND caller = 'key_2'`)).toBe(0);
  });
});
