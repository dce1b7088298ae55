import { FindCandidates } from '../../ranking/application/find-candidates.js';
import { NgramRanker } from '../../ranking/application/ngram-ranker.js';
import { QuestionSpace, RankPassages } from '../../ranking/application/rank-passages.js';
import { FinalizeRanking } from '../../ranking/application/finalize-ranking.js';
import { Analyser } from '../../../text/tokens/analyser.js';
import { GroupedSynonyms } from '../../query/domain/grouped-synonyms.js';
import { NGRAM_SPACE } from '../../embedding/domain/ngram-embedding.js';
import { NO_PARAPHRASES, Paraphrases } from '../../query/domain/paraphrases/paraphrase.js';
import {
  PassageRanking,
  Ranking,
  RankingRequest,
  ServedEmbedding,
  KeptRanking,
  keptAsIs,
} from '../../ranking/domain/passage-ranking.js';
import { SearchSettings } from '../../ranking/domain/search-settings.js';
import { TermCounts } from '../../embedding/domain/vector-space.js';
import { PostgresDatabase } from '../../../shared/infrastructure/database/postgres/postgres-database.js';
import { ReadServers, StandbyBehindError } from '../../../shared/infrastructure/database/postgres/read-servers.js';
import { Sql, sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { DatabaseReader } from './database-reader.js';
import { DatabaseSearchIndex, SearchState } from './database-search-index.js';
import { NGRAM_POINTS, VectorModel, EmbeddingSpaces } from './embedding-spaces.js';
import { KnownTerms } from './question-terms.js';
import { RuleBooks } from './rule-books.js';
import { FilteredOrdinals } from './filtered-ordinals.js';
import { readSearchState, readWordStorage } from './stored-settings.js';
import { WordSegments } from './word-segments.js';

/**
 * Up to this many vectors inside the scope, each is compared, whatever the size of the store: exact, and as fast as the
 * graph.
 */
const COMPARED_ALWAYS = 3_000;
const COMPARED_AT_MOST = 20_000;
/**
 * One vector that the graph visits costs as much as this many sequential comparisons, for each of the hundred wanted.
 */
const VISIT = 300;

/**
 * Number of vectors inside a scope up to which comparing each is cheaper: the fewer of them are inside, the more the
 * graph has to visit.
 */
function comparedOf(all: number): number {
  return Math.min(COMPARED_AT_MOST, Math.max(COMPARED_ALWAYS, Math.sqrt(VISIT * all)));
}

class EmbeddingSpace extends QuestionSpace {
  constructor(
    private readonly point: VectorModel,
    private readonly terms: (text: string) => TermCounts,
  ) {
    super();
  }

  get model(): string {
    return this.point.model;
  }

  get dimensions(): number {
    return this.point.dimensions;
  }

  embed(text: string): Float32Array | undefined {
    return this.point.space?.embed(this.terms(text));
  }

  /** Vectors are stored as the provider returned them. */
  placed(vector: Float32Array): Float32Array {
    return vector;
  }
}

/** State that the searches of a process share. */
export class DatabaseSearch {
  readonly spaces: EmbeddingSpaces;
  readonly books: RuleBooks;
  readonly words = new WordSegments();
  readonly places = new FilteredOrdinals();
  readonly terms = new KnownTerms();

  /** The highest requested position of the store: an acknowledged write is found on whichever server answers. */
  position = 0;

  /**
   * @param servers that searches read from
   * @param paraphrases the lexicon for parsing questions
   */
  constructor(
    readonly database: PostgresDatabase,
    readonly analyser: Analyser,
    readonly servers: ReadServers = new ReadServers(database),
    readonly paraphrases: Paraphrases = NO_PARAPHRASES,
  ) {
    this.spaces = new EmbeddingSpaces(database);
    this.books = new RuleBooks(database);
  }
}

export interface RankingOptions {
  /** Waits until searches use the embedding that was chosen last. */
  readonly renewed?: () => Promise<void>;
  /** If there is a graph: up to this many vectors inside the scope, each is compared. */
  readonly comparedAtMost?: number;
}

/**
 * Ranks passages in the database: the same stages as with the in-memory index, over lists that the database returns.
 */
export class DatabaseRanking extends PassageRanking {
  private readonly synonyms = new GroupedSynonyms();
  private generations = 0;

  constructor(
    private readonly search: DatabaseSearch,
    private settings: SearchSettings,
    private readonly options: RankingOptions = {},
  ) {
    super();
    this.synonyms.use(settings.synonyms, settings.translations);
  }

  get generation(): number {
    return this.generations;
  }

  /** Later searches use these settings; the cache is cleared. */
  use(settings: SearchSettings): void {
    this.settings = settings;
    this.synonyms.use(settings.synonyms, settings.translations);
    this.generations++;
  }

  /**
   * Uses one state of the store, so that a document that is being replaced is found in its old or its new form, never
   * missed. A standby answers once it has replayed everything that was acknowledged before the search started.
   */
  rank(request: RankingRequest, signal?: AbortSignal): Promise<Ranking> {
    const { servers, position } = this.search;
    return servers.read((database) => this.rankOn({ database, position }, request, signal), signal);
  }

  async rankToKeep(request: RankingRequest, signal?: AbortSignal): Promise<KeptRanking> {
    return keptAsIs(await this.rank(request, signal));
  }

  private rankOn(
    server: { readonly database: PostgresDatabase; readonly position: number },
    request: RankingRequest,
    signal: AbortSignal | undefined,
  ): Promise<Ranking> {
    return server.database.transaction(
      async () => {
        const { index, model } = await this.open(signal, server);
        const { analyser, paraphrases } = this.search;
        const space = new EmbeddingSpace(model, (text) => this.termsOf(text));
        const characters = new NgramRanker(index, analyser);
        const ranking = new RankPassages(
          index,
          new FindCandidates(index, this.settings.ranking),
          new FinalizeRanking(index),
          { analyser, synonyms: this.synonyms, paraphrases, space, characters },
        );
        return ranking.rank(request);
      },
      { snapshot: true },
    );
  }

  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    const { space = NGRAM_SPACE } = await this.model();
    return texts.map((text) => space.embed(this.termsOf(text)));
  }

  async served(): Promise<ServedEmbedding> {
    await this.options.renewed?.();
    const { model, dimensions, kind } = await this.model();
    return { model, dimensions, byProvider: kind === 'provider', newTermShare: 0 };
  }

  /**
   * An index for one search. Call inside a transaction of the server, whose state of the store it reads.
   * @throws StandbyBehindError if that state is older than the position
   */
  async open(
    signal?: AbortSignal,
    { database, position }: { readonly database: PostgresDatabase; readonly position: number } = {
      database: this.search.database,
      position: 0,
    },
  ): Promise<{ index: DatabaseSearchIndex; model: VectorModel }> {
    const { books } = this.search;
    const reader = new DatabaseReader(database, signal);
    const { storage, words, position: reached } = await readSearchState(reader, session(reader));
    if (reached < position) throw new StandbyBehindError();
    const model = await this.modelOf(storage.vectorModel);
    const view = await this.search.words.view(words, reader);
    const state: SearchState = {
      position: reached,
      words: view,
      places: this.search.places,
      terms: this.search.terms,
      points: ({ allowed }) => {
        const inside = allowed.sizeOf(view.parts).passages;
        const all = view.parts.reduce((sum, { size }) => sum + size.passages, 0);
        const { comparedAtMost = comparedOf(all) } = this.options;
        const byGraph = storage.graphModel === model.id && inside > comparedAtMost;
        return { model, byGraph, inLists: storage.listsModel === model.id, areMost: inside * 2 >= all };
      },
      lookUp: (question, scope) => books.lookUp(question, scope, this.synonyms),
    };
    return { index: new DatabaseSearchIndex(database, state, signal), model };
  }

  private async model(): Promise<VectorModel> {
    return this.modelOf((await readWordStorage(this.search.database)).vectorModel);
  }

  private async modelOf(id: number): Promise<VectorModel> {
    const { spaces } = this.search;
    const model = (await spaces.of(id)) ?? (await spaces.of(NGRAM_POINTS));
    if (model === undefined) throw new Error('No embedding serves.');
    return model;
  }

  private termsOf(text: string): Map<string, number> {
    const counts = new Map<string, number>();
    this.search.analyser.scan(text, (term) => counts.set(term, (counts.get(term) ?? 0) + 1));
    return counts;
  }
}

/** Number of vectors above which a graph search must be wider. */
const MANY_POINTS = 200_000;

/**
 * For the transaction only. Plans are made for the actual categories, since wide and narrow ones need different plans;
 * compiling a plan takes longer than any search. The graph is searched until enough vectors are inside the scope, wide
 * enough to find .98 of the nearest ten. Without lists that takes 500 vectors (of 100,000 vectors, in two graphs built
 * alike, 400 found .972 and .985, 500 and 600 found .986 in both), and the maximum width for large numbers. With lists
 * (decision 0030) 100 and 300 are as good or better.
 */
const SESSION = sql`SELECT set_config('plan_cache_mode', 'force_custom_plan', true), set_config('jit', 'off', true),
  set_config('enable_seqscan', 'off', true), set_config('random_page_cost', '1.1', true),
  set_config('work_mem', '64MB', true), set_config('max_parallel_workers_per_gather', '0', true),
  set_config('hnsw.iterative_scan', 'relaxed_order', true),
  set_config('ivfflat.probes', coalesce((SELECT value FROM search_settings WHERE key = 'ivf_probes'), '1'), true),
  (SELECT set_config('hnsw.ef_search', CASE WHEN listed AND many THEN '300' WHEN listed THEN '100' WHEN many THEN '1000' ELSE '500' END, true)
    FROM (SELECT EXISTS (SELECT 1 FROM search_settings l JOIN search_settings g ON g.value = l.value
        WHERE l.key = 'ivf_model' AND g.key = 'hnsw_model') AS listed,
      (SELECT sum(size) FROM search_segments WHERE collection = 1) > ${MANY_POINTS} AS many) found)`;

/**
 * Statements of a late step end, also if no client remains to cancel them; a shorter limit of the server stays in
 * force.
 */
function session({ remainingMs }: DatabaseReader): Sql {
  if (remainingMs === undefined) return SESSION;
  return sql`${SESSION}, set_config('statement_timeout', least(${remainingMs}::integer,
    nullif(extract(epoch FROM current_setting('statement_timeout')::interval) * 1000, 0)::integer)::text, true)`;
}
