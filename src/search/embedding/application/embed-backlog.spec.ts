import { ChangingProviders, FakeEmbedder } from '../../../../test/support/fake-embedder.js';
import {
  document,
  FixedClock,
  IndexUnderTest,
  passage,
  pottery,
  StoredCorpus,
} from '../../../../test/support/stored-corpus.js';
import { EmbeddingUnavailableError } from '../domain/embedder.js';
import { NGRAM_MODEL } from '../domain/ngram-embedding.js';
import { DocumentInput, passageHeading } from '../../domain/indexed-passage.js';
import { EmbedBacklog, ProviderVectors } from './embed-backlog.js';
import { IndexDocuments } from '../../application/index-documents.js';
import { QuestionVectors } from './question-vectors.js';

let corpus: StoredCorpus;
let index: IndexUnderTest;
let providers: ChangingProviders;
let backlog: EmbedBacklog;
let vectors: ProviderVectors;
const [one, two] = [() => new FakeEmbedder('one'), () => new FakeEmbedder('two')];
beforeEach(async () => {
  corpus = await StoredCorpus.open();
  index = await corpus.index();
  providers = new ChangingProviders(undefined);
  vectors = new ProviderVectors(corpus.models, corpus.backlog, providers, new FixedClock());
  backlog = new EmbedBacklog(vectors, corpus.transaction);
});
afterEach(() => corpus.close());

/** Stores documents as an upload does: embedded if the provider answers, then written. */
async function upload(...documents: DocumentInput[]): Promise<void> {
  const index = new IndexDocuments(vectors, corpus.writer);
  for (const prepared of await index.prepare(documents)) await corpus.transaction.run(() => index.writeAll([prepared]));
}

async function model(): Promise<string> {
  index.live.sync();
  await index.live.settled();
  return index.live.model;
}

const waiting = async () => {
  const provider = providers.configured;
  return corpus.backlog.count(provider === undefined ? undefined : await vectors.rowOf(provider));
};

/** Documents by the provider's vector of a text, nearest first, with their cosine. */
async function nearest(provider: FakeEmbedder, text: string): Promise<[string, number][]> {
  const found = await index.nearest(provider.vectorOf(text), 999);
  const ids = await index.documentsOf(found.map(({ id }) => id));
  return ids.map((id, i) => [id, found[i]?.score ?? 0]);
}

/** Puts a fitted embedding in service; returns its row. */
function serveFitted(): Promise<number> {
  return corpus.transaction.run(async () => {
    const row = { model: 'builtin-lsa', kind: 'fitted', dimensions: 8, passages: 60, createdAt: 'now' } as const;
    const id = await corpus.models.add(row);
    await corpus.models.serve(id);
    return id;
  });
}

const served = async () => (await corpus.models.served())?.model;

/** The text of a document's passage for embedding. */
const textOf = ({ title, passages: [first] }: DocumentInput) =>
  `${passageHeading(title, first?.section)}\n${first?.text ?? ''}`;

describe('the backlog of vectors', () => {
  it('is embedded oldest first, and if nothing served before, the first vectors serve at once', async () => {
    await corpus.put(...pottery(150));
    const provider = (providers.configured = one());
    provider.callsLeft = 0;
    expect([await backlog.embedBacklog(), await waiting(), await model()]).toEqual([0, 150, NGRAM_MODEL]);
    for (const [done, left] of [
      [64, 86],
      [64, 22],
    ]) {
      provider.callsLeft = 1;
      expect([await backlog.embedBacklog(), await waiting(), await model()]).toEqual([done, left, 'one']);
      expect(await nearest(provider, 'anything')).toHaveLength(150 - (left ?? 0));
    }
    provider.callsLeft = 1;
    expect([await backlog.embedBacklog(), await waiting(), await model()]).toEqual([22, 0, 'one']);
    const given = pottery(150).flatMap((d) => d.passages.map((p) => `${d.title}\n${p.text}`));
    expect(provider.calls.flat()).toEqual(given);
    expect(await nearest(provider, 'anything')).toHaveLength(150);
    expect([await backlog.embedBacklog(), provider.calls.length]).toEqual([0, 3]);
  });

  it('embeds title and section with the text', async () => {
    const a = document('a', { passages: [passage('clay', { section: '제1장' })] });
    await corpus.put(a);
    const provider = (providers.configured = one());
    await backlog.embedBacklog();
    expect(provider.calls).toEqual([['가마 규정 제1장\nclay']]);
    expect((await nearest(provider, textOf(a)))[0]?.[1]).toBeCloseTo(1, 1);
  });

  it('shares one run among concurrent callers', async () => {
    await corpus.put(...pottery(70));
    const provider = (providers.configured = one());
    expect(await Promise.all([backlog.embedBacklog(), backlog.embedBacklog()])).toEqual([70, 70]);
    expect(provider.calls.map((texts) => texts.length)).toEqual([64, 6]);
  });

  it('skips a passage that was removed meanwhile, and keeps the later of two vectors', async () => {
    const [a = 0, b = 0] = await corpus.put(document('a'), document('b'));
    await corpus.remove('a');
    const row = await corpus.transaction.run(() => corpus.models.ofProvider('one', 1, 'now'));
    const store = (id: number, x: number) =>
      corpus.transaction.run(() => corpus.backlog.store(row, [{ id, vector: Float32Array.of(x) }]));
    for (const [id, x] of [
      [a, 1],
      [b, 1],
      [b, -1],
    ] as const)
      await store(id, x);
    expect(corpus.number('SELECT count(*) FROM search_vectors')).toBe(1);
    expect(await corpus.backlog.next(row, 5)).toEqual([]);
  });

  it('replaces a fitted embedding only when no vector is missing', async () => {
    await corpus.put(...pottery(100));
    await serveFitted();
    const provider = (providers.configured = one());
    provider.callsLeft = 1;
    expect([await backlog.embedBacklog(), await waiting(), await served()]).toEqual([64, 36, 'builtin-lsa']);
    provider.callsLeft = 1;
    expect([await backlog.embedBacklog(), await waiting(), await served()]).toEqual([36, 0, 'one']);
  });

  it('stops when its signal aborts', async () => {
    await corpus.put(...pottery(70));
    providers.configured = one();
    expect([await backlog.embedBacklog(AbortSignal.abort()), await waiting()]).toEqual([0, 70]);
  });
});

describe('a document stored while a provider serves', () => {
  it('has its vectors at once', async () => {
    const provider = (providers.configured = one());
    await upload(document('a'));
    await backlog.embedBacklog();
    await upload(document('b'));
    expect([await model(), await waiting(), provider.calls.length]).toEqual(['one', 0, 2]);
    const [first] = await nearest(provider, textOf(document('b')));
    expect([first?.[0], Math.round(first?.[1] ?? 0)]).toEqual(['b', 1]);
  });

  it('is found by its words while the provider is unavailable, and by its vector once it is available', async () => {
    const provider = (providers.configured = one());
    await upload(document('a'));
    await backlog.embedBacklog();
    provider.callsLeft = 0;
    await upload(document('b'));
    expect(await backlog.embedBacklog()).toBe(0);
    expect([await model(), await waiting()]).toEqual(['one', 1]);
    expect(await index.byWords('kiln')).toEqual(['a', 'b']);
    expect((await nearest(provider, 'kiln')).map(([id]) => id)).toEqual(['a']);
    provider.callsLeft = 9;
    expect([await backlog.embedBacklog(), await waiting()]).toEqual([1, 0]);
    expect((await nearest(provider, textOf(document('b'))))[0]?.[0]).toBe('b');
  });

  it('is rejected with any other error of the provider', async () => {
    const provider = (providers.configured = one());
    provider.embed = () => Promise.reject(new TypeError('a fault'));
    await expect(upload(document('a'))).rejects.toThrow('a fault');
    expect(corpus.number('SELECT count(*) FROM search_documents')).toBe(0);
  });
});

describe('another model of the provider', () => {
  it('serves once all passages have its vectors; until then the former one serves, and new documents have both', async () => {
    await corpus.put(...pottery(100));
    const former = (providers.configured = one());
    await backlog.embedBacklog();
    const next = (providers.configured = two());
    next.callsLeft = 1;
    expect([await backlog.embedBacklog(), await model()]).toEqual([64, 'one']);
    expect(await nearest(former, 'kiln')).toHaveLength(100);
    next.callsLeft = 9;
    expect([await backlog.embedBacklog(), await model()]).toEqual([36, 'two']);
    const [sample] = pottery(100);
    const text = textOf(sample ?? document('none'));
    expect((await nearest(next, text))[0]?.[1]).toBeCloseTo(1, 1);
    expect((await nearest(former, text))[0]?.[1]).toBeLessThan(0.99);
    // Paid vectors are kept: returning to the former model needs no call.
    providers.configured = former;
    former.callsLeft = 0;
    expect([await backlog.embedBacklog(), await model()]).toEqual([0, 'one']);
  });

  it('of the same name and another width is another model', async () => {
    await corpus.put(...pottery(60));
    const narrow = (providers.configured = new FakeEmbedder('same', 8));
    await backlog.embedBacklog();
    const wide = (providers.configured = new FakeEmbedder('same', 12));
    expect([await waiting(), await model(), index.live.dimensions]).toEqual([60, 'same', 8]);
    expect([await backlog.embedBacklog(), await model(), index.live.dimensions]).toEqual([60, 'same', 12]);
    expect([(await nearest(wide, 'kiln')).length, (await nearest(narrow, 'kiln')).length]).toEqual([60, 0]);
  });

  it('is not chosen while there is nothing to embed', async () => {
    providers.configured = one();
    expect([await backlog.embedBacklog(), await model()]).toEqual([0, NGRAM_MODEL]);
  });
});

describe('the settings without a provider', () => {
  it('return to the built-in embedding at once, and keep the vectors', async () => {
    await corpus.put(...pottery(60));
    const provider = (providers.configured = one());
    await backlog.embedBacklog();
    providers.configured = undefined;
    await backlog.embedBacklog();
    expect([await model(), (await index.byVector('kiln')).length]).toEqual([NGRAM_MODEL, 60]);
    providers.configured = provider;
    provider.callsLeft = 0;
    await backlog.embedBacklog();
    expect(await model()).toBe('one');
  });
});

describe('the vector of a question', () => {
  const ask = (signal?: AbortSignal) => new QuestionVectors(corpus.models, providers).of('kiln?', undefined, signal);

  it('is made by the index if no provider is configured, and if a fitted embedding serves', async () => {
    await corpus.put(document('a'));
    expect(await ask(undefined)).toBeUndefined();
    const provider = (providers.configured = one());
    await serveFitted();
    expect([await ask(undefined), provider.calls]).toEqual([undefined, []]);
  });

  it('comes from the configured provider if nothing ever served', async () => {
    const provider = (providers.configured = one());
    expect(await ask(undefined)).toEqual({ model: 'one', values: provider.vectorOf('kiln?') });
    provider.callsLeft = 0;
    expect(await ask(undefined)).toEqual({ model: 'one', values: undefined });
  });

  it('comes from the model that serves, not from the configured one', async () => {
    await corpus.put(document('a'));
    const former = one();
    providers = new ChangingProviders(former, former);
    vectors = new ProviderVectors(corpus.models, corpus.backlog, providers, new FixedClock());
    await new EmbedBacklog(vectors, corpus.transaction).embedBacklog();
    providers.configured = two();
    expect(await ask(undefined)).toEqual({ model: 'one', values: former.vectorOf('kiln?') });
  });

  it('is without values if the provider is unavailable or no longer configured', async () => {
    await corpus.put(document('a'));
    const provider = (providers.configured = one());
    await backlog.embedBacklog();
    provider.callsLeft = 0;
    expect(await ask(undefined)).toEqual({ model: 'one', values: undefined });
    providers.configured = two();
    expect(await ask(undefined)).toEqual({ model: 'one', values: undefined });
  });

  it('fails with the error of the caller who aborted', async () => {
    await corpus.put(document('a'));
    const provider = (providers.configured = one());
    await backlog.embedBacklog();
    provider.callsLeft = 0;
    await expect(ask(AbortSignal.abort())).rejects.toBeInstanceOf(EmbeddingUnavailableError);
  });
});
