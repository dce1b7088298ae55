import { SessionScope } from '../../domain/session-scope.js';
import { TestResult } from '../../domain/test-result.js';
import { goldChunksOf } from './gold-chunks.js';
import { retrievedLists } from './trace-attribution.js';

/** Facts from all answers of the session together. */
export interface Surroundings {
  /** Documents that any question of the session retrieved. */
  readonly seen: ReadonlySet<string>;
  /** Questions about each document. */
  readonly askedAbout: ReadonlyMap<string, number>;
  /** Known text of each document: gold passages, titles and quotes. */
  readonly textOf: ReadonlyMap<string, string>;
  readonly scope: SessionScope;
  /** Chunks that are known to contain the gold passages. */
  readonly chunks: ReadonlyMap<string, ReadonlySet<string>>;
}

export const documentOf = (chunkId: string): string => chunkId.replace(/#[^#]*$/u, '');

export function surroundingsOf(results: readonly TestResult[], scope: SessionScope): Surroundings {
  const seen = new Set<string>();
  const askedAbout = new Map<string, number>();
  const textOf = new Map<string, string>();
  const learn = (id: string, text: string) => textOf.set(id, `${textOf.get(id) ?? ''} ${text}`);
  for (const { events, sources, gold } of results) {
    for (const id of retrievedLists(events).last) seen.add(documentOf(id));
    for (const source of sources) {
      seen.add(source.documentId);
      learn(source.documentId, `${source.title} ${source.quote}`);
    }
    if (gold.documentId === null) continue;
    learn(gold.documentId, gold.quote ?? '');
    askedAbout.set(gold.documentId, (askedAbout.get(gold.documentId) ?? 0) + 1);
  }
  return { seen, askedAbout, textOf, scope, chunks: goldChunksOf(results) };
}
