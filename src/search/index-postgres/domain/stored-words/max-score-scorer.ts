import { Bm25Options } from '../../../ranking/domain/search-index.js';
import { TopKThreshold } from './top-kthreshold.js';
import { TermsByUpperBound, Norm, Weighted } from './terms-by-upper-bound.js';
import { PostingReader, PostingRoom } from './posting-list.js';
import { ScoringSegment, ScoredQuestion } from './scoring-segment.js';

/** Less than any posting adds. */
const LEAST = 1e-30;

/** Sorting one ordinal takes as long as reading this many sums. */
const SORTED_AS_ONE = 32;

/**
 * Passages whose scores are summed at a time: with their lengths and the filter they fit into the second-level cache of
 * a processor.
 */
const WINDOW = 1 << 15;

/** If no more than one in this many passages is admitted, a whole segment is scored at a time: few sums are touched. */
const NARROW = 16;

/** Ordinals of a segment from `begin` up to, but not including, `end`. */
interface Window {
  readonly begin: number;
  readonly end: number;
}

/** The current window of a segment, and the question. */
interface Searched {
  readonly part: ScoringSegment;
  readonly window: Window;
  readonly lists: TermsByUpperBound;
  readonly norm: Norm;
  readonly best: TopKThreshold;
}

/**
 * Number of lists that added passages, and number of those passages that can still be among the best, in ascending
 * order.
 */
interface Taken {
  readonly taking: number;
  readonly left: number;
}

/**
 * Finds the passages that BM25 may rank among the best. Terms are read by descending upper bound. New passages are
 * added only while the remaining terms could lift one of them into the top k; after that the remaining terms are looked
 * up only for known passages (MaxScore: Turtle and Flood 1995, "Query evaluation: strategies and optimizations"). This
 * is done for a window of passages at a time: the sums stay in the processor's cache, and the threshold of one window
 * applies to the next. One object serves searches one after the other.
 */
export class MaxScoreScorer {
  private readonly room = new PostingRoom();
  /** Sums of the passages of a window. */
  private scores = new Float32Array(0);
  /** Ordinals of the passages that were found and not dropped. */
  private places = new Uint32Array(0);
  /** Buffer for their sums, in any order. */
  private sums = new Float32Array(0);

  /** @param window passages whose scores are summed at a time */
  constructor(
    private readonly options: Bm25Options,
    private readonly window = WINDOW,
  ) {}

  /** Ids of all passages whose score may be among the `limit` best: those, their ties, and few others. */
  candidates(parts: readonly ScoringSegment[], question: ScoredQuestion): readonly number[] {
    const { k1, b } = this.options;
    const norm = { base: k1 * (1 - b), slope: (k1 * b) / question.mean };
    const best = new TopKThreshold(question);
    for (const part of parts) this.scorePart(part, new TermsByUpperBound(part, question, { norm, k1 }), norm, best);
    return best.ids;
  }

  private scorePart(part: ScoringSegment, lists: TermsByUpperBound, norm: Norm, best: TopKThreshold): void {
    const size = part.ids.length;
    const isNarrow = part.admitted !== undefined && part.admitted.count * NARROW <= size;
    const step = isNarrow ? size : this.window;
    this.reserve(step);
    const readers = lists.all.map(({ list }) => list.reader());
    for (let begin = 0; begin < size && lists.taking(best.needed) > 0; begin += step) {
      const window = { begin, end: Math.min(size, begin + step) };
      const search = { part, window, lists, norm, best };
      const taken = isNarrow ? this.takeFew(search, readers) : this.takeMany(search, readers);
      this.tell(search, this.among(search, taken));
      this.scores.fill(0, 0, window.end - begin);
    }
  }

  /**
   * Reads the lists that add passages. The threshold only rises: a list that is not read for one window is not read for
   * the next ones.
   */
  private takeMany(search: Searched, readers: readonly PostingReader[]): Taken {
    const { lists, window, best } = search;
    const taking = lists.read(best.needed);
    for (let i = 0; i < taking; i++) this.addAll(search, lists.at(i), readers[i], undefined);
    return { taking, left: this.collect(window, best.needed - lists.rest(taking)) };
  }

  /** The same for few passages: the found ones are recorded, and the threshold is updated in between. */
  private takeFew(search: Searched, readers: readonly PostingReader[]): Taken {
    const { lists, window, best } = search;
    let [taking, found, unseen] = [0, 0, 0];
    for (; taking < lists.taking(best.needed); taking++) {
      const list = lists.at(taking);
      found = this.addAll(search, list, readers[taking], found);
      unseen += list.list.count;
      // Updating the threshold reads all found passages: it runs when about as many postings were read since.
      if (unseen < found) continue;
      unseen = 0;
      best.raise(this.sumsOf(window.begin, found));
    }
    const needed = best.needed - lists.rest(taking);
    const left = this.keepAbove(window.begin, found, needed);
    this.sortPlaces(left, window, needed);
    return { taking, left };
  }

  /**
   * @param found passages that were recorded before; undefined if none are to be recorded
   * @returns how many are recorded now
   */
  private addAll(
    { part: { lengths, admitted }, window: { begin, end }, norm: { base, slope } }: Searched,
    { gain }: Weighted,
    reader: PostingReader | undefined,
    found: number | undefined,
  ): number {
    const read = reader?.readUpTo(end, this.room) ?? 0;
    const { scores } = this;
    const { places, frequencies } = this.room;
    const isNoted = found !== undefined;
    const mask = admitted?.places;
    let noted = found ?? 0;
    for (let i = 0; i < read; i++) {
      const place = places[i] ?? 0;
      if (mask !== undefined && mask[place] === 0) continue;
      const frequency = frequencies[i] ?? 0;
      const before = scores[place - begin] ?? 0;
      if (isNoted && before === 0) this.places[noted++] = place;
      scores[place - begin] = before + (gain * frequency) / (frequency + base + slope * (lengths[place] ?? 0));
    }
    return noted;
  }

  /** The passages of a window that were added and whose sum is at least `needed`. @returns how many */
  private collect({ begin, end }: Window, needed: number): number {
    const { places, scores } = this;
    // One comparison that nearly always fails: a processor cannot predict whether a passage was added at all.
    const least = Math.max(needed, LEAST);
    let left = 0;
    for (let i = 0; i < end - begin; i++) if ((scores[i] ?? 0) >= least) places[left++] = begin + i;
    return left;
  }

  /**
   * Adds the scores of the remaining lists to the passages that can still be among the best.
   * @returns how many those are
   */
  private among({ part, window, lists, norm, best }: Searched, { taking, left: taken }: Taken): number {
    let left = taken;
    let wanted = best.needed - lists.rest(taking);
    for (let i = taking; i < lists.all.length && left > 0; i++) {
      const { list, gain } = lists.at(i);
      const read = list.readAround(this.places, left, this.room);
      this.addTo(part, window, { read, gain, norm, wanted });
      wanted = best.needed - lists.rest(i + 1);
      left = this.keepAbove(window.begin, left, wanted);
    }
    return left;
  }

  /** If many ordinals of a window remain, a scan over its sums orders them faster than sorting. */
  private sortPlaces(count: number, window: Window, wanted: number): void {
    if (count * SORTED_AS_ONE < window.end - window.begin) this.places.subarray(0, count).sort();
    else this.collect(window, wanted);
  }

  private keepAbove(begin: number, count: number, needed: number): number {
    const { places, scores } = this;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const place = places[i] ?? 0;
      if ((scores[place - begin] ?? 0) >= needed) places[kept++] = place;
    }
    return kept;
  }

  private addTo(
    { lengths }: ScoringSegment,
    { begin, end }: Window,
    { read, gain, norm, wanted }: { read: number; gain: number; norm: Norm; wanted: number },
  ): void {
    const { scores } = this;
    const { places, frequencies } = this.room;
    const { base, slope } = norm;
    for (let i = 0; i < read; i++) {
      const place = places[i] ?? 0;
      if (place < begin || place >= end) continue;
      const before = scores[place - begin] ?? 0;
      // Other passages have lower sums, so their missing scores are not needed.
      if (before < wanted) continue;
      const frequency = frequencies[i] ?? 0;
      scores[place - begin] = before + (gain * frequency) / (frequency + base + slope * (lengths[place] ?? 0));
    }
  }

  private tell({ part: { ids }, window: { begin }, best }: Searched, left: number): void {
    if (left === 0) return;
    best.raise(this.sumsOf(begin, left));
    for (let i = 0; i < left; i++) {
      const place = this.places[i] ?? 0;
      best.add(ids[place] ?? 0, this.scores[place - begin] ?? 0);
    }
    best.settle();
  }

  private sumsOf(begin: number, count: number): Float32Array {
    const { places, scores } = this;
    const sums = this.sums.subarray(0, count);
    for (let i = 0; i < count; i++) sums[i] = scores[(places[i] ?? 0) - begin] ?? 0;
    return sums;
  }

  private reserve(window: number): void {
    if (window <= this.scores.length) return;
    this.scores = new Float32Array(window);
    this.places = new Uint32Array(window);
    this.sums = new Float32Array(window);
  }
}
