import { setTimeout as delay } from 'node:timers/promises';
import path from 'node:path';
import { rmSync } from 'node:fs';
import { WORK_SCHEMA } from '../../../migrations/sqlite/all-migrations.js';
import { temporaryFolder } from '../../../test/support/application.js';
import { SqliteDatabase } from '../../shared/infrastructure/database/sqlite-database.js';
import { Completion, CompletionRequest, LanguageModel, LanguageModelError } from '../domain/language-model.js';
import { ModelStatistics } from '../domain/model-statistics.js';
import { BACKGROUND, SpendingLedger, SpendingShare, Spent, TEST_SESSIONS } from '../domain/spending.js';
import { ShareBudget } from '../application/model-spending.js';
import { AsyncRequestSpending, SqlSpendingLedger } from './spending-adapters.js';
import { BudgetedModel, BudgetSettings } from './budgeted-model.js';

const SHARE: SpendingShare = { ...BACKGROUND, model: 'spec/1' };
const ASKED: CompletionRequest = { system: '', user: 'abcdef', maxTokens: 10 };

/** Replies with the configured text, or fails with `fail`. */
class Scripted extends LanguageModel {
  readonly provider = 'spec';
  readonly model = 'spec-1';
  readonly available = true;
  asked = 0;
  costUsd: number | null = 3;
  fail: LanguageModelError | undefined;

  async complete(): Promise<Completion> {
    this.asked++;
    await delay(1);
    if (this.fail !== undefined) throw this.fail;
    const { provider, model, costUsd } = this;
    return { text: 'abc', isWhole: true, usage: { provider, model, inputTokens: 1, outputTokens: 2, costUsd } };
  }
  healthy(): Promise<boolean> {
    return Promise.resolve(true);
  }
}

class MemoryLedger extends SpendingLedger {
  readonly days = new Map<string, number>();
  broken = false;
  spentOn(day: string): number {
    if (this.broken) throw new Error('disk full');
    return this.days.get(day) ?? 0;
  }
  readonly shares: SpendingShare[] = [];
  add(day: string, { usd }: Spent, share: SpendingShare): void {
    if (this.broken) throw new Error('disk full');
    this.shares.push(share);
    this.days.set(day, this.spentOn(day) + usd);
  }
}

describe('BudgetedModel', () => {
  let inner: Scripted;
  let ledger: MemoryLedger;
  let request: AsyncRequestSpending;
  let now: Date;
  let statistics: ModelStatistics;

  beforeEach(() => {
    inner = new Scripted();
    ledger = new MemoryLedger();
    request = new AsyncRequestSpending();
    now = new Date('2026-03-01T23:59:00Z');
    statistics = new ModelStatistics('spec', 'spec-1');
  });

  // A token costs one dollar: the question 2, the reply up to 10, and both together actually 3.
  function model(budget: Partial<BudgetSettings['budget']>): BudgetedModel {
    const settings = {
      budget: { dayUsd: undefined, requestUsd: undefined, ...budget },
      costUsd: (input: number, output: number) => input + output,
      outputLimit: (tokens: number) => tokens,
    };
    return new BudgetedModel(inner, settings, { ledger, request, clock: { now: () => now } }, statistics);
  }
  const ask = (m: BudgetedModel) => m.complete(ASKED, new AbortController().signal);
  const refused = { failure: 'cost_guard' };

  it('rejects a call that could exceed the budget of the day, before anything is sent, and calls again the next day', async () => {
    const guarded = model({ dayUsd: 16 });
    await ask(guarded);
    await ask(guarded);
    await expect(ask(guarded)).rejects.toMatchObject(refused);
    expect(inner.asked).toBe(2);
    expect([...ledger.days]).toEqual([['2026-03-01', 6]]);
    expect(statistics.calls().get('cost_guard')).toBe(1);
    now = new Date('2026-03-02T00:00:01Z');
    await ask(guarded);
    expect([...ledger.days]).toEqual([
      ['2026-03-01', 6],
      ['2026-03-02', 3],
    ]);
  });

  it('does not let concurrent calls exceed the budget that sequential ones could not', async () => {
    const guarded = model({ dayUsd: 30 });
    const ends = await Promise.allSettled(Array.from({ length: 10 }, () => ask(guarded)));
    expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(2);
    expect(inner.asked).toBe(2);
  });

  it('adds up the calls of one request, separately from those of another', async () => {
    const guarded = model({ requestUsd: 16 });
    const two = async () => {
      await ask(guarded);
      await ask(guarded);
    };
    const share = new ShareBudget(request);
    await share.share(TEST_SESSIONS, two);
    await share.share(TEST_SESSIONS, async () => {
      await two();
      await expect(ask(guarded)).rejects.toMatchObject(refused);
    });
    await ask(guarded);
  });

  it('says whose each call is: the request that makes it, or background work', async () => {
    const guarded = model({});
    let caller = 'unknown';
    await request
      .open(() => ({ caller, agent: 'agent_1' }))
      .run(async () => {
        // The guard sets the caller after the budget was opened.
        caller = 'key_1';
        await ask(guarded);
      });
    await ask(guarded);
    await new ShareBudget(request).share(TEST_SESSIONS, () => ask(guarded));
    expect(ledger.shares).toEqual([
      { model: 'spec/spec-1', agent: 'agent_1', caller: 'key_1' },
      { model: 'spec/spec-1', agent: '', caller: 'background' },
      { model: 'spec/spec-1', agent: '', caller: 'test-sessions' },
    ]);
  });

  it('does not charge a finished request for its background work', async () => {
    const guarded = model({ requestUsd: 16 });
    const spending = request.open(() => TEST_SESSIONS);
    await spending.run(async () => {
      await ask(guarded);
      await ask(guarded);
      spending.close();
      await ask(guarded);
    });
  });

  it('charges the estimate if the server does not count tokens', async () => {
    inner.costUsd = null;
    await ask(model({}));
    expect(ledger.days.get('2026-03-01')).toBe(2 + 1);
  });

  it('charges a call that was aborted after it was sent, and not one that was refused', async () => {
    const guarded = model({});
    inner.fail = new LanguageModelError('late', 'x', 7);
    await expect(ask(guarded)).rejects.toThrow('x');
    expect(ledger.days.get('2026-03-01')).toBe(2 + 7);
    inner.fail = new LanguageModelError('failed', 'x');
    await expect(ask(guarded)).rejects.toThrow('x');
    expect(ledger.days.get('2026-03-01')).toBe(9);
  });

  it('answers and remembers its spending while the store cannot be written', async () => {
    ledger.broken = true;
    const guarded = model({ dayUsd: 14 });
    expect((await ask(guarded)).text).toBe('abc');
    await expect(ask(guarded)).rejects.toMatchObject(refused);
  });
});

describe('SqlSpendingLedger', () => {
  it('keeps the days over a restart', async () => {
    const folder = temporaryFolder();
    const open = () =>
      SqliteDatabase.open({
        file: path.join(folder, 'work.db'),
        durability: 'normal',
        ...WORK_SCHEMA,
        entities: [],
      });
    let database = await open();
    const first = new SqlSpendingLedger(database.sql);
    await first.add('2026-03-01', { usd: 0.25, inputTokens: 10, outputTokens: 1 }, SHARE);
    await first.add('2026-03-01', { usd: 0.5, inputTokens: 10, outputTokens: 1 }, SHARE);
    await database.close();
    database = await open();
    const again = new SqlSpendingLedger(database.sql);
    expect(await again.spentOn('2026-03-01')).toBeCloseTo(0.75, 10);
    expect(await again.spentOn('2026-03-02')).toBe(0);
    expect(database.reader.prepare('SELECT calls, input_tokens, output_tokens FROM llm_spending').get()).toEqual({
      calls: 2,
      input_tokens: 20,
      output_tokens: 2,
    });
    await database.close();
    rmSync(folder, { recursive: true });
  });
});
