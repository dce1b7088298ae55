import { PostgresDatabase } from '../../shared/infrastructure/database/postgres/postgres-database.js';
import { sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { UNRESTRICTED } from '../../shared/domain/category-filter.js';
import {
  CaseIndex,
  ModelVector,
  NearestCase,
  NearestRequest,
  SearchedQuestions,
  UnembeddedCase,
} from '../domain/case-index.js';
import { CaseStore } from '../domain/case-store.js';
import { MemoryCaseIndex } from './index/memory-case-index.js';

/** Batch size for reading cases. */
const BATCH = 1_000;

/**
 * The in-memory index of one replica over the shared cases. It reads changes only from the outbox, so that they arrive
 * in commit order; before each question it catches up with the outbox.
 */
export class ReplicatedCaseIndex extends CaseIndex {
  private last = 0;
  private following: Promise<void> | undefined;

  constructor(
    private readonly database: PostgresDatabase,
    private readonly store: CaseStore,
    private readonly index: MemoryCaseIndex,
  ) {
    super();
    database.onNotification((payload) => {
      // The next question retries, and reports the error.
      if (payload === '' || payload.startsWith('cases ')) this.settled().catch(() => undefined);
    });
  }

  /** Reads all cases at startup. */
  async load(): Promise<void> {
    await this.database.transaction(
      async () => {
        const row = await this.database.one<{ last: number }>(
          sql`SELECT coalesce(max(id), 0) AS last FROM case_outbox`,
        );
        for await (const batch of this.store.all(BATCH)) for (const one of batch) this.index.put(one);
        this.last = row?.last ?? 0;
      },
      { snapshot: true },
    );
  }

  async settled(): Promise<void> {
    // A run that began before this call may have read the outbox too early.
    await this.following;
    this.following ??= this.follow().finally(() => {
      this.following = undefined;
    });
    await this.following;
  }

  nearest(request: NearestRequest): readonly NearestCase[] {
    return this.index.nearest(request);
  }

  containing(request: SearchedQuestions): readonly string[] {
    return this.index.containing(request);
  }

  /** Arrives by the outbox, which the writer of the case has waited for. */
  put(): void {
    return;
  }

  /** Arrives by the outbox. */
  remove(): void {
    return;
  }

  get version(): number {
    return this.index.version;
  }

  get size(): number {
    return this.index.size;
  }

  unembedded(model: string, limit: number): readonly UnembeddedCase[] {
    return this.index.unembedded(model, limit);
  }

  setVector(one: UnembeddedCase, vector: ModelVector): void {
    this.index.setVector(one, vector);
  }

  embedded(model: string): number {
    return this.index.embedded(model);
  }

  private async follow(): Promise<void> {
    const changes = await this.database.query<{ id: number; case_id: string }>(
      sql`SELECT id, case_id FROM case_outbox WHERE id > ${this.last}::bigint ORDER BY id`,
    );
    const last = changes.at(-1)?.id;
    if (last === undefined) return;
    const changed = [...new Set(changes.map((change) => change.case_id))];
    for (let from = 0; from < changed.length; from += BATCH) await this.take(changed.slice(from, from + BATCH));
    this.last = last;
  }

  /** A case may be newer than its change: the later change then updates it again, without effect. */
  private async take(caseIds: readonly string[]): Promise<void> {
    const cases = await this.store.findMany(caseIds, UNRESTRICTED);
    const there = new Set(cases.map(({ caseId }) => caseId));
    for (const caseId of caseIds) if (!there.has(caseId)) this.index.remove(caseId);
    for (const one of cases) this.index.put(one);
  }
}
