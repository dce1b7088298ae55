import { Paraphrase, Paraphrases } from '../../query/domain/paraphrases/paraphrase.js';
import { TextMeaning } from '../../embedding/domain/static-embedding/static-embedding.js';

/** Loads a value on first use; this saves some tenths of a second at a start, or for a store without passages. */
class Late<T> {
  private value: T | undefined;

  constructor(private readonly read: () => T) {}

  get(): T {
    return (this.value ??= this.read());
  }
}

/** A static embedding that is loaded with the first text. */
export class LateMeaning implements TextMeaning {
  private readonly late: Late<TextMeaning>;

  constructor(read: () => TextMeaning) {
    this.late = new Late(read);
  }

  get model(): string {
    return this.late.get().model;
  }

  get dimensions(): number {
    return this.late.get().dimensions;
  }

  /** Loads it now. */
  warm(): void {
    this.late.get();
  }

  embed(text: string): Float32Array {
    return this.late.get().embed(text);
  }
}

/** A lexicon that is loaded with the first question, or before. */
export class LateParaphrases extends Paraphrases {
  private readonly late: Late<Paraphrases>;

  constructor(read: () => Paraphrases) {
    super();
    this.late = new Late(read);
  }

  /** Loads it now. */
  warm(): void {
    this.late.get();
  }

  in(question: string): readonly Paraphrase[] {
    return this.late.get().in(question);
  }
}
