import { Bm25Options } from '../memory-index/lexical-index.js';
import { kthLargest } from './kth-largest.js';
import { PostingRoom } from './posting-list.js';
import { PostingSource } from './tail-words.js';

/** Passages that are scored together: a segment, or those behind the last one. */
export interface ScoredPart {
  readonly ids: Uint32Array;
  readonly lengths: Uint32Array;
  /** 1 for each passage that may be listed; undefined where all may. */
  readonly admitted: Uint8Array | undefined;
  /** Of each term of the question; undefined where no passage of the part holds it. */
  readonly lists: readonly (PostingSource | undefined)[];
}

export interface ScoredQuestion {
  /** Of each term, from 0. */
  readonly weights: readonly number[];
  /** Terms of a passage in the mean. */
  readonly mean: number;
  /** Passages wanted. */
  readonly limit: number;
  /** A score that the last of them is known to reach at least; 0 where nothing is known. */
  readonly floor: number;
}

/** Sums are taken in another order than the score that counts, which is rounded at each step. */
const SLACK = 1 - 1e-4;

/** Sorting one place takes as long as looking at so many scores. */
const SORTED_AS_ONE = 32;

interface Weighted {
  readonly list: PostingSource;
  /** Weight times k1 + 1. */
  readonly gain: number;
  /** The most that the list adds to a score. */
  readonly bound: number;
}

interface Found {
  readonly id: number;
  readonly score: number;
}

/** Length norm k1 (1 - b + b length / mean) as a straight line. */
interface Norm {
  readonly base: number;
  readonly slope: number;
}

/**
 * Finds the passages that BM25 may put among the best: term by term, the heaviest first, taking in new passages only as long as the terms
 * that are left could lift one of them to the best, and afterwards looking the others' terms up in the lists (MaxScore: Turtle and Flood 1995,
 * "Query evaluation: strategies and optimizations"). One object serves one search after the other.
 */
export class WordScorer {
  private readonly room = new PostingRoom();
  private scores = new Float32Array(0);
  private places = new Uint32Array(0);
  /** Room for scores that are put in another order. */
  private selected = new Float32Array(0);

  constructor(private readonly options: Bm25Options) {}

  /** Ids of all passages whose score may be among the `limit` best: those, their ties, and few others. */
  candidates(parts: readonly ScoredPart[], question: ScoredQuestion): number[] {
    let best: Found[] = [];
    let floor = question.floor;
    for (const part of parts) {
      best.push(...this.scorePart(part, { ...question, floor }));
      if (best.length < question.limit) continue;
      best.sort((a, b) => b.score - a.score);
      floor = Math.max(floor, best[question.limit - 1]?.score ?? 0);
      best = best.filter(({ score }) => score >= floor * SLACK);
    }
    return best.map(({ id }) => id);
  }

  private scorePart(part: ScoredPart, question: ScoredQuestion): Found[] {
    const size = part.ids.length;
    this.reserve(size);
    const lists = this.weighted(part, question);
    const round = new Round(lists, question);
    const norm = this.normOf(question);
    let found = 0;
    while (round.takesNew) {
      const { list, gain } = round.next();
      found = this.addAll(part, list, { gain, norm, found });
      round.read(list.count, found, () => this.reached(found, question.limit));
    }
    found = this.among(part, { round, norm, found, limit: question.limit });
    const best: Found[] = [];
    for (let i = 0; i < found; i++) {
      const place = this.places[i] ?? 0;
      const score = this.scores[place] ?? 0;
      if (score > 0 && score >= round.floor * SLACK) best.push({ id: part.ids[place] ?? 0, score });
    }
    this.scores.fill(0, 0, size);
    return best;
  }

  /** Adds what the lists that are left give to the passages that can still be among the best. */
  private among(
    part: ScoredPart,
    { round, norm, found, limit }: { round: Round; norm: Norm; found: number; limit: number },
  ): number {
    let left = found;
    let isSorted = false;
    while (round.hasNext) {
      const needed = round.floor * SLACK - round.rest;
      left = this.keepAbove(left, needed);
      if (left === 0) return 0;
      if (!isSorted) this.sortPlaces(left, part.ids.length, needed);
      isSorted = true;
      const { list, gain } = round.next();
      const read = list.readAround(this.places, left, this.room);
      this.addTo(part, { read, gain, norm, left });
      const kept = left;
      round.read(read, kept, () => this.reached(kept, limit));
    }
    return left;
  }

  private keepAbove(count: number, needed: number): number {
    const { places, scores } = this;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const place = places[i] ?? 0;
      if ((scores[place] ?? 0) >= needed) places[kept++] = place;
    }
    return kept;
  }

  /** Where many places of a part are left, looking at each of its scores puts them in order sooner than sorting. */
  private sortPlaces(count: number, size: number, needed: number): void {
    const { places, scores } = this;
    if (count * SORTED_AS_ONE < size) {
      places.subarray(0, count).sort();
      return;
    }
    let end = 0;
    for (let place = 0; place < size; place++) {
      const score = scores[place] ?? 0;
      if (score > 0 && score >= needed) places[end++] = place;
    }
  }

  private addAll(
    { lengths, admitted }: ScoredPart,
    list: PostingSource,
    { gain, norm, found }: { gain: number; norm: Norm; found: number },
  ): number {
    const count = list.read(this.room);
    const { scores } = this;
    const { places, frequencies } = this.room;
    const { base, slope } = norm;
    let end = found;
    for (let i = 0; i < count; i++) {
      const place = places[i] ?? 0;
      if (admitted !== undefined && admitted[place] === 0) continue;
      const frequency = frequencies[i] ?? 0;
      const before = scores[place] ?? 0;
      if (before === 0) this.places[end++] = place;
      scores[place] = before + (gain * frequency) / (frequency + base + slope * (lengths[place] ?? 0));
    }
    return end;
  }

  private addTo(
    { lengths }: ScoredPart,
    { read, gain, norm, left }: { read: number; gain: number; norm: Norm; left: number },
  ): void {
    const { scores, places: wanted } = this;
    const { places, frequencies } = this.room;
    let at = 0;
    for (let i = 0; i < left; i++) {
      const place = wanted[i] ?? 0;
      while (at < read && (places[at] ?? 0) < place) at++;
      if (at >= read) return;
      if (places[at] !== place) continue;
      const frequency = frequencies[at] ?? 0;
      scores[place] =
        (scores[place] ?? 0) + (gain * frequency) / (frequency + norm.base + norm.slope * (lengths[place] ?? 0));
    }
  }

  private reached(found: number, limit: number): number {
    if (found < limit) return 0;
    const { places, scores } = this;
    const own = this.selected.subarray(0, found);
    for (let i = 0; i < found; i++) own[i] = scores[places[i] ?? 0] ?? 0;
    return kthLargest(own, limit);
  }

  private weighted({ lists }: ScoredPart, question: ScoredQuestion): Weighted[] {
    const { base, slope } = this.normOf(question);
    return lists
      .flatMap((list, i): Weighted[] => {
        const gain = (question.weights[i] ?? 0) * (this.options.k1 + 1);
        if (list === undefined || gain <= 0) return [];
        const { mostFrequent, shortest } = list;
        return [{ list, gain, bound: (gain * mostFrequent) / (mostFrequent + base + slope * shortest) }];
      })
      .sort((a, b) => b.bound - a.bound);
  }

  private normOf({ mean }: ScoredQuestion): Norm {
    const { k1, b } = this.options;
    return { base: k1 * (1 - b), slope: (k1 * b) / mean };
  }

  private reserve(size: number): void {
    if (size <= this.scores.length) return;
    this.scores = new Float32Array(size);
    this.places = new Uint32Array(size);
    this.selected = new Float32Array(size);
  }
}

/** How far the lists of a question were read, and what score is needed by then. */
class Round {
  private readonly rests: Float64Array;
  private at = 0;
  private unseen = 0;
  floor: number;

  constructor(
    private readonly lists: readonly Weighted[],
    { floor }: ScoredQuestion,
  ) {
    this.floor = floor;
    this.rests = new Float64Array(lists.length + 1);
    for (let i = lists.length - 1; i >= 0; i--) this.rests[i] = (this.rests[i + 1] ?? 0) + (lists[i]?.bound ?? 0);
  }

  get hasNext(): boolean {
    return this.at < this.lists.length;
  }

  /** Whether a passage that none of the lists before held can still be among the best. */
  get takesNew(): boolean {
    return this.hasNext && this.rest >= this.floor * SLACK;
  }

  /** The most that the lists that are left can add. */
  get rest(): number {
    return this.rests[this.at] ?? 0;
  }

  next(): Weighted {
    const list = this.lists[this.at++];
    if (list === undefined) throw new Error('No list is left.');
    return list;
  }

  /** Finding the needed score reads all passages that were found: it is done when about as many postings were read since. */
  read(postings: number, found: number, reached: () => number): void {
    this.unseen += postings;
    if (this.unseen < found) return;
    this.unseen = 0;
    this.floor = Math.max(this.floor, reached());
  }
}
