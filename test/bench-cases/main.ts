import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { CurrentSelector } from '../../src/cbr/application/current-selector.js';
import { EmbedCases } from '../../src/cbr/application/embed-cases.js';
import { FindRequest, FindSimilarCases, SimilarCases } from '../../src/cbr/application/find-similar-cases.js';
import { RecallCases } from '../../src/cbr/application/recall-cases.js';
import { ShowCases } from '../../src/cbr/application/show-cases.js';
import { SuggestCases, RecordSuggestion } from '../../src/cbr/application/suggest-cases.js';
import { Case } from '../../src/cbr/domain/case.js';
import { QuestionEmbedder } from '../../src/cbr/domain/question-embedder.js';
import { SIMILARITY_METHODS, SimilarityMethod } from '../../src/cbr/domain/similarity.js';
import { SuggestionCache } from '../../src/cbr/domain/suggestion-cache.js';
import { CaseDatabase, openCaseDatabase } from '../../src/cbr/infrastructure/case-database.js';
import { loadCaseIndex, termCounter } from '../../src/cbr/infrastructure/case-index-loader.js';
import { MemoryCaseIndex } from '../../src/cbr/infrastructure/index/memory-case-index.js';
import { SqlCaseLogs } from '../../src/cbr/infrastructure/sql-case-logs.js';
import { SqlSelectorStore } from '../../src/cbr/infrastructure/sql-case-settings.js';
import { SqliteCaseStore } from '../../src/cbr/infrastructure/sqlite-case-store.js';
import { SqliteCaseVectors } from '../../src/cbr/infrastructure/sqlite-case-vectors.js';
import { readEnvironment } from '../../src/config/environment.js';
import { Analyser } from '../../src/text/tokens/analyser.js';
import { embedNgrams, NGRAM_MODEL } from '../../src/search/embedding/domain/ngram-embedding.js';
import { EnglishLexicon } from '../../src/shared/infrastructure/english-lexicon.js';
import { restrictedTo, UNRESTRICTED } from '../../src/shared/domain/category-filter.js';
import { SystemClock, RandomIdGenerator } from '../../src/shared/infrastructure/clock-and-ids.js';
import { seededRandom } from '../../src/search/embedding/domain/latent-semantics/seeded-random.js';
import { temporaryFolder } from '../support/application.js';
import { AllShown } from '../support/fake-quotes.js';
import { FullScan } from '../support/full-scan.js';
import { projectRoot } from '../../src/shared/infrastructure/configuration-folders.js';

const QUERIES = 300;
const BATCH = 1_000;
const SEED = 20_261_122;

/** Hashed n-grams in process: as wide as the built-in embedding, and the scan does not care what made the vectors. */
class NgramEmbedder extends QuestionEmbedder {
  constructor(private readonly analyser: Analyser) {
    super();
  }

  embed(questions: readonly string[]) {
    const vectors = questions.map((text) => embedNgrams(this.analyser.termsOf(text).map((term) => [term, 1] as const)));
    return Promise.resolve({ model: NGRAM_MODEL, byProvider: false, vectors });
  }
}

/** Words of the sample cases' questions and answers, most frequent first, each as often as it occurs. */
function vocabulary(): string[] {
  const file = path.join(projectRoot(), 'data', 'samples', 'cases.jsonl');
  const counts = new Map<string, number>();
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const { query, content } = JSON.parse(line) as { query: string; content: string };
    for (const word of `${query} ${content}`.split(/\s+/u)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word);
}

/** Questions of 5 to 14 words, drawn by Zipf's law as words of a language are; one in ten with a number of its own. */
function questionMaker(random: () => number): () => string {
  const words = vocabulary();
  const weights = words.map((_, rank) => 1 / (rank + 1));
  const total = weights.reduce((sum, w) => sum + w, 0);
  let sum = 0;
  const cumulated = weights.map((w) => (sum += w / total));
  const draw = () => {
    const x = random();
    let low = 0;
    let high = cumulated.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (cumulated[middle]! < x) low = middle + 1;
      else high = middle;
    }
    return words[low]!;
  };
  return () => {
    const length = 5 + Math.floor(random() * 10);
    const text = Array.from({ length }, draw).join(' ');
    return random() < 0.1 ? `${text} ${Math.floor(random() * 100_000)}` : text;
  };
}

function caseMaker(random: () => number, question: () => string): (n: number) => Case {
  const now = new Date().toISOString();
  return (n) => ({
    caseId: `case-${n}`,
    query: question(),
    categoryPath: [`Area ${n % 10}`, `Topic ${n % 200}`],
    content: `The answer to number ${n}.`,
    qualityScore: Math.round(random() * 100) / 100,
    usageCount: Math.floor(random() * 20),
    successRate: 0,
    metadata: {},
    createdAt: now,
    updatedAt: now,
  });
}

function quantiles(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (q: number) => sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)] ?? 0;
  return `p50 ${at(0.5).toFixed(2).padStart(6)}   p95 ${at(0.95).toFixed(2).padStart(6)}   max ${at(1).toFixed(2).padStart(6)}`;
}

async function measure(times: number, work: (n: number) => Promise<unknown>): Promise<string> {
  const taken: number[] = [];
  const cpu = process.cpuUsage();
  for (let n = 0; n < times; n++) {
    const started = performance.now();
    await work(n);
    taken.push(performance.now() - started);
  }
  const { user, system } = process.cpuUsage(cpu);
  // The processor's own time tells the work apart from a busy machine.
  return `${quantiles(taken)}   processor ${((user + system) / 1000 / times).toFixed(2)} each`;
}

/** Questions that `--check` compares with a full scan, by each method. */
const CHECKED = 20;
const FILTERS = [UNRESTRICTED, restrictedTo([['Area 3']])];

interface Bench {
  readonly database: CaseDatabase;
  readonly store: SqliteCaseStore;
  readonly index: MemoryCaseIndex;
  readonly embed: EmbedCases;
  readonly analyser: Analyser;
  readonly find: FindSimilarCases;
  readonly suggest: SuggestCases;
}

async function openBench(database: CaseDatabase, cases: number, make: (n: number) => Case): Promise<Bench> {
  const store = new SqliteCaseStore(database);
  const transaction = database.transaction;
  let started = performance.now();
  for (let n = 0; n < cases; n += BATCH)
    await transaction.run(async () => {
      for (let i = n; i < Math.min(cases, n + BATCH); i++) await store.put(make(i));
    });
  console.log(`${cases} cases stored in ${Math.round(performance.now() - started)} ms`);
  const analyser = new Analyser(new EnglishLexicon());
  started = performance.now();
  const index = await loadCaseIndex(store, analyser);
  console.log(`index built in ${Math.round(performance.now() - started)} ms`);
  const embed = new EmbedCases(new NgramEmbedder(analyser), index, new SqliteCaseVectors(database), transaction);
  started = performance.now();
  await embed.catchUp(NGRAM_MODEL, UNRESTRICTED);
  console.log(`vectors made in ${Math.round(performance.now() - started)} ms`);
  const clock = new SystemClock(readEnvironment({}));
  const find = new FindSimilarCases(
    index,
    store,
    embed,
    new CurrentSelector(new SqlSelectorStore(database.sql), clock),
  );
  const record = new RecordSuggestion(new SqlCaseLogs(database.sql), transaction, new RandomIdGenerator(), clock);
  const recall = new RecallCases(find, new SuggestionCache<SimilarCases>(0), clock);
  const suggest = new SuggestCases(recall, record, new ShowCases(new AllShown()));
  return { database, store, index, embed, analyser, find, suggest };
}

function asked(query: string, n: number, method: SimilarityMethod): FindRequest {
  const filter = FILTERS[n % FILTERS.length]!;
  return { query, filter, category: undefined, k: 5, method, minQuality: 0, rankBy: 'similarity' };
}

/** @param written stores another case, as somebody does who retains an answer */
async function measureAll(bench: Bench, queries: readonly string[], written: () => void): Promise<void> {
  const run = (work: (n: number) => Promise<unknown>) => measure(QUERIES, work);
  console.log(`\nmilliseconds over ${QUERIES} questions, every second one inside a filter of a tenth; k 5`);
  for (const method of SIMILARITY_METHODS) {
    const find = (n: number) => bench.find.find(asked(queries[n]!, n, method));
    await measure(20, find);
    console.log(`${method.padEnd(13)} found         ${await run(find)}`);
    const logged = (n: number) => bench.suggest.suggest(asked(queries[n]!, n, method), 'bench');
    console.log(`${''.padEnd(13)} and logged    ${await run(logged)}`);
    const afterWrite = (n: number) => {
      written();
      return find(n);
    };
    console.log(`${''.padEnd(13)} after a write ${await run(afterWrite)}`);
  }
}

/** Compares with a scan over all cases by the pure functions. @returns how many answers differ */
async function compareWithFullScan(bench: Bench, queries: readonly string[]): Promise<number> {
  const stored: Case[] = [];
  for await (const batch of bench.store.all(BATCH)) stored.push(...batch);
  const scan = new FullScan(termCounter(bench.analyser), (id) => bench.index.vectorOf(id, NGRAM_MODEL));
  let different = 0;
  for (const method of SIMILARITY_METHODS)
    for (let n = 0; n < CHECKED; n++) {
      const request = asked(queries[n]!, n, method);
      const vector = await bench.embed.question(request.query, request.filter);
      const whole = { ...request, vector, k: n % 4 === 3 ? 50 : 5, minQuality: n % 3 === 2 ? 0.5 : 0 };
      if (JSON.stringify(bench.index.nearest(whole)) !== JSON.stringify(scan.nearest(stored, whole))) different++;
    }
  console.log(
    `\n${different} of ${CHECKED * SIMILARITY_METHODS.length} answers differ from a full scan over ${stored.length} cases`,
  );
  return different;
}

/**
 * `npm run bench:cbr -- [--cases 100000] [--check]`: time of a suggestion by each method over an own case base, on a real file. No
 * result is taken from the cache. `--check` measures nothing and compares with a full scan; it exits with 1 on a difference.
 */
export async function main(args: readonly string[]): Promise<number> {
  const at = args.indexOf('--cases');
  const cases = at < 0 ? 100_000 : Number(args[at + 1]);
  if (!Number.isSafeInteger(cases) || cases < 1) {
    console.error('--cases takes a whole number from 1');
    return 2;
  }
  const folder = temporaryFolder();
  const database = await openCaseDatabase(readEnvironment({ DATA_DIR: folder }));
  try {
    const numbers = seededRandom(SEED);
    const random = () => numbers() / 2 ** 32;
    const question = questionMaker(random);
    const make = caseMaker(random, question);
    const bench = await openBench(database, cases, make);
    const queries = Array.from({ length: QUERIES }, question);
    if (args.includes('--check')) return (await compareWithFullScan(bench, queries)) === 0 ? 0 : 1;
    let next = cases;
    await measureAll(bench, queries, () => bench.index.put(make(next++)));
    const [memory, file] = [process.memoryUsage().rss, database.sizeBytes()].map((n) => Math.round(n / 1024 / 1024));
    console.log(`\nmemory ${memory} MB, file ${file} MB`);
    return 0;
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
