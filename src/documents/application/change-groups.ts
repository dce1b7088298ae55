import { Injectable } from '@nestjs/common';
import { AccessGroups, sameGroups } from '../../shared/domain/access-groups.js';
import { AuditTrail } from '../../shared/domain/audit-trail.js';
import { admits, admitsGroups, CategoryFilter } from '../../shared/domain/category-filter.js';
import { DomainError, NotFoundError } from '../../shared/domain/domain-error.js';
import { Transaction } from '../../shared/domain/transaction.js';
import { DocumentStore, PassageIndex } from '../domain/document.js';

/** A document whose groups change. */
export interface GroupChange {
  readonly documentId: string;
  readonly from: AccessGroups;
  readonly to: AccessGroups;
}

/** Changes the groups of documents without indexing them again, and records each change. */
@Injectable()
export class ChangeGroups {
  constructor(
    private readonly store: DocumentStore,
    private readonly index: PassageIndex,
    private readonly transaction: Transaction,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Changes the groups of one document; the next request to any replica sees the change.
   * @returns whether they differed
   * @throws NotFoundError when the document is unknown or hidden, DomainError (403) when the caller would no longer see it
   */
  async change(documentId: string, groups: AccessGroups, filter: CategoryFilter): Promise<boolean> {
    if (!admitsGroups(filter, groups)) throw outsideGroups(groups);
    const change = await this.transaction.run(async () => {
      const state = await this.store.state(documentId);
      if (state === undefined || !admits(filter, state)) throw new NotFoundError('document', documentId);
      if (sameGroups(state.groups, groups)) return undefined;
      const own = { documentId, from: state.groups, to: groups };
      await this.apply(own);
      return own;
    });
    if (change === undefined) return false;
    await this.record([change]);
    return true;
  }

  /** Call inside a Transaction. */
  async apply({ documentId, to }: GroupChange): Promise<void> {
    await this.store.regroup(documentId, to);
    await this.index.regroup(documentId, to);
  }

  /** Records changes in the audit log, after their transaction. */
  async record(changes: readonly GroupChange[]): Promise<void> {
    for (const { documentId, from, to } of changes)
      await this.audit.record({
        action: 'change_groups',
        question: null,
        shown: [{ id: documentId, passages: [] }],
        detail: JSON.stringify({ from, to }),
      });
  }
}

/** A caller may not hide a document from itself, nor store one that it would not see. */
export function outsideGroups(groups: AccessGroups): DomainError {
  return new DomainError(
    'forbidden',
    'outside-groups',
    `This key may not store documents for the groups ${JSON.stringify(groups)}: it has none of them and would not see them. Name one of the key's groups too.`,
  );
}

/** What a request was prepared with is no longer stored. */
export function changedMeanwhile(documentId: string): DomainError {
  return new DomainError(
    'conflict',
    'changed-meanwhile',
    `The document '${documentId}', or its groups, changed or were deleted while the request was prepared; repeat the request.`,
  );
}
