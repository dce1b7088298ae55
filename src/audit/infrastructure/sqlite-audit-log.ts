import { Injectable } from '@nestjs/common';
import type Database from 'better-sqlite3';
import { WorkDatabase } from '../../shared/infrastructure/database/databases.js';
import { GroupedWrites } from '../../shared/infrastructure/database/grouped-writes.js';
import { AuditEntry, ChainAnchor, sealedText } from '../domain/audit-entry.js';
import { AuditLog, AuditQuery, Digest, NewAuditEntry } from '../domain/audit-log.js';
import { AUDIT_COLUMNS, AuditRow, entriesOf, toEntry } from './audit-row.js';

/**
 * The audit log of the embedded store. One transaction writes an entry with its turn and trace. Each engine has its own
 * class: SQLite writes the entry in the commit of its turn and trace, between the read of the last digest and the
 * write; PostgreSQL locks the end of the chain once for the entries of many requests.
 */
@Injectable()
export class SqliteAuditLog extends AuditLog {
  private readonly last: Database.Statement<[], ChainAnchor>;
  private readonly insert: Database.Statement;

  constructor(
    private readonly database: WorkDatabase,
    private readonly writes: GroupedWrites,
    private readonly digest: Digest,
  ) {
    super();
    const db = database.writer;
    // Another process may have written since: read the last digest from the store.
    this.last = db.prepare(
      `SELECT seq, hash FROM (SELECT seq, hash FROM audit_entries ORDER BY seq DESC LIMIT 1)
       UNION ALL SELECT seq, hash FROM audit_anchor WHERE NOT EXISTS (SELECT 1 FROM audit_entries)`,
    );
    this.insert = db.prepare(
      `INSERT INTO audit_entries (${AUDIT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
  }

  append(entry: NewAuditEntry): Promise<void> {
    return this.writes.run(() => this.write(entry));
  }

  async read(query: AuditQuery): Promise<readonly AuditEntry[]> {
    return (await this.database.sql.query<AuditRow>(entriesOf(query))).map(toEntry);
  }

  anchor(): Promise<ChainAnchor> {
    const anchor = this.database.reader.prepare<[], ChainAnchor>('SELECT seq, hash FROM audit_anchor').get();
    if (anchor === undefined) return Promise.reject(new Error('The audit log has lost its anchor.'));
    return Promise.resolve(anchor);
  }

  async removeBefore(at: string): Promise<number> {
    let removed = 0;
    await this.writes.run(() => {
      const db = this.database.writer;
      // By number, not by time: a clock that was set back must not leave a gap.
      const until = db
        .prepare<[string], ChainAnchor>(
          `SELECT seq, hash FROM audit_entries WHERE seq < coalesce((SELECT min(seq) FROM audit_entries WHERE at >= ?), 1 << 60)
           ORDER BY seq DESC LIMIT 1`,
        )
        .get(at);
      if (until === undefined) return;
      db.prepare('UPDATE audit_anchor SET seq = ?, hash = ?').run(until.seq, until.hash);
      removed = db.prepare('DELETE FROM audit_entries WHERE seq <= ?').run(until.seq).changes;
    });
    return removed;
  }

  private write(entry: NewAuditEntry): void {
    const last = this.last.get();
    if (last === undefined) throw new Error('The audit log has lost its anchor.');
    const unsealed = { ...entry, seq: last.seq + 1, previousHash: last.hash };
    this.insert.run(
      unsealed.seq,
      entry.at,
      entry.requestId,
      entry.caller,
      entry.route,
      entry.filter === null ? null : JSON.stringify(entry.filter),
      entry.agentId,
      entry.action,
      entry.question,
      JSON.stringify(entry.shown),
      entry.detail,
      unsealed.previousHash,
      this.digest.of(sealedText(unsealed)),
    );
  }
}
