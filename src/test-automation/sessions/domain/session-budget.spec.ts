import fc from 'fast-check';
import { InMemoryBudget } from './session-budget.js';

const paid = (purse: InMemoryBudget, usd: number | null) =>
  purse.charge(
    'answer',
    () => Promise.resolve({ usd }),
    (made) => made.usd,
  );

describe('the budget of a session', () => {
  it('is unlimited without a limit', async () => {
    const purse = new InMemoryBudget(undefined);
    await paid(purse, 1e6);
    expect(await purse.isExhaustedFor('answer')).toBe(false);
  });

  it('counts the cost of an earlier run', async () => {
    expect(await new InMemoryBudget(1, 0.99).isExhaustedFor('answer')).toBe(false);
    expect(await new InMemoryBudget(1, 1).isExhaustedFor('answer')).toBe(true);
  });

  it('reserves budget for calls in flight', async () => {
    const purse = new InMemoryBudget(0.3);
    await paid(purse, 0.1);
    let end = (): void => undefined;
    const running = purse.charge(
      'answer',
      () => new Promise<{ usd: number }>((resolve) => (end = () => resolve({ usd: 0.1 }))),
      ({ usd }) => usd,
    );
    expect(await purse.isExhaustedFor('answer')).toBe(false);
    const other = paid(purse, 0.1);
    expect(await purse.isExhaustedFor('answer')).toBe(true);
    end();
    await Promise.all([running, other]);
    expect(purse.spent).toBeCloseTo(0.3, 9);
  });

  it('charges nothing for a failed call, and releases its reservation', async () => {
    const purse = new InMemoryBudget(0.2);
    await paid(purse, 0.1);
    await purse
      .charge(
        'answer',
        () => Promise.reject(new Error('late')),
        () => 0.1,
      )
      .catch(() => undefined);
    expect(await purse.isExhaustedFor('answer')).toBe(false);
  });

  it('is exceeded only by a call that is dearer than all before', async () => {
    const costs = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(costs, fc.integer({ min: 1, max: 200 }), async (cents, limit) => {
        const purse = new InMemoryBudget(limit / 100);
        let dearest = 0;
        for (const cent of cents) {
          if (await purse.isExhaustedFor('answer')) break;
          const before = purse.spent;
          await paid(purse, cent / 100);
          if (cent <= dearest) expect(purse.spent).toBeLessThanOrEqual(limit / 100 + 1e-5);
          else expect(before).toBeLessThan(limit / 100);
          dearest = Math.max(dearest, cent);
        }
      }),
    );
  });
});
