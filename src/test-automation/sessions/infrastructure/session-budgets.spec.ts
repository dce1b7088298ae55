import { asDeadProcess, POSTGRES_SERVERS, PostgresUnderTest } from '../../../../test/support/postgres-servers.js';
import { aSession } from '../../../../test/support/a-session.js';
import { SessionBudget } from '../domain/session-budget.js';
import { PostgresSessionBudgets } from './postgres-session-budgets.js';
import { SqlSessionStore } from './sql-session-store.js';

const SESSION = aSession({}, { budgetUsd: 0.3 });

const paid = (sessionBudget: SessionBudget, usd: number | null) =>
  sessionBudget.charge(
    'answer',
    () => Promise.resolve({ usd }),
    (made) => made.usd,
  );

describe.each(POSTGRES_SERVERS)('the budget of a session that processes share on %s', (_name, open) => {
  let server: PostgresUnderTest;
  let sessionBudgets: PostgresSessionBudgets;
  beforeAll(async () => {
    server = await open();
    sessionBudgets = new PostgresSessionBudgets(server.database);
  }, 60_000);
  beforeEach(async () => {
    await server.empty();
    await new SqlSessionStore(server.database).create(SESSION);
  });
  afterAll(() => server.drop());

  /** Records a call that ends on demand. */
  const held = async (sessionBudget: SessionBudget) => {
    let end: (usd: number) => void = () => undefined;
    let begun = (): void => undefined;
    const isUnderWay = new Promise<void>((resolve) => (begun = resolve));
    const running = sessionBudget.charge(
      'answer',
      () => {
        begun();
        return new Promise<{ usd: number }>((resolve) => (end = (usd) => resolve({ usd })));
      },
      ({ usd }) => usd,
    );
    await isUnderWay;
    return (usd: number) => {
      end(usd);
      return running;
    };
  };

  it('is counted over all of them, including calls in flight', async () => {
    const [one, other] = [await sessionBudgets.open(SESSION, 0), await sessionBudgets.open(SESSION)];
    await paid(one, 0.1);
    const end = await held(other);
    expect(await one.isExhaustedFor('answer')).toBe(false);
    const endLast = await held(one);
    expect([await one.isExhaustedFor('answer'), await other.isExhaustedFor('answer')]).toEqual([true, true]);
    expect(await paid(other, 0.1)).toBeUndefined();
    await Promise.all([end(0.1), endLast(0.05)]);
    // 0.05 are left, and an answer may cost 0.10.
    expect(await paid(other, 0.01)).toBeUndefined();
  });

  it('gives the last reservation to only one of many concurrent calls', async () => {
    const [one, other] = [await sessionBudgets.open(SESSION, 0), await sessionBudgets.open(SESSION)];
    await paid(one, 0.1);
    const made = await Promise.all(Array.from({ length: 12 }, (_, i) => paid(i % 2 === 0 ? one : other, 0.1)));
    expect(made.filter((m) => m !== undefined)).toHaveLength(2);
  });

  it('counts earlier cost once, however often the session is resumed', async () => {
    const sessionBudget = await sessionBudgets.open(SESSION, 0.05);
    await paid(sessionBudget, 0.1);
    await sessionBudgets.open(SESSION, 0.15);
    expect(await paid(sessionBudget, 0.1)).toBeDefined();
    await sessionBudgets.open(SESSION, 0.3);
    expect(await sessionBudget.isExhaustedFor('answer')).toBe(true);
  });

  it('charges nothing for a failed call, and releases its reservation and those of a dead process', async () => {
    const sessionBudget = await sessionBudgets.open(SESSION, 0.1);
    await paid(sessionBudget, 0.1);
    await sessionBudget
      .charge(
        'answer',
        () => Promise.reject<{ usd: number }>(new Error('late')),
        ({ usd }) => usd,
      )
      .catch(() => undefined);
    await held(await new PostgresSessionBudgets(asDeadProcess(server.database)).open(SESSION));
    expect(await sessionBudget.isExhaustedFor('answer')).toBe(false);
  });

  it('is unlimited without a limit', async () => {
    const sessionBudget = await sessionBudgets.open(aSession({}, { budgetUsd: undefined }), 5);
    await paid(sessionBudget, 1e6);
    expect(await sessionBudget.isExhaustedFor('answer')).toBe(false);
  });
});
