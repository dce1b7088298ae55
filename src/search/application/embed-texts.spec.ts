import { restrictedTo, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { Analyser, Lexicon } from '../../text/tokens/analyser.js';
import { Embedder, EmbeddingUnavailableError, EmbeddingProviders } from '../embedding/domain/embedder.js';
import { NGRAM_MODEL } from '../embedding/domain/ngram-embedding.js';
import { PassageRanking, Ranking, ServedEmbedding, KeptRanking } from '../ranking/domain/passage-ranking.js';
import { EmbedTexts } from './embed-texts.js';

class PlainLexicon extends Lexicon {
  stem(word: string): string {
    return word;
  }
  isStopWord(): boolean {
    return false;
  }
}

class FakeRanking extends PassageRanking {
  readonly generation = 0;
  /** Models in service, one per call; the last one stays. */
  models = ['fitted'];
  byProvider = false;
  embedded: number[] = [];

  rank(): Promise<Ranking> {
    return Promise.reject(new Error('nobody searches'));
  }
  rankToKeep(): Promise<KeptRanking> {
    return Promise.reject(new Error('nobody searches'));
  }
  embed(texts: readonly string[]): Promise<Float32Array[]> {
    this.embedded.push(texts.length);
    return Promise.resolve(texts.map((text) => Float32Array.from([text.length])));
  }
  served(): Promise<ServedEmbedding> {
    const model = (this.models.length > 1 ? this.models.shift() : this.models[0]) ?? '';
    return Promise.resolve({ model, dimensions: 1, byProvider: this.byProvider, newTermShare: 0 });
  }
}

class Provider extends Embedder {
  readonly model = 'away';
  readonly dimensions = 1;
  constructor(private readonly answer: () => Promise<Float32Array[]>) {
    super();
  }
  embed(): Promise<Float32Array[]> {
    return this.answer();
  }
}

class Providers extends EmbeddingProviders {
  readonly configured = undefined;
  constructor(private readonly provider?: Embedder) {
    super();
  }
  named(model: string): Embedder | undefined {
    return this.provider?.model === model ? this.provider : undefined;
  }
}

const LIMITED = restrictedTo([['AI']]);
const texts = (ranking: FakeRanking, provider?: Embedder) =>
  new EmbedTexts(ranking, new Providers(provider), new Analyser(new PlainLexicon()));

describe('EmbedTexts', () => {
  it('embeds in the order of the texts, in small batches', async () => {
    const ranking = new FakeRanking();
    const all = Array.from({ length: 40 }, (_, i) => 'x'.repeat(i + 1));
    const { model, vectors } = await texts(ranking).embed(all, UNRESTRICTED);
    expect([model, vectors.map(([n]) => n)]).toEqual(['fitted', all.map((text) => text.length)]);
    expect(ranking.embedded).toEqual([16, 16, 8]);
  });

  it('never returns vectors of two models', async () => {
    const ranking = new FakeRanking();
    ranking.models = ['old', 'new', 'new'];
    expect((await texts(ranking).embed(['a'], UNRESTRICTED)).model).toBe('new');
    expect(ranking.embedded).toHaveLength(2);
  });

  it('reveals to a limited key nothing of the documents that the embedding was fitted on', async () => {
    const ranking = new FakeRanking();
    const { model, vectors, terms } = await texts(ranking).embed(['vault code', 'vault code', 'x'], LIMITED);
    expect([model, terms, ranking.embedded]).toEqual([NGRAM_MODEL, 5, []]);
    expect(vectors[0]).toEqual(vectors[1]);
    expect(vectors[0]).not.toEqual(vectors[2]);
  });

  it('uses a provider, which knows no document, for every caller', async () => {
    const ranking = new FakeRanking();
    ranking.models = ['away'];
    ranking.byProvider = true;
    const provider = new Provider(() => Promise.resolve([Float32Array.from([7])]));
    for (const filter of [UNRESTRICTED, LIMITED])
      expect(await texts(ranking, provider).embed(['a'], filter)).toMatchObject({
        model: 'away',
        vectors: [Float32Array.from([7])],
      });
  });

  it('reports that a provider is unavailable, and does not return other vectors instead', async () => {
    const ranking = new FakeRanking();
    ranking.models = ['away'];
    ranking.byProvider = true;
    const provider = new Provider(() => Promise.reject(new EmbeddingUnavailableError('down')));
    await expect(texts(ranking, provider).embed(['a'], UNRESTRICTED)).rejects.toMatchObject({ kind: 'not-ready' });
  });
});
