import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../shared/domain/domain-error.js';
import { ExtractedText } from '../../domain/text-extractor.js';
import { DocumentFields, documentFields } from '../domain/file-mapping.js';
import { FileInspector } from '../domain/source-connectors.js';
import { SourceConnector, SourceContent, SourceEntry, SourceError } from '../domain/source-connector.js';
import { FileReport } from '../domain/source-run.js';
import { SourceFile, SourceFiles } from '../domain/source-store.js';
import { Source } from '../domain/source.js';
import { documentIds, hasUnreadParts, isUnchanged, PlannedFile, SyncPlan } from '../domain/sync-plan.js';
import { Sender, SourceDocuments } from './source-documents.js';

/** State that the files of one run share. */
export interface SyncContext {
  readonly source: Source;
  readonly sender: Sender;
  readonly connector: SourceConnector;
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
  /** Stored files that are missing in the listing, by hash, to find where they were moved. Each is used once. */
  readonly gone: Map<string, SourceFile[]>;
}

/** Number of documents that one query checks for existence. */
const CHECKED_AT_ONCE = 500;

/** Updates the documents of one file of a source, or of a removed file. */
@Injectable()
export class SyncFile {
  constructor(
    private readonly files: SourceFiles,
    private readonly documents: SourceDocuments,
    private readonly inspector: FileInspector,
  ) {}

  known(sourceId: string): Promise<readonly SourceFile[]> {
    return this.files.list(sourceId);
  }

  /** Paths of files that need not be read: unchanged, with all their documents in the store. */
  async unchanged({ files }: SyncPlan): Promise<ReadonlySet<string>> {
    const same = files.flatMap((file) => (isUnchanged(file) && file.known !== undefined ? [file.known] : []));
    const paths = new Set<string>();
    for (let from = 0; from < same.length; from += CHECKED_AT_ONCE) {
      const part = same.slice(from, from + CHECKED_AT_ONCE);
      const existing = await this.documents.existing(part.flatMap(({ documents }) => documents));
      for (const { path, documents } of part) if (documents.every((id) => existing.has(id))) paths.add(path);
    }
    return paths;
  }

  /** @throws DomainError when the file cannot be read or stored; its earlier documents stay */
  async sync(planned: PlannedFile, context: SyncContext): Promise<FileReport> {
    const { entry, mapping } = planned;
    const { path } = entry;
    if (planned.fault !== undefined) throw new SourceError(planned.fault);
    const content = await this.read(entry, context);
    const side = planned.side === undefined ? undefined : await this.readSide(planned.side, context);
    const hash = await this.inspector.hash(content.bytes);
    const fields = documentFields(mapping, this.inspector.metadata(path, content, side));
    const before = planned.known ?? takeMoved(context.gone, hash);
    const isMoved = planned.known === undefined && before !== undefined;
    const moved = isMoved ? { previousPath: before.path } : {};
    const next = { path, hash, version: planned.version ?? '', fields: fieldsText(fields, content.url) };
    if (context.dryRun) return this.foretell(next, before, moved);
    const isKept = before !== undefined && !isMoved && !hasUnreadParts(before);
    if (isKept && isSame(before, next) && (await this.areThere(before))) {
      await this.files.put(context.source.id, { ...before, ...next });
      return { path, outcome: 'unchanged', documentId: before.documentId };
    }
    if (isKept && differsInGroups(before, next) && (await this.areThere(before))) {
      await this.documents.regroup(before.documents, fields.groups, context.sender.filter);
      await this.files.put(context.source.id, { ...before, ...next });
      return { path, outcome: 'changed', documentId: before.documentId };
    }
    const claimed = await this.claim(next.path, before, context);
    const file = {
      documentId: claimed.documentId,
      path,
      content,
      fields,
      source: context.source.settings.name,
      checkParts: (extracted: ExtractedText) => this.inspector.checkParts(extracted),
    };
    const stored = await this.documents.storeFile(file, context.sender, context.signal);
    const left = claimed.documents.filter((id) => !stored.documents.includes(id));
    await this.documents.remove(left, context.sender.filter);
    const { documents, note } = stored;
    await this.files.put(context.source.id, { ...claimed, ...next, state: 'stored', documents });
    const outcome = isMoved ? 'moved' : stored.outcome;
    const reason = note === undefined ? {} : { reason: note };
    return { path, outcome, documentId: documents[0] ?? claimed.documentId, ...moved, ...reason };
  }

  /** @returns undefined for a file whose documents were already taken out of force */
  async removeGone(file: SourceFile, context: SyncContext): Promise<FileReport | undefined> {
    const { source, sender, dryRun } = context;
    const isKept = source.settings.removed === 'keep';
    if (file.state === 'retired' && isKept) return undefined;
    const report: FileReport = { path: file.path, outcome: 'removed', documentId: file.documentId };
    if (dryRun) return report;
    const documents = [...new Set([file.documentId, ...file.documents])];
    if (isKept) {
      await this.documents.retire(documents, sender);
      await this.files.put(source.id, { ...file, state: 'retired' });
    } else {
      await this.documents.remove(documents, sender.filter);
      await this.files.remove(source.id, file.path);
    }
    return report;
  }

  /** Removes every document of a source. */
  async removeAll(sourceId: string, { filter }: Pick<Sender, 'filter'>): Promise<void> {
    for (const { documentId, documents } of await this.files.list(sourceId))
      await this.documents.remove([...new Set([documentId, ...documents])], filter);
  }

  private async read(entry: SourceEntry, { connector, signal }: SyncContext): Promise<SourceContent> {
    const { maxBytes } = this.inspector;
    const tooLarge = new SourceError(`It is larger than ${maxBytes} bytes; split it, or raise MAX_UPLOAD_MB.`);
    if (entry.size !== undefined && entry.size > maxBytes) throw tooLarge;
    const content = await connector.read(entry, signal);
    if (content.bytes.byteLength > maxBytes) throw tooLarge;
    return content;
  }

  private async readSide(side: SourceEntry, context: SyncContext): Promise<Uint8Array> {
    try {
      return (await this.read(side, context)).bytes;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      throw new SourceError(`Its side file ${side.path} cannot be read: ${error.message}`);
    }
  }

  /** The outcome that a run would have; whether the text can be read is known only after reading. */
  private foretell(
    next: Pick<SourceFile, 'path' | 'hash' | 'fields'>,
    before: SourceFile | undefined,
    moved: { readonly previousPath?: string },
  ): FileReport {
    const { path } = next;
    if (before === undefined || before.state === 'claimed') return { path, outcome: 'added' };
    const { documentId } = before;
    if (moved.previousPath !== undefined) return { path, outcome: 'moved', documentId, ...moved };
    return { path, outcome: isSame(before, next) ? 'unchanged' : 'changed', documentId };
  }

  private async areThere({ documents }: SourceFile): Promise<boolean> {
    return (await this.documents.existing(documents)).size === documents.length;
  }

  /**
   * Takes the document id before anything is stored under it: a run that is killed in between finds it again, and nothing is stored twice.
   */
  private async claim(
    path: string,
    before: SourceFile | undefined,
    { source, sender }: SyncContext,
  ): Promise<SourceFile> {
    if (before !== undefined) {
      const claimed: SourceFile = { ...before, path, state: 'claimed' };
      if (before.path === path) await this.files.put(source.id, claimed);
      else await this.files.move(source.id, before.path, claimed);
      return claimed;
    }
    for (const documentId of documentIds(source.settings.name, path)) {
      if (await this.files.hasDocument(documentId)) continue;
      if (!(await this.documents.isFree(documentId, source.settings.name, sender.filter))) continue;
      const claimed: SourceFile = {
        path,
        documentId,
        state: 'claimed',
        hash: '',
        version: '',
        fields: '',
        documents: [],
      };
      await this.files.put(source.id, claimed);
      return claimed;
    }
    throw new DomainError('conflict', 'conflict', `No document id is free for '${path}'.`);
  }
}

/** The fields of a document as they are compared; the groups are last, and absent if there are none. */
function fieldsText({ groups, ...others }: DocumentFields, url: string | undefined): string {
  return JSON.stringify([others, url ?? null, ...(groups.length === 0 ? [] : [groups])]);
}

/** Whether the file and every field but the groups are as they were: nothing needs to be read or indexed again. */
function differsInGroups(before: SourceFile, next: Pick<SourceFile, 'hash' | 'fields'>): boolean {
  const others = (text: string): string => {
    const fields: unknown = JSON.parse(text);
    return JSON.stringify(Array.isArray(fields) ? fields.slice(0, 2) : fields);
  };
  return before.state === 'stored' && before.hash === next.hash && others(before.fields) === others(next.fields);
}

function isSame(before: SourceFile, next: Pick<SourceFile, 'hash' | 'fields'>): boolean {
  return before.state === 'stored' && before.hash === next.hash && before.fields === next.fields;
}

function takeMoved(gone: Map<string, SourceFile[]>, hash: string): SourceFile | undefined {
  return gone.get(hash)?.shift();
}
