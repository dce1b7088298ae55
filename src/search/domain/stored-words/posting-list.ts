/** Postings between two places that a list can be entered at. */
const STRIDE = 128;
/** Bits of a byte that carry a number; the highest says that another byte follows. */
const PAYLOAD = 7;
const MORE = 0x80;
const LOW = 0x7f;

/** What is known of a list without reading it. */
export interface PostingSummary {
  /** Passages that hold the term. */
  readonly count: number;
  /** The largest weighted frequency in the list, and the length of the shortest passage: no posting can add more than both say. */
  readonly mostFrequent: number;
  readonly shortest: number;
}

/** Room for one list at a time, as it is read: places of passages, rising, and weighted frequencies. */
export class PostingRoom {
  places = new Uint32Array(0);
  frequencies = new Uint16Array(0);

  reserve(count: number): void {
    if (count <= this.places.length) return;
    this.places = new Uint32Array(count * 2);
    this.frequencies = new Uint16Array(count * 2);
  }
}

/** Writes lists of postings: gaps between places as variable bytes, whose lowest bit says whether a frequency other than 1 follows. */
export class PostingWriter {
  private bytes = new Uint8Array(1024);
  private at = 0;
  private last = -1;

  get size(): number {
    return this.at;
  }

  /** What was written. */
  get written(): Uint8Array {
    return this.bytes.subarray(0, this.at);
  }

  /** The postings that follow are another list's. */
  begin(): void {
    this.last = -1;
  }

  /** @param place higher than the one before @param frequency from 1 */
  push(place: number, frequency: number): void {
    const gap = place - this.last;
    this.last = place;
    // A gap takes 31 bits at most, so that doubled it is still exact.
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

/** Where a list can be entered: the bytes from there on, and the place before them. */
interface Entry {
  readonly at: number;
  readonly before: number;
}

/** The postings of one term in one segment, as bytes. */
export class PostingList implements PostingSummary {
  /** For each stride the place before it and where its bytes begin; made when the list is first entered in the middle. */
  private entries: Uint32Array | undefined;

  constructor(
    readonly count: number,
    readonly mostFrequent: number,
    readonly shortest: number,
    readonly bytes: Uint8Array,
  ) {}

  /** Reads all postings into the room. @returns how many */
  read(room: PostingRoom): number {
    room.reserve(this.count);
    this.readFrom({ at: 0, before: -1 }, this.count, room);
    return this.count;
  }

  /**
   * Reads the strides that may hold one of some places, which rise.
   * @returns how many postings are in the room: those of the places, and others between them
   */
  readAround(places: ArrayLike<number>, wanted: number, room: PostingRoom): number {
    // Entering a stride costs about as much as reading one.
    if (wanted * STRIDE * 2 > this.count) return this.read(room);
    room.reserve(this.count);
    const entries = (this.entries ??= this.findEntries(room));
    const strides = entries.length / 2;
    let found = 0;
    let stride = 0;
    for (let i = 0; i < wanted; i++) {
      const place = places[i] ?? 0;
      if (found > 0 && (room.places[found - 1] ?? 0) >= place) continue;
      while (stride < strides && (entries[2 * stride + 2] ?? Infinity) - 1 < place) stride++;
      if (stride >= strides) break;
      const size = Math.min(STRIDE, this.count - stride * STRIDE);
      this.readFrom({ at: entries[2 * stride + 1] ?? 0, before: (entries[2 * stride] ?? 0) - 1 }, size, room, found);
      found += size;
      stride++;
    }
    return found;
  }

  /** Places are kept one higher, since the first stride begins behind -1. */
  private findEntries(room: PostingRoom): Uint32Array {
    const entries = new Uint32Array(2 * Math.ceil(this.count / STRIDE));
    let [at, before] = [0, -1];
    for (let stride = 0; 2 * stride < entries.length; stride++) {
      entries[2 * stride] = before + 1;
      entries[2 * stride + 1] = at;
      const size = Math.min(STRIDE, this.count - stride * STRIDE);
      at = this.readFrom({ at, before }, size, room);
      before = room.places[size - 1] ?? 0;
    }
    return entries;
  }

  /** @returns where the bytes of what follows begin */
  private readFrom({ at: from, before }: Entry, count: number, room: PostingRoom, into = 0): number {
    const { bytes } = this;
    const { places, frequencies } = room;
    let at = from;
    let place = before;
    for (let i = into; i < into + count; i++) {
      let byte = bytes[at++] ?? 0;
      let value = byte & LOW;
      for (let shift = PAYLOAD; byte >= MORE; shift += PAYLOAD) {
        byte = bytes[at++] ?? 0;
        value |= (byte & LOW) << shift;
      }
      place += value >>> 1;
      places[i] = place;
      let frequency = 1;
      if ((value & 1) === 1) {
        byte = bytes[at++] ?? 0;
        frequency = byte & LOW;
        for (let shift = PAYLOAD; byte >= MORE; shift += PAYLOAD) {
          byte = bytes[at++] ?? 0;
          frequency |= (byte & LOW) << shift;
        }
      }
      frequencies[i] = frequency;
    }
    return at;
  }
}
