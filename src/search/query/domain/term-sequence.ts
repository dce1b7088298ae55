import { Analyser } from '../../../text/tokens/analyser.js';
import type { SnapshotSink, SnapshotSource } from '../../domain/index-snapshot.js';

/**
 * Ids take 24 bits, the distance in words from the previous term 8: the forward index of a passage costs four bytes per
 * term.
 */
const ID_BITS = 24;
const ID_MASK = (1 << ID_BITS) - 1;
const LARGEST_STEP = 255;

export const MAX_TERMS = 1 << ID_BITS;

export function packTerm(id: number, step: number): number {
  return ((Math.min(step, LARGEST_STEP) << ID_BITS) | id) >>> 0;
}

export function termOf(packed: number): number {
  return packed & ID_MASK;
}

/** Number of words between the previous term and this one: 0 for another bigram of the same word. */
export function stepOf(packed: number): number {
  return packed >>> ID_BITS;
}

/** Numbers terms in the order of their first appearance. */
export class TermDictionary {
  private readonly ids = new Map<string, number>();
  private readonly terms: string[] = [];

  get size(): number {
    return this.terms.length;
  }

  /** The term's number, or -1 if no passage ever contained it. */
  find(term: string): number {
    return this.ids.get(term) ?? -1;
  }

  /** The term's number, assigned now if it has none. */
  idOf(term: string): number {
    const known = this.ids.get(term);
    if (known !== undefined) return known;
    if (this.terms.length >= MAX_TERMS)
      throw new RangeError(`The in-memory index holds at most ${MAX_TERMS} different terms; use the PostgreSQL store.`);
    const id = this.terms.length;
    this.ids.set(term, id);
    this.terms.push(term);
    return id;
  }

  termAt(id: number): string {
    return this.terms[id] ?? '';
  }

  save(sink: SnapshotSink): void {
    sink.texts(this.terms);
  }

  restore(source: SnapshotSource): void {
    for (const term of source.texts()) this.idOf(term);
  }

  /** A text as packed terms, in order. */
  sequence(text: string, analyser: Analyser): number[] {
    const packed: number[] = [];
    let last = 0;
    analyser.scan(text, (term, _kind, { word }) => {
      packed.push(packTerm(this.idOf(term), word - last));
      last = word;
    });
    return packed;
  }
}
