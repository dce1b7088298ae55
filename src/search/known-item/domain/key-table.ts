import type { FoldedText } from './normalized-text-of.js';
import { mayEnd, mayStart } from './name-boundaries.js';
import type { Nearness } from './regulation-title.js';

/** A key found in a text, with offsets in the source. */
export interface FoundKey<Value> {
  readonly value: Value;
  readonly nearness: Nearness;
  readonly start: number;
  readonly end: number;
}

/** Longer questions are not lookups; the rest of the text is not read. */
const MAX_TEXT = 1_000;

/**
 * Values by normalized name. It finds names inside a text without testing each name: by their first two characters and
 * their lengths.
 */
export class KeyTable<Value> {
  private readonly values = new Map<string, Map<Value, Nearness>>();
  /** Number of keys of each length that start with these two characters. */
  private readonly lengths = new Map<string, Map<number, number>>();

  /** Adds a value, or removes it (nearness undefined). */
  set(key: string, value: Value, nearness: Nearness | undefined): void {
    let values = this.values.get(key);
    if (nearness === undefined) {
      if (values?.delete(value) !== true || values.size > 0) return;
      this.values.delete(key);
      this.count(key, -1);
      return;
    }
    if (values === undefined) {
      values = new Map();
      this.values.set(key, values);
      this.count(key, 1);
    }
    values.set(value, nearness);
  }

  at(key: string): ReadonlyMap<Value, Nearness> {
    return this.values.get(key) ?? new Map<Value, Nearness>();
  }

  /**
   * All keys that occur in a text as whole names: their boundaries are word boundaries, apart from particles and
   * organisations.
   */
  find(text: FoldedText, admits: (value: Value) => boolean): FoundKey<Value>[] {
    const found: FoundKey<Value>[] = [];
    for (let i = 0; i + 1 < Math.min(text.key.length, MAX_TEXT); i++) {
      const lengths = this.lengths.get(text.key.slice(i, i + 2));
      if (lengths === undefined || !mayStart(text, i)) continue;
      for (const length of lengths.keys()) {
        const values = i + length <= text.key.length ? this.values.get(text.key.slice(i, i + length)) : undefined;
        if (values === undefined || !mayEnd(text, i + length)) continue;
        const start = text.at[i] ?? 0;
        const end = (text.at[i + length - 1] ?? 0) + 1;
        for (const [value, nearness] of values) if (admits(value)) found.push({ value, nearness, start, end });
      }
    }
    return found;
  }

  private count(key: string, by: 1 | -1): void {
    const head = key.slice(0, 2);
    const lengths = this.lengths.get(head) ?? new Map<number, number>();
    const count = (lengths.get(key.length) ?? 0) + by;
    if (count === 0) lengths.delete(key.length);
    else lengths.set(key.length, count);
    if (lengths.size === 0) this.lengths.delete(head);
    else this.lengths.set(head, lengths);
  }
}

const NOTHING: ReadonlySet<never> = new Set();

/** Values by key, added and removed one by one. */
export class Postings<Value> {
  private readonly lists = new Map<string, Set<Value>>();

  /** Adds a value under a key, or removes it. */
  set(key: string, value: Value, isThere: boolean): void {
    const list = this.lists.get(key);
    if (isThere) {
      if (list === undefined) this.lists.set(key, new Set([value]));
      else list.add(value);
      return;
    }
    list?.delete(value);
    if (list?.size === 0) this.lists.delete(key);
  }

  of(key: string): ReadonlySet<Value> {
    return this.lists.get(key) ?? NOTHING;
  }
}
