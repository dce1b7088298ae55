import { asDeadProcess, POSTGRES_SERVERS, PostgresUnderTest } from '../../../../test/support/postgres-servers.js';
import { aSession } from '../../../../test/support/a-session.js';
import { SessionBudget } from '../domain/session-budget.js';
import { PostgresSessionPurses } from './postgres-session-purses.js';
import { SqlSessionStore } from './sql-session-store.js';

const SESSION = aSession({}, { budgetUsd: 0.3 });

const paid = (purse: SessionBudget, usd: number | null) =>
  purse.charge(
    'answer',
    () => Promise.resolve({ usd }),
    (made) => made.usd,
  );

describe.each(POSTGRES_SERVERS)('the budget of a session that processes share on %s', (_name, open) => {
  let server: PostgresUnderTest;
  let purses: PostgresSessionPurses;
  beforeAll(async () => {
    server = await open();
    purses = new PostgresSessionPurses(server.database);
  }, 60_000);
  beforeEach(async () => {
    await server.empty();
    await new SqlSessionStore(server.database).create(SESSION);
  });
  afterAll(() => server.drop());

  /** Records a call that ends on demand. */
  const held = async (purse: SessionBudget) => {
    let end: (usd: number) => void = () => undefined;
    let begun = (): void => undefined;
    const isUnderWay = new Promise<void>((resolve) => (begun = resolve));
    const running = purse.charge(
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
    const [one, other] = [await purses.open(SESSION, 0), await purses.open(SESSION)];
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
    const [one, other] = [await purses.open(SESSION, 0), await purses.open(SESSION)];
    await paid(one, 0.1);
    const made = await Promise.all(Array.from({ length: 12 }, (_, i) => paid(i % 2 === 0 ? one : other, 0.1)));
    expect(made.filter((m) => m !== undefined)).toHaveLength(2);
  });

  it('counts earlier cost once, however often the session is resumed', async () => {
    const purse = await purses.open(SESSION, 0.05);
    await paid(purse, 0.1);
    await purses.open(SESSION, 0.15);
    expect(await paid(purse, 0.1)).toBeDefined();
    await purses.open(SESSION, 0.3);
    expect(await purse.isExhaustedFor('answer')).toBe(true);
  });

  it('charges nothing for a failed call, and releases its reservation and those of a dead process', async () => {
    const purse = await purses.open(SESSION, 0.1);
    await paid(purse, 0.1);
    await purse
      .charge(
        'answer',
        () => Promise.reject<{ usd: number }>(new Error('late')),
        ({ usd }) => usd,
      )
      .catch(() => undefined);
    await held(await new PostgresSessionPurses(asDeadProcess(server.database)).open(SESSION));
    expect(await purse.isExhaustedFor('answer')).toBe(false);
  });

  it('is unlimited without a limit', async () => {
    const purse = await purses.open(aSession({}, { budgetUsd: undefined }), 5);
    await paid(purse, 1e6);
    expect(await purse.isExhaustedFor('answer')).toBe(false);
  });
});
