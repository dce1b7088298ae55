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
  /** Folded category paths of the caller's filter; null without a filter. */
  readonly filter: readonly string[] | null;
  readonly agentId: string | null;
  /** Digest of the previous entry; 64 zeros for the first entry. */
  readonly previousHash: string;
  /** SHA-256 over the previous digest and all other fields of this entry. */
  readonly hash: string;
}

/** All fields of an entry except its digest. */
export type UnsealedEntry = Omit<AuditEntry, 'hash'>;

export const FIRST_PREVIOUS_HASH = '0'.repeat(64);

/** The text whose digest is stored: every field in a fixed order. */
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

/** The start of a chain: the last entry that retention removed. */
export interface ChainAnchor {
  readonly seq: number;
  readonly hash: string;
}

/** Verified part of a chain. */
export interface ChainState {
  /** Last valid entry; the anchor if no entry was read. */
  readonly last: ChainAnchor;
  readonly entries: number;
  /** First changed, removed or inserted entry; undefined if all are valid. */
  readonly brokenAt: number | undefined;
}

/**
 * Verifies the next part of a chain. An entry is valid if its number and `previousHash` continue the previous entry and
 * its own digest is correct. Changing, removing or inserting an entry breaks the chain there or later.
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
