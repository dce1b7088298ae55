import type Database from 'better-sqlite3';
import { Analyser } from '../../domain/analyser.js';
import { FittedEmbedding } from '../../domain/embedding-fitter.js';
import { fitLatentSemantics } from '../../domain/latent-semantics/fit-latent-semantics.js';
import { serialiseModel } from '../../domain/latent-semantics/model-bytes.js';
import { PassageTerms } from '../../domain/latent-semantics/passage-terms.js';
import { MIN_PASSAGES } from '../../domain/latent-semantics/refit-rule.js';
import { Uint32Column } from '../../domain/memory-index/column.js';
import { TermDictionary, termOf } from '../../domain/memory-index/term-sequence.js';
import { passageHeading } from '../../domain/search-index.js';
import { EnglishLexicon } from '../english-lexicon.js';

/** What the fitting thread says. */
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

/** Counts of the terms of every passage of the store, heading and text together. */
function readPassages(reader: Database.Database): PassageTerms {
  const analyser = new Analyser(new EnglishLexicon());
  const dictionary = new TermDictionary();
  const [offsets, termIds, counts] = [new Uint32Column(), new Uint32Column(), new Uint32Column()];
  offsets.push(0);
  const rows = reader
    .prepare<[], TextRow>(
      'SELECT d.title, c.section, c.text FROM search_chunks c JOIN search_documents d ON d.id = c.document ORDER BY c.id',
    )
    .iterate();
  for (const { title, section, text } of rows) {
    const own = new Map<number, number>();
    for (const packed of dictionary.sequence(`${passageHeading(title, section ?? undefined)}\n${text}`, analyser))
      own.set(termOf(packed), (own.get(termOf(packed)) ?? 0) + 1);
    for (const [term, count] of own) {
      termIds.push(term);
      counts.push(count);
    }
    offsets.push(termIds.length);
  }
  return {
    terms: Array.from({ length: dictionary.size }, (_, id) => dictionary.termAt(id)),
    offsets: offsets.values.slice(0, offsets.length),
    termIds: termIds.values.slice(0, termIds.length),
    counts: counts.values.slice(0, counts.length),
  };
}

/**
 * Fits the built-in embedding on all passages of a store, or on a sample of a large one.
 * @returns undefined when there are too few passages
 */
export function fitOnStore(reader: Database.Database, progress: (share: number) => void): FittedEmbedding | undefined {
  const passages = readPassages(reader);
  if (passages.offsets.length - 1 < MIN_PASSAGES) return undefined;
  const model = fitLatentSemantics(passages, {
    seed: SEED,
    onProgress: ({ done, steps }) => progress(done / steps),
  });
  return {
    model: model.id,
    dimensions: model.dimensions,
    passages: model.content.fittedOn,
    bytes: serialiseModel(model),
  };
}
