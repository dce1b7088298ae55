import { AuditedAction } from '../../shared/domain/audit-trail.js';

/** One line of the audit log. */
export interface AuditEntry extends Omit<AuditedAction, 'caller'> {
  /** From 1, without gaps. */
  readonly seq: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly requestId: string;
  /** Id of the key; `anonymous` without authentication. */
  readonly caller: string;
  /** Method and pattern of the route, such as `POST /search`. */
  readonly route: string;
  /** Folded category paths that the caller was bound to; null without a bound. */
  readonly filter: readonly string[] | null;
  readonly agentId: string | null;
  /** Digest of the entry before; of the first, 64 zeros. */
  readonly previousHash: string;
  /** SHA-256 over the entry before's digest and everything in this one. */
  readonly hash: string;
}

/** Everything of an entry but its digest. */
export type UnsealedEntry = Omit<AuditEntry, 'hash'>;

export const FIRST_PREVIOUS_HASH = '0'.repeat(64);

/** The text that an entry's digest is taken of: every field in a fixed order. */
export function sealedText(entry: UnsealedEntry): string {
  return JSON.stringify([
    entry.previousHash,
    entry.seq,
    entry.at,
    entry.requestId,
    entry.caller,
    entry.route,
    entry.filter,
    entry.agentId,
    entry.action,
    entry.question,
    entry.shown.map(({ id, passages }) => [id, passages]),
    entry.detail,
  ]);
}

/** Where a chain begins: behind the last entry that retention removed. */
export interface ChainAnchor {
  readonly seq: number;
  readonly hash: string;
}

/** How far a chain holds. */
export interface ChainState {
  /** Last entry that holds; the anchor where none was read. */
  readonly last: ChainAnchor;
  readonly entries: number;
  /** First entry that was changed, removed or put in; undefined while all hold. */
  readonly brokenAt: number | undefined;
}

/**
 * Follows a chain by another piece of it. An entry holds when its number and its `previousHash` continue the one before and its own
 * digest is right: changing, removing or inserting an entry breaks the chain at that place or behind it.
 * @param digest hexadecimal SHA-256 of a text
 */
export function followChain(
  state: ChainState,
  entries: readonly AuditEntry[],
  digest: (text: string) => string,
): ChainState {
  let { last, brokenAt } = state;
  for (const entry of entries) {
    if (brokenAt !== undefined) break;
    const continues = entry.seq === last.seq + 1 && entry.previousHash === last.hash;
    if (!continues || digest(sealedText(entry)) !== entry.hash) brokenAt = last.seq + 1;
    else last = { seq: entry.seq, hash: entry.hash };
  }
  return { last, entries: state.entries + entries.length, brokenAt };
}
