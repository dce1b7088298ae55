import { parseArgs } from 'node:util';
import { SampleLoader } from '../../src/documents/application/load-samples.js';
import { OptimizeIndex } from '../../src/search/maintenance/application/optimize-index.js';
import { SearchPassages, SearchRequest } from '../../src/search/application/search-passages.js';
import { seededRandom } from '../../src/search/embedding/domain/latent-semantics/seeded-random.js';
import { PassageRanking, Ranking } from '../../src/search/ranking/domain/passage-ranking.js';
import { allows, CategoryFilter, filterKey } from '../../src/shared/domain/category-filter.js';
import { CategoryPath } from '../../src/shared/domain/category-path.js';
import { OWN_FILES, readOwn } from '../bench-answers/question-set.js';
import { RunningApplication, startApplication } from '../support/application.js';
import { Draw, scenario, Step } from './scenario.js';

const USAGE = `npm run bench:cache -- [options]
Asks the samples in random order under changing keys and filters, with a write now and then: each request once with the query cache
and once past it. Reports hits, speed-up, mismatches and passages outside of the filter; the last two must be 0.
  --requests N  default 6000
  --seed N      default 1
  --help`;

const AS_OF = '2026-11-22';

interface Tally {
  hits: number;
  mismatches: number;
  outside: number;
  /** Milliseconds. */
  remembered: number[];
  asked: number[];
  direct: number[];
  readonly filtersOfQuestion: Map<string, Set<string>>;
}

/** What a caller can see of a ranking. */
function visible({ hits, totalCount, degraded }: Pick<Ranking, 'hits' | 'totalCount' | 'degraded'>): string {
  return JSON.stringify([totalCount, degraded, hits]);
}

async function write(app: RunningApplication, turn: number): Promise<void> {
  const id = `bench-${turn % 2}`;
  if (turn % 3 === 2) await app.call({ method: 'DELETE', url: `/documents/${id}` });
  else
    await app.post('/documents', {
      document_id: id,
      title: `Notice ${turn}`,
      text: `Leave of absence, notice ${turn}. 휴학 안내 ${turn}.`,
      canonical_path: ['Bench'],
    });
}

async function timed<T>(into: (tookMs: number) => void, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const value = await work();
  into(performance.now() - started);
  return value;
}

async function ask(app: RunningApplication, { query, topK, filter }: Step, tally: Tally): Promise<void> {
  const request: SearchRequest = { query, topK, mode: 'hybrid', rerank: true, scope: { filter, asOf: AS_OF } };
  let took = 0;
  const search = app.app.get(SearchPassages, { strict: false });
  const served = await timed(
    (ms) => (took = ms),
    () => search.search(request),
  );
  (served.cacheHit ? tally.remembered : tally.asked).push(took);
  const ranking = app.app.get(PassageRanking, { strict: false });
  const wanted = { ...request, synonyms: true, feedback: true, vector: undefined };
  const fresh = await timed(
    (ms) => tally.direct.push(ms),
    () => ranking.rank(wanted),
  );
  if (served.cacheHit) tally.hits++;
  if (visible(served) !== visible({ ...fresh, hits: fresh.hits.slice(0, topK) })) tally.mismatches++;
  tally.outside += outside(served, filter);
  const filters = tally.filtersOfQuestion.get(query) ?? new Set<string>();
  tally.filtersOfQuestion.set(query, filters.add(filterKey(filter)));
}

function outside({ hits }: Pick<Ranking, 'hits'>, filter: CategoryFilter): number {
  return hits.filter(({ passage }) => !allows(filter, passage.canonicalPath)).length;
}

/** Category paths of the store, from what a few questions find. */
async function pathsOf(app: RunningApplication, questions: readonly string[]): Promise<CategoryPath[]> {
  const found = new Map<string, CategoryPath>();
  for (const query of questions) {
    const answer = await app.post('/search', { query, top_k: 50, include_text: false });
    const { hits } = answer.json<{ hits: { taxonomy_path: string[] }[] }>();
    for (const { taxonomy_path: path } of hits) found.set(path.join('/'), path);
  }
  return [...found.values()];
}

function middle(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  return (sorted[Math.floor(sorted.length / 2)] ?? Number.NaN).toFixed(2);
}

function report(requests: number, tally: Tally): void {
  const sum = (times: readonly number[]) => times.reduce((a, b) => a + b, 0);
  const [withCache, without] = [sum(tally.remembered) + sum(tally.asked), sum(tally.direct)];
  const filters = [...tally.filtersOfQuestion.values()].map((each) => each.size);
  const lines = [
    `requests                       ${requests}, ${filters.length} questions under up to ${Math.max(...filters)} filters each`,
    `answered from the cache        ${tally.hits} (${((100 * tally.hits) / requests).toFixed(1)} %)`,
    `p50 remembered / asked / direct ${middle(tally.remembered)} / ${middle(tally.asked)} / ${middle(tally.direct)} ms`,
    `all requests                   ${withCache.toFixed(0)} ms with the cache, ${without.toFixed(0)} ms without: ${(without / withCache).toFixed(2)} times as fast`,
    `mismatches                     ${tally.mismatches}`,
    `passages outside of the filter ${tally.outside}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** @returns the exit code: 0, 1 when the cache served anything that the index would not, 2 for arguments that cannot be used */
export async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      requests: { type: 'string', default: '6000' },
      seed: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false },
    },
  });
  const [requests, seed] = [Number(values.requests), Number(values.seed)];
  if (values.help || !(requests > 0) || !Number.isInteger(seed)) {
    process.stdout.write(`${USAGE}\n`);
    return values.help ? 0 : 2;
  }
  const random = seededRandom(seed);
  const draw: Draw = (below) => random() % below;
  const app = await startApplication();
  const tally: Tally = {
    hits: 0,
    mismatches: 0,
    outside: 0,
    remembered: [],
    asked: [],
    direct: [],
    filtersOfQuestion: new Map(),
  };
  try {
    await app.app.get(SampleLoader, { strict: false }).load(() => undefined);
    // Else the first fit of the embedding would change all scores in the middle of the run.
    await app.app.get(OptimizeIndex, { strict: false }).optimize(() => undefined);
    const questions = readOwn(OWN_FILES).questions.map(({ text }) => text);
    const paths = await pathsOf(app, questions);
    let writes = 0;
    for (const step of scenario(requests, { questions, paths }, draw)) {
      if (step.writes) await write(app, writes++);
      await ask(app, step, tally);
    }
  } finally {
    await app.stop();
  }
  report(requests, tally);
  return tally.mismatches + tally.outside === 0 && tally.hits > 0 ? 0 : 1;
}
