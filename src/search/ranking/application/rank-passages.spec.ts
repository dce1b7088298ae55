import { GroupedSynonyms } from '../../query/domain/grouped-synonyms.js';
import { FakePassage, FakeSearchIndex } from '../../../../test/support/fake-search-index.js';
import { restrictedTo, seenBy, UNRESTRICTED } from '../../../shared/domain/category-filter.js';
import { Analyser, Lexicon } from '../../../text/tokens/analyser.js';
import { Ranking, RankingRequest } from '../domain/passage-ranking.js';
import { inverseDocumentFrequency } from '../domain/relevance.js';
import { FindCandidates } from './find-candidates.js';
import { NgramRanker } from './ngram-ranker.js';
import { QuestionSpace, RankPassages } from './rank-passages.js';
import { FinalizeRanking } from './finalize-ranking.js';

class PlainLexicon extends Lexicon {
  stem(word: string): string {
    return word;
  }
  isStopWord(): boolean {
    return false;
  }
}

/** Two numbers wide; embeds a question only while no provider's vectors are in service. */
class FixedSpace extends QuestionSpace {
  readonly dimensions = 2;
  readonly embedded: string[] = [];
  constructor(
    readonly model: string,
    private readonly isOwn: boolean,
  ) {
    super();
  }
  placed(vector: Float32Array): Float32Array {
    return vector;
  }

  embed(text: string): Float32Array | undefined {
    this.embedded.push(text);
    return this.isOwn ? Float32Array.of(1, 0) : undefined;
  }
}

const PASSAGES: FakePassage[] = [
  { id: 1, words: { kiln: 3, oven: 1 }, vector: [0, 1] },
  { id: 2, words: { kiln: 1 }, vector: [0.5, 0.5] },
  { id: 3, words: { glaze: 2 }, vector: [1, 0] },
];
const REQUEST: RankingRequest = {
  query: 'kiln',
  topK: 9,
  mode: 'hybrid',
  rerank: true,
  scope: { filter: UNRESTRICTED, asOf: '2025-06-01' },
  synonyms: true,
  feedback: true,
  vector: undefined,
};

let index: FakeSearchIndex;
beforeEach(() => {
  index = new FakeSearchIndex(PASSAGES);
});

function rank(
  more: Partial<RankingRequest> = {},
  space: QuestionSpace = new FixedSpace('fake', true),
): Promise<Ranking> {
  const analyser = new Analyser(new PlainLexicon());
  const reader = {
    analyser,
    synonyms: new GroupedSynonyms([
      ['muffle', 'kiln'],
      ['fire box', 'oven'],
      ['kiln', 'oven'],
    ]),
    space,
    characters: new NgramRanker(index, analyser),
  };
  return new RankPassages(index, new FindCandidates(index), new FinalizeRanking(index), reader).rank({
    ...REQUEST,
    ...more,
  });
}

const found = ({ hits }: Ranking) => hits.map(({ passage }) => passage.id);
const kinds = () => index.rounds[0]?.map(({ kind }) => kind);

describe("a question with a provider's vector", () => {
  const served = () => new FixedSpace('fake', false);
  const given = (model: string, ...values: number[]) => ({ vector: { model, values: Float32Array.from(values) } });

  it('uses it if model and width are those in service', async () => {
    const space = served();
    const ranking = await rank(given('fake', 0, 1), space);
    expect([ranking.degraded, ranking.vectorCandidates, space.embedded]).toEqual([[], 3, []]);
    expect(index.rounds[0]?.[1]).toEqual({ kind: 'vector', vector: Float32Array.of(0, 1) });
    expect(ranking.hits[0]?.vector).toEqual({ rank: 1, score: 1 });
  });

  it.each([
    ['of another model', given('former', 1, 0)],
    ['of another width', given('fake', 1, 0, 0)],
    ['without values, since the provider is unavailable', { vector: { model: 'fake', values: undefined } }],
    ['missing', { vector: undefined }],
  ])('uses words only, and reports that, if the vector is %s', async (_, more) => {
    const ranking = await rank(more, served());
    expect([ranking.degraded, ranking.vectorCandidates, found(ranking)]).toEqual([['embedding'], 0, [1, 2]]);
    expect([kinds(), ranking.hits.map((hit) => hit.vector)]).toEqual([['terms'], [null, null]]);
  });

  it('finds nothing by vectors alone without one, and reports why', async () => {
    const ranking = await rank({ ...given('former', 1, 0), mode: 'vector' }, served());
    expect([ranking.degraded, found(ranking)]).toEqual([['embedding'], []]);
  });

  it('is not degraded if vectors are not requested', async () => {
    expect((await rank({ ...given('former', 1, 0), mode: 'bm25' }, served())).degraded).toEqual([]);
  });
});

describe('a mode', () => {
  it('of both queries the words of the question with its synonyms, and its vector', async () => {
    await rank();
    expect(kinds()).toEqual(['terms', 'vector']);
    const [words] = index.rounds[0] ?? [];
    const terms = words?.kind === 'terms' ? words.terms : [];
    expect(terms.map((t) => t.term)).toEqual(['kiln', 'oven']);
    // The synonym is the rarer word, one of three against two, and counts half since the user did not write it.
    expect(terms.map((t) => t.weight)).toEqual(
      [Math.log(1.6), 0.5 * Math.log(1 + 2.5 / 1.5)].map((w) => expect.closeTo(w, 10) as number),
    );
    expect(index.rounds).toHaveLength(2);
  });

  /**
   * An English phrase has emphasis 1.6; the square root of an emphasis counts, and each of two terms counts by the
   * square root of two.
   */
  const PHRASE = 1.6 ** 0.5;
  it.each([
    ['that occurs in no passage', 'muffle', { muffle: 1, kiln: 1 }],
    [
      'of an English phrase, whose own words count half',
      'a fire box',
      { fire: PHRASE / 8 ** 0.5, box: PHRASE / 8 ** 0.5, oven: PHRASE },
    ],
  ])('counts another name in full %s', async (_, query, shares) => {
    await rank({ query });
    const [words] = index.rounds[0] ?? [];
    const terms = words?.kind === 'terms' ? words.terms : [];
    const asked = await index.frequencies(Object.keys(shares), REQUEST.scope);
    const rarity = (term: string) => inverseDocumentFrequency(asked.byTerm.get(term) ?? 0, asked.passages);
    const own = terms.filter(({ term }) => term in shares);
    expect(own).toHaveLength(Object.keys(shares).length);
    for (const { term, weight } of own)
      expect(weight / rarity(term)).toBeCloseTo(Object.entries(shares).find(([name]) => name === term)?.[1] ?? NaN, 10);
  });

  it.each([{ synonyms: false }, { feedback: false }])('of both does not use disabled options: %j', async (off) => {
    await rank(off);
    const [words] = index.rounds[0] ?? [];
    expect([words?.kind === 'terms' && words.terms.length, index.rounds.length]).toEqual(
      'synonyms' in off ? [1, 2] : [2, 1],
    );
  });

  it('of words queries words alone, once', async () => {
    const ranking = await rank({ mode: 'bm25' });
    expect([index.rounds.length, kinds(), found(ranking)]).toEqual([1, ['terms'], [1, 2]]);
    expect(ranking.hits.map(({ score, bm25 }) => score === bm25?.score)).toEqual([true, true]);
  });

  it('of vectors queries no words, once', async () => {
    const ranking = await rank({ mode: 'vector' });
    expect([index.rounds.length, found(ranking)]).toEqual([1, [3, 2, 1]]);
    expect([ranking.bm25Candidates, ranking.hits.map(({ vector }) => vector?.score)]).toEqual([0, [1, 0.5, 0]]);
  });
});

describe('the hits', () => {
  it('are as many as requested, and the count is that of all that was found', async () => {
    const ranking = await rank({ topK: 1 });
    expect([ranking.hits.length, ranking.totalCount]).toEqual([1, 3]);
  });

  it('show the relevance of each to the question, also of those that were not compared', async () => {
    const many = Array.from({ length: 60 }, (_, i) => ({ id: i + 1, words: { kiln: 99 - i, [`own${i}`]: 1 } }));
    index = new FakeSearchIndex(many);
    const { hits } = await rank({ topK: 60 });
    expect(hits).toHaveLength(60);
    for (const { relevance } of hits) expect(relevance.matchedTerms).toEqual(['kiln']);
  });

  it('that the question names are certain, whether or not a retriever found them', async () => {
    index.named = [3];
    const { hits } = await rank({ mode: 'hybrid' }, new FixedSpace('fake', false));
    expect(hits[0]).toMatchObject({
      passage: { id: 3 },
      relevance: { score: 0.95 },
      bm25: null,
      vector: null,
      named: true,
    });
    expect([hits[1]?.named, hits[1]?.relevance.score === 0.95]).toEqual([false, false]);
  });

  it('report their rank in each list of both passes', async () => {
    const { hits } = await rank();
    const rounds = index.answers.map(({ lists }) => lists);
    const [[words, vector] = [], [, learned, moved] = []] = rounds;
    for (const { passage, bm25, vector: nearness, feedback } of hits) {
      const told = [bm25, nearness, feedback.words, feedback.vector];
      expect(told).toEqual(
        [words, vector, learned, moved].map((list) => {
          const at = list?.findIndex((s) => s.id === passage.id) ?? -1;
          return at < 0 ? null : { rank: at + 1, score: list?.[at]?.score };
        }),
      );
    }
    expect(hits.some(({ bm25, feedback }) => bm25 !== null && feedback.words !== null)).toBe(true);
    const { hits: once } = await rank({ feedback: false });
    expect(once.map(({ feedback }) => feedback)).toEqual(once.map(() => ({ words: null, vector: null })));
  });

  it('that repeat another one name its chunk', async () => {
    const words = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`word${i}`, 1]));
    index = new FakeSearchIndex([
      { id: 1, words: { ...words, kiln: 1 } },
      { id: 2, words: { ...words, kiln: 1 } },
      { id: 3, words: { kiln: 1 } },
    ]);
    const { hits } = await rank();
    const copies = hits.map(({ passage, duplicateOf }) => [passage.id, duplicateOf]);
    expect(copies.at(-1)).toEqual([2, 'd1#0']);
    expect(copies.slice(0, 2).map(([, copy]) => copy)).toEqual([undefined, undefined]);
  });

  it('leave out a passage that was removed meanwhile', async () => {
    index.gone.add(1);
    expect(found(await rank())).not.toContain(1);
    expect((await rank()).hits).toHaveLength(2);
  });

  it('are all inside the requested scope', async () => {
    await rank();
    expect([...index.scopes]).toEqual([REQUEST.scope]);
  });
});

describe('a caller who must not see anything outside the key', () => {
  const scope = { filter: seenBy('key', restrictedTo([['Pottery']]), true), asOf: '2025-06-01' };

  it('is answered by words alone if vectors were fitted on everything, which is not a failure', async () => {
    const space = new FixedSpace('fitted', true);
    const ranking = await rank({ scope }, space);
    expect(space.embedded).toEqual([]);
    expect(kinds()).toEqual(['terms']);
    expect(ranking).toMatchObject({ degraded: [], vectorCandidates: 0 });
  });

  it('gets by vector the passages that words find, in the order of character n-grams', async () => {
    const ranking = await rank({ scope, mode: 'vector' });
    expect(found(ranking)).toEqual([2, 1]);
    expect(ranking).toMatchObject({ bm25Candidates: 0, vectorCandidates: 2, degraded: [] });
  });

  it('is answered by a provider’s vectors, which do not depend on other documents', async () => {
    const values = Float32Array.of(1, 0);
    await rank({ scope, vector: { model: 'fake', values } }, new FixedSpace('fake', false));
    expect(kinds()).toEqual(['terms', 'vector']);
  });
});
