/** A document or case that a caller received, with its passages. */
export interface ShownItem {
  readonly id: string;
  readonly passages: readonly string[];
}

export const AUDITED_ACTIONS = [
  'ask',
  'search',
  'suggest_cases',
  'check_facts',
  'read_document',
  'filter_bypass',
  'change',
  'change_groups',
  'preview_group',
  'sign_in',
  'sign_out',
] as const;

/** An event, reported by the use case that caused it. The adapter adds the caller, the route and the filter from the request. */
export interface AuditedAction {
  readonly action: (typeof AUDITED_ACTIONS)[number];
  /** The caller's text. Personal data is removed before it is stored. */
  readonly question: string | null;
  readonly shown: readonly ShownItem[];
  /** A reference: the id of a trace, or the kind of an attempt. */
  readonly detail: string | null;
  /** Id of the key, if the request context does not have it yet. */
  readonly caller?: string;
}

/** Port of the audit log. Actions outside of a request (schedules, test sessions) concern no caller and are not recorded. */
export abstract class AuditTrail {
  /**
   * A failed write does not block the answer: the server log records the store's error.
   * @returns whether everything that had to be written is
   */
  abstract record(action: AuditedAction): Promise<boolean>;
}

/** Redacts personal data in questions. */
export abstract class Redaction {
  abstract apply(text: string): string;
}

/** Passages by their document, in the order in which they were shown. */
export function shownPassages(
  passages: readonly { readonly documentId: string; readonly chunkId: string }[],
): ShownItem[] {
  const byDocument = new Map<string, string[]>();
  for (const { documentId, chunkId } of passages) {
    const known = byDocument.get(documentId);
    if (known === undefined) byDocument.set(documentId, [chunkId]);
    else known.push(chunkId);
  }
  return [...byDocument].map(([id, chunks]) => ({ id, passages: chunks }));
}

/** Audit trail for `AUDIT_LOG=false`: records nothing. */
export class NullAuditTrail extends AuditTrail {
  record(): Promise<boolean> {
    return Promise.resolve(true);
  }
}
