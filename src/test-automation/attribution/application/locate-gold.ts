import { Injectable } from '@nestjs/common';
import { ReadDocumentPassages } from '../../../search/application/search-passages.js';
import { NotFoundError } from '../../../shared/domain/domain-error.js';
import { groupedBy } from '../../domain/grouped-by.js';
import { DocumentSource, filterOf, SessionScope } from '../../domain/session-scope.js';
import { TestResult } from '../../domain/test-result.js';
import { chunksWith, CutPassage, goldKey } from '../domain/gold-chunks.js';
import { GoldPassages } from '../domain/surroundings.js';

/** Passages of a document that are read at once. */
const PAGE = 100;

/** Finds the right passages of failed questions in the documents: a trace names only chunks. */
@Injectable()
export class LocateGold {
  constructor(
    private readonly passages: ReadDocumentPassages,
    private readonly documents: DocumentSource,
  ) {}

  /** Documents that may no longer be seen are left out. */
  async locate(results: readonly TestResult[], scope: SessionScope, signal: AbortSignal): Promise<GoldPassages> {
    const chunks = new Map<string, ReadonlySet<string>>();
    const titles = new Map<string, string>();
    const failed = results.filter(({ judgement, gold }) => judgement.failureType !== null && gold.quote !== null);
    for (const [documentId, own] of groupedBy(failed, ({ gold }) => gold.documentId)) {
      if (documentId === null) continue;
      const title = (await this.documents.one(documentId, scope, signal))?.title;
      if (title !== undefined) titles.set(documentId, title);
      const passages = await this.passagesOf(documentId, scope);
      for (const { gold } of own) {
        const found = chunksWith(passages, gold.quote ?? '');
        if (found.size > 0) chunks.set(goldKey(gold), found);
      }
    }
    return { chunks, titles };
  }

  private async passagesOf(documentId: string, scope: SessionScope): Promise<readonly CutPassage[]> {
    const found: CutPassage[] = [];
    let cursor: string | undefined;
    try {
      do {
        const page = await this.passages.read({ documentId, filter: filterOf(scope), cursor, limit: PAGE });
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
