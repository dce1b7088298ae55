import { Injectable } from '@nestjs/common';
import { ReadDocuments } from '../../../documents/application/read-documents.js';
import { ReadDocumentPassages } from '../../../search/application/search-passages.js';
import { NotFoundError } from '../../../shared/domain/domain-error.js';
import { filterOf, SessionScope, DocumentSource, SourceDocument, SourcePassage } from '../../domain/session-scope.js';
import { EventLoopYielder } from '../../../shared/domain/steps.js';

const PAGE = 100;

/** The documents of the store, a page at a time. */
@Injectable()
export class StoredDocumentSource extends DocumentSource {
  constructor(
    private readonly readDocuments: ReadDocuments,
    private readonly readPassages: ReadDocumentPassages,
  ) {
    super();
  }

  async *documents(scope: SessionScope, signal: AbortSignal): AsyncIterable<SourceDocument> {
    const filter = filterOf(scope);
    const eventLoopYielder = new EventLoopYielder();
    let cursor: string | undefined;
    do {
      const page = await this.readDocuments.list({ filter, path: undefined, cursor, limit: PAGE });
      for (const { documentId } of page.items) {
        // The embedded store answers synchronously: without yielding, reading it would block the event loop.
        await eventLoopYielder.yieldIfDue();
        signal.throwIfAborted();
        const { title, text, canonicalPath, version, effectiveFrom, effectiveTo } = await this.readDocuments.one(
          documentId,
          filter,
        );
        yield { documentId, title, text, canonicalPath, version, effectiveFrom, effectiveTo };
      }
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }

  async one(documentId: string, scope: SessionScope, signal: AbortSignal): Promise<SourceDocument | undefined> {
    signal.throwIfAborted();
    try {
      const found = await this.readDocuments.one(documentId, filterOf(scope));
      const { title, text, canonicalPath, version, effectiveFrom, effectiveTo } = found;
      return { documentId, title, text, canonicalPath, version, effectiveFrom, effectiveTo };
    } catch (error) {
      if (error instanceof NotFoundError) return undefined;
      throw error;
    }
  }

  async passages(documentId: string, scope: SessionScope, signal: AbortSignal): Promise<readonly SourcePassage[]> {
    const filter = filterOf(scope);
    const found: SourcePassage[] = [];
    let cursor: string | undefined;
    try {
      do {
        signal.throwIfAborted();
        const page = await this.readPassages.read({ documentId, filter, cursor, limit: PAGE });
        found.push(...page.items);
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      return found;
    } catch (error) {
      if (error instanceof NotFoundError) return [];
      throw error;
    }
  }
}
