import { CategoryFilter, intersect, restrictedTo, UNRESTRICTED } from '../../src/shared/domain/category-filter.js';
import { CategoryPath } from '../../src/shared/domain/category-path.js';

/** A whole number from 0 to below its argument. */
export type Draw = (below: number) => number;

/** One request of the run: its query, and what its key and its own filter allow. */
export interface Step {
  readonly query: string;
  readonly topK: number;
  readonly filter: CategoryFilter;
  /** A document is written or removed before it. */
  readonly writes: boolean;
}

const KEYS = 12;
const TOP_K = [5, 10, 10, 20];
/** One request in this number follows a write, which empties the cache. */
const WRITE_EVERY = 400;

function pick<T>(list: readonly T[], draw: Draw): T {
  const one = list[draw(list.length)];
  if (one === undefined) throw new Error('Nothing to draw from.');
  return one;
}

/** A prefix of a path: a filter names branches as well as leaves. */
function branch(paths: readonly CategoryPath[], draw: Draw): CategoryPath {
  const path = pick(paths, draw);
  return path.slice(0, 1 + draw(path.length));
}

function someFilter(paths: readonly CategoryPath[], draw: Draw): CategoryFilter {
  if (draw(3) === 0) return UNRESTRICTED;
  return restrictedTo(Array.from({ length: 1 + draw(3) }, () => branch(paths, draw)));
}

/** Few questions are asked often and many seldom; keys and filters change from request to request, so that the same question meets many. */
export function* scenario(
  requests: number,
  { questions, paths }: { readonly questions: readonly string[]; readonly paths: readonly CategoryPath[] },
  draw: Draw,
): Generator<Step> {
  const keys = [UNRESTRICTED, ...Array.from({ length: KEYS }, () => someFilter(paths, draw))];
  const own = [UNRESTRICTED, ...Array.from({ length: KEYS }, () => someFilter(paths, draw))];
  for (let i = 0; i < requests; i++) {
    const asked = draw(2) === 0 ? draw(Math.min(5, questions.length)) : draw(questions.length);
    yield {
      query: questions[asked] ?? '',
      topK: pick(TOP_K, draw),
      filter: intersect(pick(keys, draw), pick(own, draw)),
      writes: i % WRITE_EVERY === WRITE_EVERY - 1,
    };
  }
}
