import { Injectable } from '@nestjs/common';
import { DocumentSource, SessionScope } from '../../domain/session-scope.js';
import { TestResult } from '../../domain/test-result.js';
import { chunksWith, goldKey, partsOf } from '../domain/gold-chunks.js';
import { GoldPassages } from '../domain/surroundings.js';

/** Finds the right passages of failed questions in the documents: a trace names only chunks. */
@Injectable()
export class LocateGold {
  constructor(private readonly documents: DocumentSource) {}

  /** Documents that may no longer be seen are left out. */
  async locate(results: readonly TestResult[], scope: SessionScope, signal: AbortSignal): Promise<GoldPassages> {
    const chunks = new Map<string, ReadonlySet<string>>();
    const titles = new Map<string, string>();
    const failed = results.filter(({ judgement, gold }) => judgement.failureType !== null && gold.quote !== null);
    for (const [documentId, own] of Map.groupBy(failed, ({ gold }) => gold.documentId)) {
      if (documentId === null) continue;
      const title = (await this.documents.one(documentId, scope, signal))?.title;
      if (title !== undefined) titles.set(documentId, title);
      const passages = await this.documents.passages(documentId, scope, signal);
      for (const gold of own.flatMap((result) => [result.gold, ...partsOf(result.gold)])) {
        if (chunks.has(goldKey(gold))) continue;
        const found = chunksWith(passages, gold.quote ?? '');
        if (found.size > 0) chunks.set(goldKey(gold), found);
      }
    }
    return { chunks, titles };
  }
}
