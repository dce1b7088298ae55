import { Uint32Column } from '../../../search/domain/column.js';
import { Case } from '../../domain/case.js';
import {
  CaseIndex,
  ModelVector,
  NearestCase,
  NearestRequest,
  SearchedQuestions,
  UnembeddedCase,
} from '../../domain/case-index.js';
import { charNgrams } from '../../../text/tokens/char-ngrams.js';
import { characterCount, SimilarityMethod, whitespaceWords } from '../../domain/similarity.js';
import { BestSlots } from './best-slots.js';
import { CaseSlots } from './case-slots.js';
import { CaseVectors } from './case-vectors.js';
import { CategoryMasks } from './category-masks.js';
import { OverlapIndex } from './overlap-index.js';
import { SlotScores, unbounded, lengthScores } from './slot-scores.js';
import { TermIndex } from './term-index.js';
import { LruCache } from '../../../shared/domain/lru-cache.js';

/** Index terms of a text with their counts, in the order of first appearance. */
export type TermCounter = (text: string) => Map<string, number>;

/** A text as it is compared in a search by words. */
const searchable = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Slots beyond k that are kept from the quantized scan of vectors. */
const SPARE = 64;
/** Two embeddings: one for callers who see all documents, one for the others. */
const SPACES = 2;

function once(tokens: ReadonlySet<string>): Map<string, number> {
  return new Map(Array.from(tokens, (token) => [token, 1]));
}

/**
 * Exact nearest neighbours in memory. Token methods accumulate the overlap with each case, list by list. Then one pass
 * over all cases keeps the k best and prunes only cases whose upper bound is below the worst of them. Vectors are
 * scanned in quantized form, and candidates within the rounding error are compared exactly.
 */
export class MemoryCaseIndex extends CaseIndex {
  private readonly slots = new CaseSlots();
  private readonly categories = new CategoryMasks();
  private readonly words = new OverlapIndex();
  private readonly grams = new OverlapIndex();
  private readonly terms = new TermIndex(this.slots, (filter) => this.categories.mask(filter, undefined));
  /** By model. */
  private readonly spaces = new LruCache<string, CaseVectors>(SPACES);
  private readonly lengths = new Uint32Column();
  private changes = 0;

  constructor(private readonly countTerms: TermCounter) {
    super();
  }

  /** Every writer of the store updates the index too. */
  settled(): Promise<void> {
    return Promise.resolve();
  }

  get version(): number {
    return this.changes;
  }

  get size(): number {
    return this.slots.size;
  }

  put(one: Case): void {
    this.changes++;
    const category = this.categories.numberOf(one);
    const known = this.slots.slotOf(one.caseId);
    if (known !== undefined && this.slots.queries[known] === one.query) {
      const isMoved = this.slots.categories[known] !== category;
      if (isMoved) this.terms.changed(known, -1);
      this.slots.change(known, one, category);
      if (isMoved) this.terms.changed(known, 1);
      return;
    }
    if (known !== undefined) this.empty(known);
    this.add(one, category);
  }

  remove(caseId: string): void {
    const slot = this.slots.slotOf(caseId);
    if (slot === undefined) return;
    this.changes++;
    this.empty(slot);
  }

  nearest(request: NearestRequest): readonly NearestCase[] {
    const mask = this.categories.mask(request.filter, request.category);
    const best =
      request.method === 'embedding'
        ? this.nearestVectors(request, mask)
        : this.select(request, mask, this.scores(request, request.method));
    return best.map(({ slot, score }) => ({ caseId: this.slots.ids[slot] ?? '', similarity: score }));
  }

  containing({ words, filter, category }: SearchedQuestions): readonly string[] {
    const mask = this.categories.mask(filter, category);
    const wanted = [...whitespaceWords(searchable(words))];
    const { alive, categories, queries, ids, length } = this.slots;
    const found: string[] = [];
    for (let slot = 0; slot < length; slot++) {
      if (alive[slot] !== true || mask[categories[slot] ?? 0] !== 1) continue;
      const question = searchable(queries[slot] ?? '');
      if (wanted.every((word) => question.includes(word))) found.push(ids[slot] ?? '');
    }
    return found.sort();
  }

  unembedded(model: string, limit: number): readonly UnembeddedCase[] {
    const found: UnembeddedCase[] = [];
    for (const slot of this.space(model).pending()) {
      if (found.length >= limit) break;
      found.push({ caseId: this.slots.ids[slot] ?? '', query: this.slots.queries[slot] ?? '' });
    }
    return found;
  }

  setVector({ caseId, query }: UnembeddedCase, vector: ModelVector): void {
    const slot = this.slots.slotOf(caseId);
    const space = this.spaces.peek(vector.model);
    if (slot === undefined || space === undefined || this.slots.queries[slot] !== query) return;
    space.set(slot, vector);
    this.changes++;
  }

  embedded(model: string): number {
    return this.spaces.peek(model)?.count ?? 0;
  }

  /** A case's indexed vector, for a comparison with a full scan. */
  vectorOf(caseId: string, model: string): Float32Array | undefined {
    const slot = this.slots.slotOf(caseId);
    return slot === undefined ? undefined : this.spaces.peek(model)?.get(slot);
  }

  private space(model: string): CaseVectors {
    const space = this.spaces.get(model) ?? new CaseVectors(this.liveSlots());
    this.spaces.set(model, space);
    return space;
  }

  private add(one: Case, category: number): void {
    const slot = this.slots.add(one, category);
    this.lengths.push(characterCount(one.query));
    this.words.add(once(whitespaceWords(one.query)));
    this.grams.add(charNgrams(one.query));
    this.terms.add(this.countTerms(one.query));
    this.terms.changed(slot, 1);
    for (const space of this.spaces.values()) space.add(slot);
  }

  private empty(slot: number): void {
    this.terms.changed(slot, -1);
    this.slots.empty(slot);
    for (const space of this.spaces.values()) space.remove(slot);
  }

  private *liveSlots(): Generator<number> {
    for (let slot = 0; slot < this.slots.length; slot++) if (this.slots.alive[slot] === true) yield slot;
  }

  /** A method without a case here does not compile: `similarity.ts` has the pure functions. */
  private scores({ query, filter }: NearestRequest, method: Exclude<SimilarityMethod, 'embedding'>): SlotScores {
    switch (method) {
      case 'cosine':
      case 'jaccard':
        return this.words.sharedOverAll(whitespaceWords(query));
      case 'char_ngram':
        return this.grams.cosine(charNgrams(query));
      case 'tfidf_cosine':
        return this.terms.score(this.countTerms(query), filter);
      case 'euclidean':
        return lengthScores(characterCount(query), this.lengths);
    }
  }

  /** One pass over the candidates for the k best. */
  private select(request: NearestRequest, mask: Uint8Array, scores: SlotScores) {
    const best = new BestSlots(request.k, (a, b) => this.slots.precedes(a, b));
    const { alive, categories, qualities, length } = this.slots;
    for (let slot = 0; (slot = scores.next(slot, length, best.threshold)) < length; slot++) {
      if (alive[slot] !== true || mask[categories[slot] ?? 0] !== 1) continue;
      if ((qualities[slot] ?? 0) < request.minQuality) continue;
      const score = scores.of(slot);
      if (score >= best.threshold) best.offer(slot, score);
    }
    return best.best();
  }

  /**
   * The k-th best of the quantized scan is a lower bound of the k-th similarity; all candidates above it are compared
   * exactly. The scan keeps a few more than k, which nearly always include all of them.
   */
  private nearestVectors(request: NearestRequest, mask: Uint8Array) {
    const { vector, k } = request;
    const space = vector === undefined ? undefined : this.spaces.get(vector.model);
    if (vector === undefined || space === undefined)
      return this.select(
        request,
        mask,
        unbounded(() => 0),
      );
    const { scores, error } = space.scan(vector.values);
    const exact = (slot: number) => space.exact(vector.values, slot);
    const rough = this.select({ ...request, k: k + SPARE }, mask, scores);
    const border = (rough[k - 1]?.score ?? 0) - 2 * error;
    const isComplete = rough.length < k + SPARE || (rough.at(-1)?.score ?? 0) < border;
    if (!isComplete)
      return this.select(
        request,
        mask,
        unbounded((slot) => (scores.of(slot) < border ? -1 : exact(slot))),
      );
    const best = new BestSlots(k, (a, b) => this.slots.precedes(a, b));
    for (const { slot, score } of rough) if (score >= border) best.offer(slot, exact(slot));
    return best.best();
  }
}
