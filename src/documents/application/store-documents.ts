import { Injectable } from '@nestjs/common';
import { accessGroups, AccessGroups, sameGroups } from '../../shared/domain/access-groups.js';
import { admits, admitsGroups, allows, CategoryFilter, outsideAllowed } from '../../shared/domain/category-filter.js';
import { displayPath } from '../../shared/domain/category-path.js';
import { DomainError, NotFoundError } from '../../shared/domain/domain-error.js';
import { Transaction } from '../../shared/domain/transaction.js';
import { DocumentDraft, DocumentState, DocumentStore } from '../domain/document.js';
import { DuplicateIndex, CopyRegister, RegisteredDocument } from '../domain/duplicate-index.js';
import { DeleteDocument } from './delete-document.js';
import { ChangeGroups, changedMeanwhile, GroupChange, outsideGroups } from './change-groups.js';
import { DocumentPreparation, PlacedDraft, PreparedDocument } from './document-preparation.js';

export interface StoreOutcome {
  readonly documentId: string;
  readonly canonicalPath: readonly string[];
  readonly chunks: number;
  readonly contentHash: string;
  readonly status: 'indexed' | 'unchanged';
  /** Whether the id was new. */
  readonly created: boolean;
  /** Other documents with the same text that the caller may see, oldest first. */
  readonly duplicateOf: readonly string[];
  /** Those of them that the document replaced. */
  readonly replaced: readonly string[];
}

/** Why a document was not stored; a batch has it as the outcome of that document, since a bad document fails alone. */
export type StoreResult = StoreOutcome | DomainError;

interface ChangedDraft {
  /** Its index in the batch. */
  readonly index: number;
  readonly draft: PlacedDraft;
  /** Whether it keeps the groups of the stored document. */
  readonly keepsGroups: boolean;
  /** Whether its id was generated. */
  readonly isUnnamed: boolean;
}

/** A draft that differs from its stored document in its groups alone: nothing is indexed again. */
interface RegroupedDraft {
  readonly index: number;
  readonly draft: PlacedDraft;
}

interface Sender {
  readonly filter: CategoryFilter;
  readonly caller: string | undefined;
  readonly isAllOrNothing: boolean;
}

/** State of a batch inside its transaction. */
interface Writing {
  readonly filter: CategoryFilter;
  readonly states: Map<string, DocumentState>;
  readonly copies: CopyRegister;
  /** Documents to write at the end of the batch. Of two with the same id the last one is written, at its own position. */
  readonly written: Map<string, PreparedDocument>;
  readonly removed: Set<string>;
  readonly groupChanges: GroupChange[];
}

/** A document that the caller may not see is reported as missing, but its id is taken: it is never replaced. */
function isHidden(state: DocumentState | undefined, filter: CategoryFilter): boolean {
  return state !== undefined && !admits(filter, state);
}

const idsOf = (documents: readonly { readonly documentId: string }[]) => documents.map(({ documentId }) => documentId);

/**
 * Stores documents: text, words, vectors and filter data of each in one transaction.
 * @example
 * import { UNRESTRICTED } from '../../shared/domain/category-filter.js';
 *
 * const { documentId, chunks, status } = await storeDocuments.one(
 *   {
 *     documentId: 'library/hours',
 *     title: 'Opening hours',
 *     text: 'The library is open from 9 to 21.',
 *     contentType: 'text/plain',
 *     canonicalPath: ['Library'],
 *     sourceUrl: null,
 *     date: null,
 *     version: null,
 *     effectiveFrom: '2026-03-01',
 *     effectiveTo: null,
 *     metadata: {},
 *     groups: ['staff'],
 *   },
 *   UNRESTRICTED,
 * );
 */
@Injectable()
export class StoreDocuments {
  constructor(
    private readonly store: DocumentStore,
    private readonly preparation: DocumentPreparation,
    private readonly duplicates: DuplicateIndex,
    private readonly deletion: DeleteDocument,
    private readonly transaction: Transaction,
    private readonly groups: ChangeGroups,
  ) {}

  /** One document. @param caller who sent it: the reading of large HTML is shared by caller @throws DomainError when it may not or cannot be stored */
  async one(draft: DocumentDraft, filter: CategoryFilter, caller?: string): Promise<StoreOutcome> {
    const [result] = await this.storeAll([draft], filter, caller);
    if (result === undefined || result instanceof DomainError) throw result ?? new Error('No result for a document.');
    return result;
  }

  /**
   * A batch, in order; the same id twice is stored twice, the last one stays.
   * @param isAllOrNothing whether one document that cannot be stored refuses all of them
   * @throws DomainError of the first document that refuses all
   */
  async storeAll(
    drafts: readonly DocumentDraft[],
    filter: CategoryFilter,
    caller?: string,
    isAllOrNothing = false,
  ): Promise<StoreResult[]> {
    const named = drafts.map((draft) => ({
      ...draft,
      documentId: draft.documentId ?? this.preparation.newId(),
      canonicalPath: displayPath(draft.canonicalPath),
    }));
    const results: (StoreResult | undefined)[] = [];
    const changed: ChangedDraft[] = [];
    const regrouped: RegroupedDraft[] = [];
    const touched = new Set<string>();
    const states = await this.store.states([...new Set(idsOf(named))]);
    const latest = new Map([...states].map(([id, { groups }]) => [id, groups]));
    for (const [index, each] of named.entries()) {
      const state = states.get(each.documentId);
      const keepsGroups = each.groups === undefined;
      const draft = { ...each, groups: accessGroups(each.groups ?? latest.get(each.documentId) ?? []) };
      const isTouched = touched.has(draft.documentId);
      const known = this.alreadyKnown(draft, { filter, state, isTouched, keepsGroups });
      results[index] = known;
      if (known instanceof DomainError && isAllOrNothing) throw known;
      if (known !== undefined && !isRegrouped(known, state, draft)) continue;
      touched.add(draft.documentId);
      latest.set(draft.documentId, draft.groups);
      if (known === undefined)
        changed.push({ index, draft, keepsGroups, isUnnamed: drafts[index]?.documentId === undefined });
      else regrouped.push({ index, draft });
    }
    const sender = { filter, caller, isAllOrNothing };
    if (changed.length + regrouped.length > 0) await this.write({ changed, regrouped }, sender, results);
    return this.withCopies(
      results.filter((result) => result !== undefined),
      filter,
    );
  }

  /** Unchanged, forbidden, or undefined when the document has to be written. */
  private alreadyKnown(
    draft: PlacedDraft,
    { filter, state, isTouched, keepsGroups }: Comparison,
  ): StoreResult | undefined {
    // First: a caller that may not store here gets no information about the id.
    if (!allows(filter, draft.canonicalPath)) {
      return outsideAllowed(filter, draft.canonicalPath, 'documents');
    }
    if (!keepsGroups && !admitsGroups(filter, draft.groups)) return outsideGroups(draft.groups);
    if (isHidden(state, filter)) return new NotFoundError('document', draft.documentId);
    // An id that the batch has already changed cannot be compared with the state before the batch.
    if (isTouched || draft.rereadOf !== undefined || state?.fingerprint !== this.preparation.fingerprint(draft))
      return undefined;
    return {
      documentId: draft.documentId,
      canonicalPath: draft.canonicalPath,
      chunks: state.chunks,
      contentHash: state.contentHash,
      status: sameGroups(state.groups, draft.groups) ? 'unchanged' : 'indexed',
      created: false,
      duplicateOf: [],
      replaced: [],
    };
  }

  private async write(
    { changed, regrouped }: { changed: readonly ChangedDraft[]; regrouped: readonly RegroupedDraft[] },
    sender: Sender,
    results: (StoreResult | undefined)[],
  ): Promise<void> {
    const { filter, isAllOrNothing } = sender;
    const candidates = changed.length === 0 ? [] : await this.prepare(changed, sender);
    const groupChanges = await this.transaction.run(async () => {
      // Read again inside the transaction: another request may have stored an id in the meantime, or moved its category.
      const ids = [...idsOf(candidates.map(({ document }) => document)), ...idsOf(regrouped.map(({ draft }) => draft))];
      const states = new Map(await this.store.states([...new Set(ids)]));
      const hashes = [...new Set(candidates.map((c) => c.document.contentHash))];
      const copies = new CopyRegister(await this.duplicates.copies(hashes, filter));
      const writing: Writing = { filter, states, copies, written: new Map(), removed: new Set(), groupChanges: [] };
      for (const { index, draft } of regrouped) {
        const refused = this.regroupOne(draft, writing);
        if (refused !== undefined && isAllOrNothing) throw refused;
        results[index] = refused ?? results[index];
      }
      for (const [i, { index, draft, keepsGroups }] of changed.entries()) {
        const candidate = candidates[i];
        if (candidate === undefined) throw new Error('A document was lost in preparation.');
        const result = writeOne(candidate, { draft, keepsGroups }, writing);
        if (result instanceof DomainError && isAllOrNothing) throw result;
        results[index] = result;
      }
      const written = [...writing.written.values()];
      for (const change of writing.groupChanges)
        if (!writing.written.has(change.documentId)) await this.groups.apply(change);
      for (const documentId of writing.removed) await this.deletion.remove(documentId);
      await this.store.putAll(written.map(({ document }) => document));
      await this.duplicates.putAll(written.map(({ document }) => document));
      for (const { document, original } of written) await this.deletion.keepOriginal(document.documentId, original);
      for (const { draft } of changed)
        if (draft.editionOf !== undefined) await this.deletion.linkEdition(draft.documentId, draft.editionOf);
      await this.preparation.writeAll(written);
      return writing.groupChanges;
    });
    await this.groups.record(groupChanges);
  }

  /** Changes the groups of one document without indexing it again. @see ChangeGroups.change */
  regroup(documentId: string, groups: AccessGroups, filter: CategoryFilter): Promise<boolean> {
    return this.groups.change(documentId, groups, filter);
  }

  /** Notes the change of a document's groups. @returns why it is refused; undefined if it is not */
  private regroupOne(draft: PlacedDraft, { filter, states, groupChanges }: Writing): DomainError | undefined {
    const { documentId, groups } = draft;
    const state = states.get(documentId);
    if (state === undefined || isHidden(state, filter)) return new NotFoundError('document', documentId);
    if (state.fingerprint !== this.preparation.fingerprint(draft)) return changedMeanwhile(documentId);
    groupChanges.push({ documentId, from: state.groups, to: groups });
    states.set(documentId, { ...state, groups });
    return undefined;
  }

  /** A document without an id that replaces its copies takes over the id of the oldest one, so links to it stay valid. */
  private async prepare(changed: readonly ChangedDraft[], { filter, caller }: Sender): Promise<PreparedDocument[]> {
    const prepared = await this.preparation.prepare(
      changed.map(({ draft }) => draft),
      caller,
    );
    for (const [i, { draft, isUnnamed, keepsGroups }] of changed.entries()) {
      const first = prepared[i];
      if (draft.onDuplicate !== 'replace' || !isUnnamed || first === undefined) continue;
      const [oldest] = await this.duplicates.copies([first.document.contentHash], filter);
      if (oldest === undefined) continue;
      const groups = keepsGroups ? oldest.groups : draft.groups;
      const [again] = await this.preparation.prepare([{ ...draft, documentId: oldest.documentId, groups }], caller);
      if (again !== undefined) prepared[i] = again;
    }
    return prepared;
  }

  /** Names the copies of unchanged documents. */
  private async withCopies(results: StoreResult[], filter: CategoryFilter): Promise<StoreResult[]> {
    const isKnown = (result: StoreResult): result is StoreOutcome =>
      !(result instanceof DomainError) && result.status === 'unchanged' && result.duplicateOf.length === 0;
    const hashes = results.filter(isKnown).map(({ contentHash }) => contentHash);
    if (hashes.length === 0) return results;
    const copies = new CopyRegister(await this.duplicates.copies([...new Set(hashes)], filter));
    return results.map((result) =>
      isKnown(result) ? { ...result, duplicateOf: idsOf(copies.copiesOf(result)) } : result,
    );
  }
}

/** The stored document that a draft is compared with. */
interface Comparison {
  readonly filter: CategoryFilter;
  readonly state: DocumentState | undefined;
  readonly isTouched: boolean;
  readonly keepsGroups: boolean;
}

/** Whether the draft is known except for its groups. */
function isRegrouped(known: StoreResult, state: DocumentState | undefined, { groups }: PlacedDraft): boolean {
  return !(known instanceof DomainError) && state !== undefined && !sameGroups(state.groups, groups);
}

/** Decides the outcome of one document and records it. */
function writeOne(
  { document, original, prepared }: PreparedDocument,
  { draft, keepsGroups }: Pick<ChangedDraft, 'draft' | 'keepsGroups'>,
  writing: Writing,
): StoreResult {
  const { filter, states, copies, written, removed, groupChanges } = writing;
  const { documentId } = document;
  const state = states.get(documentId);
  if (isHidden(state, filter)) return new NotFoundError('document', documentId);
  if (draft.rereadOf !== undefined && state?.updatedAt !== draft.rereadOf) return changedMeanwhile(documentId);
  // The groups were read before the transaction: writing them now would undo a change of rights.
  if (keepsGroups && state !== undefined && !sameGroups(state.groups, document.groups))
    return changedMeanwhile(documentId);
  const others = copies.copiesOf(document);
  const [oldest] = others;
  if (draft.onDuplicate === 'skip' && oldest !== undefined)
    return { ...outcomeOf(oldest), status: 'unchanged', created: false, duplicateOf: idsOf(others), replaced: [] };
  const replaced = draft.onDuplicate === 'replace' ? idsOf(others) : [];
  for (const id of replaced) {
    copies.removed(id);
    states.delete(id);
    written.delete(id);
    removed.add(id);
  }
  const createdAt = state?.createdAt ?? document.createdAt;
  // A text that was only split again keeps its date, so quotations of it stay valid.
  const isSameText = draft.rereadOf !== undefined && state?.contentHash === document.contentHash;
  const record = { ...document, createdAt, updatedAt: isSameText ? state.updatedAt : document.updatedAt };
  states.set(documentId, record);
  const from = state?.groups ?? [];
  if (!sameGroups(from, record.groups)) groupChanges.push({ documentId, from, to: record.groups });
  copies.written(record);
  removed.delete(documentId);
  written.delete(documentId);
  written.set(documentId, { document: record, original, prepared });
  const tookOver = documentId !== draft.documentId;
  const duplicateOf = tookOver ? [documentId, ...idsOf(others)] : idsOf(others);
  return { ...outcomeOf(record), status: 'indexed', created: state === undefined, duplicateOf, replaced };
}

function outcomeOf({ documentId, canonicalPath, chunks, contentHash }: RegisteredDocument) {
  return { documentId, canonicalPath, chunks, contentHash };
}
