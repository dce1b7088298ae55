import { Analyser } from '../../../text/tokens/analyser.js';
import { PROVISION_KINDS, passageKind } from '../../known-item/domain/provision-label.js';
import { passageHeading } from '../../domain/indexed-passage.js';
import { PassageWords, readWords } from '../domain/stored-words/passage-words.js';
import { WordSequence } from '../domain/stored-words/word-sequence.js';
import { PostgresDatabase } from '../../../shared/infrastructure/database/postgres/postgres-database.js';
import { sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { NGRAM_POINTS, VectorModel, EmbeddingSpaces } from './embedding-spaces.js';
import { readWordStorage, WordStorage } from './stored-settings.js';
import { TermNumbers } from './term-numbers.js';
import { vectorText } from './half-floats.js';
import { daysOf } from '../../../text/values/calendar-day.js';

/** The fields of a passage that determine its words. */
export interface ReadablePassage {
  readonly title: string;
  readonly section: string | undefined;
  readonly text: string;
}

/** A passage in the store. */
export interface PlacedPassage {
  readonly id: number;
  readonly pathId: number;
  readonly inForceFrom: string | null;
  readonly inForceTo: string | null;
  readonly read: PreparedPassage;
}

/** A parsed passage: its terms by number, and its vector. */
export interface PreparedPassage {
  readonly kind: number;
  readonly sequence: WordSequence;
  readonly heading: number;
  /** The model that made the vector; undefined if a provider makes them. */
  readonly model: number | undefined;
  /** Undefined for a passage without a known term. */
  readonly vector: Float32Array | undefined;
}

function countsOf(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/** Undefined for the zero vector, which is similar to nothing. */
export function unlessZero(vector: Float32Array): Float32Array | undefined {
  return vector.some((x) => x !== 0) ? vector : undefined;
}

function kindOf({ section, text }: ReadablePassage): number {
  return PROVISION_KINDS.indexOf(passageKind(section, text));
}

function wordsOf(passage: ReadablePassage, analyser: Analyser): PassageWords {
  return readWords(passageHeading(passage.title, passage.section), passage.text, analyser);
}

/** Stores the words and the vectors of passages, in the transaction that writes the passages. */
export class PostingsWriter {
  private readonly numbers: TermNumbers;

  constructor(
    private readonly database: PostgresDatabase,
    private readonly analyser: Analyser,
    readonly spaces: EmbeddingSpaces,
  ) {
    this.numbers = new TermNumbers(database);
  }

  storage(): Promise<WordStorage> {
    return readWordStorage(this.database);
  }

  /**
   * Parses passages: nearly all of the work, and no part of it needs the transaction.
   * @param inUnit whether a transaction is nevertheless open
   */
  async read(
    passages: readonly ReadablePassage[],
    { vectorModel }: WordStorage,
    inUnit: boolean,
  ): Promise<PreparedPassage[]> {
    const model = await this.spaces.of(vectorModel);
    const words = passages.map((passage) => wordsOf(passage, this.analyser));
    const numbers = await this.numbers.of(termsIn(words), inUnit);
    return passages.map((passage, i) => prepare(passage, words[i], { numbers, model }));
  }

  /** Call inside a Transaction. */
  async put(placed: readonly PlacedPassage[], storage: WordStorage): Promise<void> {
    if (placed.length === 0) return;
    const column = <T>(read: (passage: PlacedPassage) => T) => placed.map(read);
    const days = placed.map(({ inForceFrom, inForceTo }) => daysOf(inForceFrom, inForceTo));
    await this.database.change(sql`
      INSERT INTO search_words (chunk, path_id, valid_from, valid_to, kind, heading, term_sequence)
      SELECT w.chunk, w.path_id, w.valid_from, w.valid_to, w.kind, w.heading, decode(w.sequence, 'base64')
      FROM unnest(${column(({ id }) => id)}::bigint[], ${column(({ pathId }) => pathId)}::bigint[],
        ${days.map(({ from }) => from)}::integer[], ${days.map(({ to }) => to)}::integer[],
        ${column(({ read }) => read.kind)}::smallint[], ${column(({ read }) => read.heading)}::integer[],
        ${column(({ read }) => Buffer.from(read.sequence.toBytes()).toString('base64'))}::text[])
        AS w (chunk, path_id, valid_from, valid_to, kind, heading, sequence)`);
    await this.putVectors(placed, storage.vectorModel);
  }

  private async putVectors(placed: readonly PlacedPassage[], model: number): Promise<void> {
    const made = placed.flatMap(({ id, read }) =>
      read.model === model && read.vector !== undefined ? [{ id, vector: read.vector }] : [],
    );
    await putVectors(this.database, model, made);
  }
}

/** Stores vectors of passages, except those of passages that were removed meanwhile. Call inside a Transaction. */
export async function putVectors(
  database: PostgresDatabase,
  model: number,
  points: readonly { readonly id: number; readonly vector: Float32Array }[],
): Promise<void> {
  const [first] = points;
  if (first === undefined) return;
  await database.change(sql`INSERT INTO indexed_models (model, dimensions) VALUES (${model}, ${first.vector.length})
    ON CONFLICT DO NOTHING`);
  await database.change(sql`
    INSERT INTO chunk_vectors (model, chunk, path_id, valid_from, valid_to, vector)
    SELECT ${model}::bigint, w.chunk, w.path_id, w.valid_from, w.valid_to, p.vector::halfvec
    FROM unnest(${points.map(({ id }) => id)}::bigint[], ${points.map(({ vector }) => vectorText(vector))}::text[])
      AS p (chunk, vector)
    JOIN search_words w ON w.collection = 1 AND w.chunk = p.chunk
    ON CONFLICT (collection, model, chunk) DO UPDATE SET vector = excluded.vector`);
}

function* termsIn(words: readonly PassageWords[]): Generator<string> {
  for (const { terms } of words) yield* terms;
}

function prepare(
  passage: ReadablePassage,
  words: PassageWords | undefined,
  { numbers, model }: { numbers: ReadonlyMap<string, number>; model: VectorModel | undefined },
): PreparedPassage {
  if (words === undefined) throw new Error('A passage was lost while it was read.');
  const ids = Uint32Array.from(words.terms, (term) => numbers.get(term) ?? 0);
  return {
    kind: kindOf(passage),
    sequence: new WordSequence(ids, words.steps, words.heading),
    heading: words.heading,
    model: model?.kind === 'provider' ? undefined : (model?.id ?? NGRAM_POINTS),
    vector: model?.space === undefined ? undefined : unlessZero(model.space.embed(countsOf(words.terms))),
  };
}
