import { Injectable } from '@nestjs/common';
import { PostgresDatabase } from '../../shared/infrastructure/database/postgres/postgres-database.js';
import { sql, trusted } from '../../shared/infrastructure/database/postgres/sql.js';
import { AuditEntry, ChainAnchor, sealedText } from '../domain/audit-entry.js';
import { AuditLog, AuditQuery, Digest, NewAuditEntry } from '../domain/audit-log.js';
import { AUDIT_COLUMNS, AuditRow, entriesOf, toEntry } from './audit-row.js';

interface Waiting {
  readonly entry: NewAuditEntry;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * The audit log of the shared store: one chain for all replicas. Writing locks the anchor row. Entries that arrive
 * during a write are batched into the next one, so that one lock serves many entries. Each engine has its own class:
 * SQLite writes the entry in the commit of its turn and trace, between the read of the last digest and the write;
 * PostgreSQL locks the end of the chain once for the entries of many requests.
 */
@Injectable()
export class PostgresAuditLog extends AuditLog {
  private waiting: Waiting[] = [];
  private isWriting = false;

  constructor(
    private readonly database: PostgresDatabase,
    private readonly digest: Digest,
  ) {
    super();
  }

  append(entry: NewAuditEntry): Promise<void> {
    return new Promise((done, failed) => {
      this.waiting.push({ entry, done, failed });
      // Not in the caller's transaction: other replicas would wait for its end.
      if (!this.isWriting) setImmediate(() => void this.flush());
    });
  }

  async read(query: AuditQuery): Promise<readonly AuditEntry[]> {
    return (await this.database.query<AuditRow>(entriesOf(query))).map(toEntry);
  }

  async anchor(): Promise<ChainAnchor> {
    const anchor = await this.database.one<ChainAnchor>(sql`SELECT seq, hash FROM audit_anchor`);
    if (anchor === undefined) throw new Error('The audit log has lost its anchor.');
    return anchor;
  }

  removeBefore(at: string): Promise<number> {
    return this.database.transaction(async () => {
      await this.lock();
      // By number, not by time: a clock that was set back must not leave a gap.
      const until = await this.database.one<ChainAnchor>(
        sql`SELECT seq, hash FROM audit_entries
            WHERE seq < coalesce((SELECT min(seq) FROM audit_entries WHERE at >= ${at}), 9223372036854775807)
            ORDER BY seq DESC LIMIT 1`,
      );
      if (until === undefined) return 0;
      await this.database.change(sql`UPDATE audit_anchor SET seq = ${until.seq}, hash = ${until.hash}`);
      return this.database.change(sql`DELETE FROM audit_entries WHERE seq <= ${until.seq}`);
    });
  }

  private async flush(): Promise<void> {
    if (this.isWriting) return;
    this.isWriting = true;
    while (this.waiting.length > 0) {
      const piece = this.waiting;
      this.waiting = [];
      try {
        await this.database.transaction(() => this.write(piece.map(({ entry }) => entry)));
        for (const { done } of piece) done();
      } catch (error) {
        for (const { failed } of piece) failed(error);
      }
    }
    this.isWriting = false;
  }

  /** @returns the end of the chain, locked until the transaction ends */
  private async lock(): Promise<ChainAnchor> {
    const anchor = await this.database.one<ChainAnchor>(sql`SELECT seq, hash FROM audit_anchor FOR UPDATE`);
    const last = await this.database.one<ChainAnchor>(
      sql`SELECT seq, hash FROM audit_entries ORDER BY seq DESC LIMIT 1`,
    );
    const end = last ?? anchor;
    if (end === undefined) throw new Error('The audit log has lost its anchor.');
    return end;
  }

  private async write(entries: readonly NewAuditEntry[]): Promise<void> {
    let { seq, hash } = await this.lock();
    for (const entry of entries) {
      const unsealed = { ...entry, seq: seq + 1, previousHash: hash };
      ({ seq } = unsealed);
      hash = this.digest.of(sealedText(unsealed));
      const filter = entry.filter === null ? null : JSON.stringify(entry.filter);
      await this.database.change(sql`INSERT INTO audit_entries (${trusted(AUDIT_COLUMNS)})
        VALUES (${seq}, ${entry.at}, ${entry.requestId}, ${entry.caller}, ${entry.route}, ${filter}, ${entry.agentId},
          ${entry.action}, ${entry.question}, ${JSON.stringify(entry.shown)}, ${entry.detail}, ${unsealed.previousHash}, ${hash})`);
    }
  }
}
