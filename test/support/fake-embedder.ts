import { Embedder, EmbeddingUnavailableError, EmbeddingProviders } from '../../src/search/embedding/domain/embedder.js';

/** A provider that returns a different direction for every text and model, and can be unavailable. */
export class FakeEmbedder extends Embedder {
  /** Texts of each call that was answered. */
  readonly calls: (readonly string[])[] = [];
  /** Calls that are still answered. */
  callsLeft = Number.POSITIVE_INFINITY;

  constructor(
    readonly model: string,
    readonly dimensions = 8,
  ) {
    super();
  }

  embed(texts: readonly string[]): Promise<Float32Array[]> {
    if (this.callsLeft <= 0) return Promise.reject(new EmbeddingUnavailableError('it is away'));
    this.callsLeft--;
    this.calls.push(texts);
    return Promise.resolve(texts.map((text) => this.vectorOf(text)));
  }

  /** A unit vector that depends on the text and on the name of the model. */
  vectorOf(text: string): Float32Array {
    let state = 0x811c9dc5;
    for (const character of `${this.model} ${text}`)
      state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
    const values = Float32Array.from({ length: this.dimensions }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
      return state / 2 ** 31;
    });
    const norm = Math.hypot(...values);
    return values.map((x) => x / norm);
  }
}

/** Providers whose setting may change, as after a start with other settings. */
export class ChangingProviders extends EmbeddingProviders {
  private readonly reachable: readonly Embedder[];

  /** @param known providers that are available by name in addition to the configured one */
  constructor(
    public configured: Embedder | undefined,
    ...known: readonly Embedder[]
  ) {
    super();
    this.reachable = known;
  }

  named(model: string): Embedder | undefined {
    return [...(this.configured === undefined ? [] : [this.configured]), ...this.reachable].find(
      (e) => e.model === model,
    );
  }
}
