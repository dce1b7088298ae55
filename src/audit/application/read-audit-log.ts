import { Injectable } from '@nestjs/common';
import { AuditEntry, ChainState, followChain } from '../domain/audit-entry.js';
import { AuditFilter, AuditLog, AuditQuery, Digest } from '../domain/audit-log.js';

/** Page size for reading entries. */
const PIECE = 500;

@Injectable()
export class ReadAuditLog {
  constructor(
    private readonly log: AuditLog,
    private readonly digest: Digest,
  ) {}

  page(query: AuditQuery): Promise<readonly AuditEntry[]> {
    return this.log.read(query);
  }

  /** Reads all entries that the filter permits, in order, page by page. */
  async *all(filter: AuditFilter = {}): AsyncGenerator<AuditEntry> {
    let after = 0;
    for (;;) {
      const piece = await this.log.read({ ...filter, after, limit: PIECE });
      yield* piece;
      const last = piece.at(-1);
      if (last === undefined) return;
      after = last.seq;
    }
  }

  /** Verifies the whole chain, including entries that are written while it reads. */
  async verify(): Promise<ChainState> {
    let state: ChainState = { last: await this.log.anchor(), entries: 0, brokenAt: undefined };
    for (;;) {
      const piece = await this.log.read({ after: state.last.seq, limit: PIECE });
      if (piece.length === 0) return state;
      state = followChain(state, piece, (text) => this.digest.of(text));
      if (state.brokenAt !== undefined) return state;
    }
  }
}
