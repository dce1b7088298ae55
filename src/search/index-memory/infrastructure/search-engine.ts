import Database from 'better-sqlite3';
import { FindCandidates } from '../../ranking/application/find-candidates.js';
import { NgramRanker } from '../../ranking/application/ngram-ranker.js';
import { QuestionReader, QuestionSpace, RankPassages } from '../../ranking/application/rank-passages.js';
import { FinalizeRanking } from '../../ranking/application/finalize-ranking.js';
import { Analyser } from '../../../text/tokens/analyser.js';
import { GroupedSynonyms } from '../../query/domain/grouped-synonyms.js';
import { NGRAM_SPACE } from '../../embedding/domain/ngram-embedding.js';
import {
  PassageRanking,
  Ranking,
  RankingRequest,
  ServedEmbedding,
  KeptRanking,
  keptAsIs,
} from '../../ranking/domain/passage-ranking.js';
import { NO_PARAPHRASES, Paraphrases } from '../../query/domain/paraphrases/paraphrase.js';
import { TextMeaning } from '../../embedding/domain/static-embedding/static-embedding.js';
import { SearchScope } from '../../ranking/domain/search-index.js';
import { PLAIN_SETTINGS, SearchSettings } from '../../ranking/domain/search-settings.js';
import { VectorSpace } from '../../embedding/domain/vector-space.js';
import { EnglishLexicon } from '../../../shared/infrastructure/english-lexicon.js';
import { SnapshotMaintenance } from './snapshot-maintenance.js';
import { IndexSnapshotFile } from './index-snapshot-file.js';
import { readLatentSpace } from '../../embedding/domain/latent-semantics/model-bytes.js';
import { InMemoryIndex } from './in-memory-index.js';
import { MemorySearchIndex } from './memory-search-index.js';
import { messageOf } from '../../infrastructure/models/model-peer.js';

/** Work that waits runs before the next step of a long task. */
function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Events that the engine reports to its owner. */
export interface EngineEvents {
  /** Other vectors came into service. */
  readonly onChange: () => void;
  /** The stored embedding cannot be read. */
  readonly onDamage: (reason: string) => void;
  /** The snapshot of the index cannot be read or written. */
  readonly onImageFault?: (reason: string) => void;
}

/** Options of an engine; by default it has no optional resources. */
export interface EngineOptions {
  readonly settings?: SearchSettings;
  /** Path of the index snapshot. Only one engine of a store keeps it up to date. */
  /** Static embedding; if left out, it is not used. */
  readonly meaning?: TextMeaning | undefined;
  readonly paraphrases?: Paraphrases;
  readonly image?: { readonly path: string; readonly isKept: boolean };
}

class LiveSpace extends QuestionSpace {
  constructor(
    private readonly live: InMemoryIndex,
    private readonly index: MemorySearchIndex,
  ) {
    super();
  }

  get model(): string {
    return this.live.model;
  }

  get dimensions(): number {
    return this.live.dimensions;
  }

  embed(text: string): Float32Array | undefined {
    return this.live.space?.embed(this.index.termsOf(text));
  }

  placed(vector: Float32Array, { filter }: SearchScope): Float32Array {
    return this.index.comparison.placed(vector, filter);
  }
}

function rankingOf(index: MemorySearchIndex, questions: QuestionReader, { ranking }: SearchSettings): RankPassages {
  return new RankPassages(index, new FindCandidates(index, ranking), new FinalizeRanking(index), questions);
}

/**
 * The complete embedded search: the in-memory index over the store's file, and the ranking on it. It belongs to one
 * thread.
 */
export class SearchEngine extends PassageRanking {
  private readonly anyRead: Database.Statement;
  private ranking: RankPassages;

  private constructor(
    private readonly live: InMemoryIndex,
    private readonly index: MemorySearchIndex,
    private readonly questions: QuestionReader & { readonly synonyms: GroupedSynonyms },
    private readonly store: {
      readonly reader: Database.Database;
      readonly maintenance: SnapshotMaintenance | undefined;
    },
  ) {
    super();
    this.ranking = rankingOf(index, questions, PLAIN_SETTINGS);
    this.anyRead = store.reader.prepare('SELECT 1 FROM search_settings');
  }

  /**
   * Opens the store for reading and loads the index.
   * An unreadable fitted embedding does not stop the start: hashed n-grams then serve.
   * @param file path of the documents' database
   */
  static async open(
    file: string,
    { onChange, onDamage, onImageFault = () => undefined }: EngineEvents,
    { settings = PLAIN_SETTINGS, image, meaning, paraphrases = NO_PARAPHRASES }: EngineOptions = {},
  ): Promise<SearchEngine> {
    const reader = new Database(file, { readonly: true, fileMustExist: true });
    reader.pragma('busy_timeout = 5000');
    reader.pragma('cache_size = -4000');
    const analyser = new Analyser(new EnglishLexicon());
    const readSpace = (bytes: Uint8Array) => {
      try {
        return readLatentSpace(bytes);
      } catch (error) {
        onDamage(messageOf(error));
        return undefined;
      }
    };
    const saved = image === undefined ? undefined : IndexSnapshotFile.of(reader, image.path);
    let live = new InMemoryIndex(reader, analyser, { readSpace, meaning, pause, onChange });
    try {
      saved?.resume(live);
    } catch (error) {
      onImageFault(`The snapshot of the index is not used, the index is built again: ${messageOf(error)}.`);
      if (image?.isKept === true) saved?.discard();
      live = new InMemoryIndex(reader, analyser, { readSpace, meaning, pause, onChange });
    }
    const synonyms = new GroupedSynonyms();
    const index = new MemorySearchIndex(reader, live, analyser, synonyms);
    const space = new LiveSpace(live, index);
    await live.load();
    const characters = new NgramRanker(index, analyser);
    const maintenance =
      saved !== undefined && image?.isKept === true ? new SnapshotMaintenance(live, saved, onImageFault) : undefined;
    const engine = new SearchEngine(
      live,
      index,
      { analyser, synonyms, paraphrases, space, meaning, characters },
      { reader, maintenance },
    );
    engine.use(settings);
    return engine;
  }

  /** Later searches use these settings. */
  use(settings: SearchSettings): void {
    this.questions.synonyms.use(settings.synonyms, settings.translations);
    this.ranking = rankingOf(this.index, this.questions, settings);
  }

  /**
   * Uses one state of the store, so that a document that is being replaced is found in its old or its new form, never
   * missed.
   */
  async rank(request: RankingRequest): Promise<Ranking> {
    if (this.store.reader.inTransaction) return this.ranking.rank(request);
    this.store.reader.exec('BEGIN');
    try {
      // The first read fixes the state, not BEGIN.
      this.anyRead.get();
      this.live.sync();
      return await this.ranking.rank(request);
    } finally {
      this.store.reader.exec('COMMIT');
    }
  }

  async rankToKeep(request: RankingRequest): Promise<KeptRanking> {
    return keptAsIs(await this.rank(request));
  }

  embed(texts: readonly string[]): Promise<Float32Array[]> {
    const space: VectorSpace = this.live.space ?? NGRAM_SPACE;
    return Promise.resolve(texts.map((text) => space.embed(this.index.termsOf(text))));
  }

  async served(): Promise<ServedEmbedding> {
    this.live.sync();
    await this.live.settled();
    return this.state();
  }

  get generation(): number {
    return this.live.generation;
  }

  /** The embedding now in service, without waiting for a change in progress. */
  state(): ServedEmbedding {
    const { model, dimensions, newTermShare } = this.live;
    return { model, dimensions, newTermShare, byProvider: this.live.space === undefined };
  }

  /**
   * Writes the snapshot before the first search is answered: callers who wait for the index do not wait for the
   * snapshot too.
   */
  keepImage(): void {
    this.store.maintenance?.begin();
  }

  /**
   * Reads what was committed since the last look, so that the next search need not, and keeps the snapshot up to date.
   */
  follow(): void {
    this.live.sync();
    this.store.maintenance?.look();
  }

  close(): void {
    this.store.reader.close();
  }
}
