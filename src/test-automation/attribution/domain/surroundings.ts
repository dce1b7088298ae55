import { SessionScope } from '../../domain/session-scope.js';
import { TestResult } from '../../domain/test-result.js';
import { GoldChunks, goldChunksOf } from './gold-chunks.js';
import { retrievedLists } from './trace-attribution.js';

/** The right passages of a session's failures, looked up in the documents. */
export interface GoldPassages {
  readonly chunks: GoldChunks;
  /** Titles of their documents. */
  readonly titles: ReadonlyMap<string, string>;
}

/** Facts from all answers of the session together. */
export interface Surroundings {
  /** Whether runs have shown that no word of the failure was taken for another one. */
  readonly areSynonymsRuledOut?: boolean;
  /** Documents that any question of the session retrieved. */
  readonly seen: ReadonlySet<string>;
  /** Questions about each document. */
  readonly askedAbout: ReadonlyMap<string, number>;
  /** Known text of each document: gold passages, titles and quotes. */
  readonly textOf: ReadonlyMap<string, string>;
  readonly titles: ReadonlyMap<string, string>;
  readonly scope: SessionScope;
  /** Chunks that are known to contain the gold passages. */
  readonly chunks: GoldChunks;
  /** The turns of each dialogue, by scenario. */
  readonly turns: ReadonlyMap<string, readonly TestResult[]>;
}

export const documentOf = (chunkId: string): string => chunkId.replace(/#[^#]*$/u, '');

/** @param gold undefined if the documents of the target cannot be read: then the evidence of the session alone counts */
export function surroundingsOf(results: readonly TestResult[], scope: SessionScope, gold?: GoldPassages): Surroundings {
  const seen = new Set<string>();
  const askedAbout = new Map<string, number>();
  const textOf = new Map<string, string>();
  const titles = new Map(gold?.titles ?? []);
  const learn = (id: string, text: string) => textOf.set(id, `${textOf.get(id) ?? ''} ${text}`);
  for (const result of results) {
    for (const id of retrievedLists(result.events).last) seen.add(documentOf(id));
    for (const source of result.sources) {
      seen.add(source.documentId);
      learn(source.documentId, `${source.title} ${source.quote}`);
      titles.set(source.documentId, source.title);
    }
    const { documentId, quote } = result.gold;
    if (documentId === null) continue;
    learn(documentId, quote ?? '');
    askedAbout.set(documentId, (askedAbout.get(documentId) ?? 0) + 1);
  }
  const chunks = new Map([...goldChunksOf(results), ...(gold?.chunks ?? [])]);
  const turns = Map.groupBy(
    results.filter(({ scenarioId }) => scenarioId !== null),
    ({ scenarioId }) => scenarioId ?? '',
  );
  return { seen, askedAbout, textOf, titles, scope, chunks, turns };
}

/** The turns of its dialogue before a turn. */
export const turnsBefore = ({ scenarioId, turn }: TestResult, { turns }: Surroundings): readonly TestResult[] =>
  (turns.get(scenarioId ?? '') ?? []).filter((other) => (other.turn ?? 0) < (turn ?? 0));

/** The right passage with its heading and its document's title: a word of these is not foreign. */
export function goldText({ documentId, section, quote }: TestResult['gold'], { titles }: Surroundings): string {
  return [titles.get(documentId ?? ''), section, quote].filter(Boolean).join(' ');
}
