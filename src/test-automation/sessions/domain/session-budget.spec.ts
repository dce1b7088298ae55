import fc from 'fast-check';
import { InMemoryBudget } from './session-budget.js';

const paid = (sessionBudget: InMemoryBudget, usd: number | null) =>
  sessionBudget.charge(
    'answer',
    () => Promise.resolve({ usd }),
    (made) => made.usd,
  );

describe('the budget of a session', () => {
  it('is unlimited without a limit', async () => {
    const sessionBudget = new InMemoryBudget(undefined);
    await paid(sessionBudget, 1e6);
    expect(await sessionBudget.isExhaustedFor('answer')).toBe(false);
  });

  it('counts the cost of an earlier run', async () => {
    expect(await new InMemoryBudget(1, 0.99).isExhaustedFor('answer')).toBe(false);
    expect(await new InMemoryBudget(1, 1).isExhaustedFor('answer')).toBe(true);
  });

  it('reserves budget for calls in flight', async () => {
    const sessionBudget = new InMemoryBudget(0.3);
    await paid(sessionBudget, 0.1);
    let end = (): void => undefined;
    const running = sessionBudget.charge(
      'answer',
      () => new Promise<{ usd: number }>((resolve) => (end = () => resolve({ usd: 0.1 }))),
      ({ usd }) => usd,
    );
    expect(await sessionBudget.isExhaustedFor('answer')).toBe(false);
    const other = paid(sessionBudget, 0.1);
    expect(await sessionBudget.isExhaustedFor('answer')).toBe(true);
    end();
    await Promise.all([running, other]);
    expect(sessionBudget.spent).toBeCloseTo(0.3, 9);
  });

  it('charges nothing for a failed call, and releases its reservation', async () => {
    const sessionBudget = new InMemoryBudget(0.2);
    await paid(sessionBudget, 0.1);
    await sessionBudget
      .charge(
        'answer',
        () => Promise.reject(new Error('late')),
        () => 0.1,
      )
      .catch(() => undefined);
    expect(await sessionBudget.isExhaustedFor('answer')).toBe(false);
  });

  it('is exceeded only by a call that is dearer than all before', async () => {
    const costs = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(costs, fc.integer({ min: 1, max: 200 }), async (cents, limit) => {
        const sessionBudget = new InMemoryBudget(limit / 100);
        let dearest = 0;
        for (const cent of cents) {
          if (await sessionBudget.isExhaustedFor('answer')) break;
          const before = sessionBudget.spent;
          await paid(sessionBudget, cent / 100);
          if (cent <= dearest) expect(sessionBudget.spent).toBeLessThanOrEqual(limit / 100 + 1e-5);
          else expect(before).toBeLessThan(limit / 100);
          dearest = Math.max(dearest, cent);
        }
      }),
    );
  });
});
