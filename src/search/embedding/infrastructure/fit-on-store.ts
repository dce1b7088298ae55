import type Database from 'better-sqlite3';
import { Analyser } from '../../../text/tokens/analyser.js';
import { fitLatentSemantics } from '../domain/latent-semantics/fit-latent-semantics.js';
import { serialiseModel } from '../domain/latent-semantics/model-bytes.js';
import { PassageTerms } from '../domain/latent-semantics/term-weights.js';
import { MIN_PASSAGES } from '../domain/latent-semantics/refit-rule.js';
import { seededSample } from '../domain/latent-semantics/seeded-random.js';
import { Uint16Column, Uint32Column } from '../../domain/column.js';
import { TermDictionary, termOf } from '../../query/domain/term-sequence.js';
import { passageHeading } from '../../domain/indexed-passage.js';
import { EnglishLexicon } from '../../../shared/infrastructure/english-lexicon.js';
import { FittedEmbedding } from '../domain/embedding-models.js';
import { collectGarbage } from '../../../shared/infrastructure/runtime/v8-heap-tuning.js';

/** Messages of the fitting thread. */
export type FitReply =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'fitted'; readonly fitted: FittedEmbedding | undefined };

/** The same corpus gives the same embedding. */
const SEED = 20_261_121;

interface TextRow {
  readonly title: string;
  readonly section: string | null;
  readonly text: string;
}

/**
 * Number of passages of a large store to read, at random: those that are fitted on, and a quarter as many to measure
 * how many words of the others the embedding will not know. All of 100,000 passages took 200 MB.
 */
const READ_AT_MOST = 25_000;

/** Upper limit of a word's count. */
const LARGEST_COUNT = 65_535;

/** Row ids of the passages to read, ascending. */
function choosePassages(ids: readonly number[]): number[] {
  if (ids.length <= READ_AT_MOST) return [...ids];
  return Array.from(seededSample(ids.length, READ_AT_MOST, SEED), (i) => ids[i] ?? 0);
}

/** Counts of the terms of passages, heading and text together. */
function readPassages(reader: Database.Database, ids: readonly number[]): PassageTerms {
  const analyser = new Analyser(new EnglishLexicon());
  const dictionary = new TermDictionary();
  const [offsets, termIds, counts] = [new Uint32Column(), new Uint32Column(), new Uint16Column()];
  offsets.push(0);
  const passage = reader.prepare<[number], TextRow>(
    'SELECT d.title, c.section, c.text FROM search_chunks c JOIN search_documents d ON d.id = c.document WHERE c.id = ?',
  );
  for (const id of ids) {
    const row = passage.get(id);
    // Removed since the ids were read.
    if (row === undefined) continue;
    const { title, section, text } = row;
    const own = new Map<number, number>();
    for (const packed of dictionary.sequence(`${passageHeading(title, section ?? undefined)}\n${text}`, analyser))
      own.set(termOf(packed), (own.get(termOf(packed)) ?? 0) + 1);
    for (const [term, count] of own) {
      termIds.push(term);
      counts.push(Math.min(count, LARGEST_COUNT));
    }
    offsets.push(termIds.length);
  }
  return {
    terms: Array.from({ length: dictionary.size }, (_, id) => dictionary.termAt(id)),
    offsets: offsets.values.subarray(0, offsets.length),
    termIds: termIds.values.subarray(0, termIds.length),
    counts: counts.values.subarray(0, counts.length),
  };
}

/**
 * Fits the built-in embedding on all passages of a store, or on a sample of a large one.
 * @returns undefined if there are too few passages
 */
export function fitOnStore(reader: Database.Database, progress: (share: number) => void): FittedEmbedding | undefined {
  const ids = reader.prepare<[], number>('SELECT id FROM search_chunks ORDER BY id').pluck().all();
  if (ids.length < MIN_PASSAGES) return undefined;
  const model = fitLatentSemantics(() => readPassages(reader, choosePassages(ids)), {
    seed: SEED,
    ...(ids.length > READ_AT_MOST ? { corpusPassages: ids.length } : {}),
    onProgress: ({ done, steps }) => {
      // Each step leaves matrices of 10 to 30 MB, which would be in memory together with those of the next step.
      collectGarbage();
      progress(done / steps);
    },
  });
  return {
    model: model.id,
    dimensions: model.dimensions,
    passages: model.content.fittedOn,
    bytes: serialiseModel(model),
  };
}
