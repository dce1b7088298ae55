/** Number of postings between two entry points of a list. */
const STRIDE = 128;
/** Bits of a byte that hold a number; the highest bit says that another byte follows. */
const PAYLOAD = 7;
const MORE = 0x80;
const LOW = 0x7f;

/** Facts about a list that need no reading. */
export interface PostingSummary {
  /** Number of passages that contain the term. */
  readonly count: number;
  /**
   * The largest weighted frequency in the list, and the length of the shortest passage: together an upper bound of a
   * posting's score.
   */
  readonly mostFrequent: number;
  readonly shortest: number;
}

/** Buffer for one decoded list at a time: ordinals of passages, ascending, and weighted frequencies. */
export class PostingRoom {
  places = new Uint32Array(0);
  frequencies = new Uint16Array(0);

  reserve(count: number): void {
    if (count <= this.places.length) return;
    this.places = new Uint32Array(count * 2);
    this.frequencies = new Uint16Array(count * 2);
  }
}

/** Reads a list from its start, in steps. */
export interface PostingReader {
  /** Reads the next postings with ordinals below `end` into the buffer. @returns how many */
  readUpTo(end: number, room: PostingRoom): number;
}

/**
 * Writes lists of postings: gaps between ordinals as variable bytes, whose lowest bit says whether a frequency other
 * than 1 follows.
 */
export class PostingWriter {
  private bytes = new Uint8Array(1024);
  private at = 0;
  private last = -1;

  get size(): number {
    return this.at;
  }

  /** The bytes written so far. */
  get written(): Uint8Array {
    return this.bytes.subarray(0, this.at);
  }

  /** Starts another list. */
  begin(): void {
    this.last = -1;
  }

  /** @param place higher than the previous one @param frequency from 1 */
  push(place: number, frequency: number): void {
    const gap = place - this.last;
    this.last = place;
    // A gap takes up to 31 bits, so it is still exact when doubled.
    this.write(gap * 2 + (frequency === 1 ? 0 : 1));
    if (frequency !== 1) this.write(frequency);
  }

  private write(value: number): void {
    if (this.at + 6 > this.bytes.length) {
      const larger = new Uint8Array(this.bytes.length * 2);
      larger.set(this.bytes);
      this.bytes = larger;
    }
    let rest = value;
    while (rest > LOW) {
      this.bytes[this.at++] = (rest % MORE) | MORE;
      rest = Math.floor(rest / MORE);
    }
    this.bytes[this.at++] = rest;
  }
}

/** Position in a list: the offset of the next byte, and the previous ordinal. */
interface Position {
  at: number;
  before: number;
}

/** Above every ordinal. */
const NO_END = 2 ** 31 - 1;

/** The postings of one term in one segment, as bytes. */
export class PostingList implements PostingSummary {
  /**
   * For each stride the ordinal before it, plus one since the first stride starts after -1, and the offset of its
   * bytes; created on first use.
   */
  private entries: Uint32Array | undefined;

  constructor(
    readonly count: number,
    readonly mostFrequent: number,
    readonly shortest: number,
    readonly bytes: Uint8Array,
  ) {}

  /** Reads all postings into the buffer. @returns how many */
  read(room: PostingRoom): number {
    return this.reader().readUpTo(NO_END, room);
  }

  reader(): PostingReader {
    const position = { at: 0, before: -1 };
    let left = this.count;
    return {
      readUpTo: (end, room) => {
        const most = Math.max(0, Math.min(left, end - position.before - 1));
        room.reserve(most);
        const found = this.readOn(position, most, { room, into: 0, end });
        left -= found;
        return found;
      },
    };
  }

  /**
   * Reads the strides that may contain one of some ordinals, which ascend.
   * @returns how many postings are in the buffer: those of the ordinals, and others between them
   */
  readAround(places: ArrayLike<number>, wanted: number, room: PostingRoom): number {
    if (wanted === 0) return 0;
    const entries = (this.entries ??= this.findEntries());
    const last = strideOf(entries, places[wanted - 1] ?? 0);
    let stride = strideOf(entries, places[0] ?? 0);
    const strides = last + 1 - stride;
    room.reserve(Math.min(wanted, strides) * STRIDE);
    // If about every stride is wanted, all are read without a search.
    if (wanted >= strides) return this.readStrides(stride, strides, room, 0);
    let found = 0;
    for (let i = 0; i < wanted; i++) {
      const place = places[i] ?? 0;
      if (found > 0 && (room.places[found - 1] ?? 0) >= place) continue;
      while (stride < last && (entries[2 * stride + 2] ?? 0) <= place) stride++;
      found += this.readStrides(stride, 1, room, found);
      if (stride++ === last) break;
    }
    return found;
  }

  /** @param room has space for them after its content */
  private readStrides(first: number, strides: number, room: PostingRoom, into: number): number {
    const { entries } = this;
    const position = { at: entries?.[2 * first + 1] ?? 0, before: (entries?.[2 * first] ?? 0) - 1 };
    const size = Math.min(strides * STRIDE, this.count - first * STRIDE);
    return this.readOn(position, size, { room, into, end: NO_END });
  }

  private findEntries(): Uint32Array {
    const entries = new Uint32Array(2 * Math.ceil(this.count / STRIDE));
    const room = new PostingRoom();
    room.reserve(STRIDE);
    const position = { at: 0, before: -1 };
    for (let stride = 0; 2 * stride < entries.length; stride++) {
      entries[2 * stride] = position.before + 1;
      entries[2 * stride + 1] = position.at;
      const size = Math.min(STRIDE, this.count - stride * STRIDE);
      this.readOn(position, size, { room, into: 0, end: NO_END });
    }
    return entries;
  }

  /**
   * Reads up to `most` of the next postings, until an ordinal that is not below `end`; advances the position.
   * @param into index of the first one in the buffer
   * @returns how many
   */
  private readOn(
    position: Position,
    most: number,
    { room, into, end }: { room: PostingRoom; into: number; end: number },
  ): number {
    const { bytes } = this;
    const { places, frequencies } = room;
    let { at, before: place } = position;
    let i = into;
    for (; i < into + most; i++) {
      let next = at;
      let byte = bytes[next++] ?? 0;
      let value = byte & LOW;
      for (let shift = PAYLOAD; byte >= MORE; shift += PAYLOAD) {
        byte = bytes[next++] ?? 0;
        value |= (byte & LOW) << shift;
      }
      const here = place + (value >>> 1);
      if (here >= end) break;
      let frequency = 1;
      if ((value & 1) === 1) {
        byte = bytes[next++] ?? 0;
        frequency = byte & LOW;
        for (let shift = PAYLOAD; byte >= MORE; shift += PAYLOAD) {
          byte = bytes[next++] ?? 0;
          frequency |= (byte & LOW) << shift;
        }
      }
      at = next;
      place = here;
      places[i] = here;
      frequencies[i] = frequency;
    }
    position.at = at;
    position.before = place;
    return i - into;
  }
}

/** The last stride that starts at or before an ordinal. */
function strideOf(entries: Uint32Array, place: number): number {
  let [low, high] = [0, entries.length / 2];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((entries[2 * middle] ?? 0) <= place) low = middle;
    else high = middle;
  }
  return low;
}
