/** Something that a caller was shown: a document, or a case, with the passages of it. */
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
] as const;

/** What happened, told by the use case that did it. Who asked, through which route and under which filter is added from the request. */
export interface AuditedAction {
  readonly action: (typeof AUDITED_ACTIONS)[number];
  /** The caller's words; personal data is taken out before they are kept. */
  readonly question: string | null;
  readonly shown: readonly ShownItem[];
  /** Something that leads further: the id of a trace, the kind of an attempt. */
  readonly detail: string | null;
  /** Id of the key, where the request does not know it yet. */
  readonly caller?: string;
}

/** Port of the audit log. Actions outside of a request (schedules, test sessions) concern no caller and are not recorded. */
export abstract class AuditTrail {
  /**
   * A log that cannot be written holds no answer back: the store's fault stands in the server's log.
   * @returns whether everything that had to be written is
   */
  abstract record(action: AuditedAction): Promise<boolean>;
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
