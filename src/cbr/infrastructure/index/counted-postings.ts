import { PostingLists } from '../../../search/index-memory/domain/posting-lists.js';

/** Visits a run of slots with the count of the token in each. */
export type RunVisitor = (slots: Uint32Array, counts: Uint16Array, from: number, to: number) => void;

/** Inverted lists: for each token the slots of the texts that contain it, with its count. Append-only. */
export class CountedPostings {
  private readonly ids = new Map<string, number>();
  private readonly postings = new PostingLists();

  /** Number of distinct tokens. */
  get tokens(): number {
    return this.ids.size;
  }

  /** Adds a text, and calls back with the number and count of each of its tokens. */
  add(
    slot: number,
    counts: Iterable<readonly [token: string, count: number]>,
    tell?: (id: number, count: number) => void,
  ): void {
    for (const [token, count] of counts) {
      const id = this.idOf(token);
      this.postings.append(id, slot, count);
      tell?.(id, count);
    }
  }

  /** Number of a token; -1 if no text ever contained it. */
  find(token: string): number {
    return this.ids.get(token) ?? -1;
  }

  forEachRun(id: number, visit: RunVisitor): void {
    if (id >= 0) this.postings.forEachRun(id, visit);
  }

  private idOf(token: string): number {
    const known = this.ids.get(token);
    if (known !== undefined) return known;
    const id = this.ids.size;
    this.ids.set(token, id);
    return id;
  }
}
