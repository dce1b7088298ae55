import fc from 'fast-check';
import { allows, CategoryFilter, restrictedTo, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { EnglishLexicon } from '../../shared/infrastructure/english-lexicon.js';
import { Analyser } from '../../text/tokens/analyser.js';
import { LearnedScore } from '../domain/category-classifier.js';
import {
  Neighbourhood,
  SimilarPassage,
  SimilarPassages,
  SimilarPassagesRequest,
  LearnedCategories,
} from '../domain/similar-passages.js';
import { ClassifyText, GatherEvidence } from './classify-text.js';

/** Splits at everything but letters, without stems. */
class Words extends Analyser {
  constructor() {
    super(new EnglishLexicon());
  }

  override termsOf(text: string): string[] {
    return text.toLowerCase().match(/\p{L}+/gu) ?? [];
  }
}

/** Has no learned model. */
class Nothing extends LearnedCategories {
  scores(): Promise<readonly LearnedScore[]> {
    return Promise.resolve([]);
  }
}

/** Passages in memory, ranked by the number of shared words; like any index, it filters before it cuts. */
class Shelf extends SimilarPassages {
  readonly asked: SimilarPassagesRequest[] = [];
  degraded: string[] = [];

  constructor(private readonly shelved: readonly SimilarPassage[]) {
    super();
  }

  find(request: SimilarPassagesRequest): Promise<Neighbourhood> {
    this.asked.push(request);
    const wanted = new Set(new Words().termsOf(request.text));
    const shared = (passage: SimilarPassage) =>
      new Words().termsOf(passage.text).filter((word) => wanted.has(word)).length;
    const passages = this.shelved
      .filter((passage) => allows(request.filter, passage.canonicalPath) && shared(passage) > 0)
      .sort((a, b) => shared(b) - shared(a) || (a.chunkId < b.chunkId ? -1 : 1))
      .slice(0, request.limit);
    return Promise.resolve({ passages, degraded: this.degraded });
  }
}

let chunks = 0;
const passage = (path: string, text: string): SimilarPassage => ({
  chunkId: `c${String(chunks++).padStart(4, '0')}`,
  title: 'Note',
  text,
  canonicalPath: path.split('/'),
});
const classify = (shelf: Shelf, text: string, filter: CategoryFilter = UNRESTRICTED) =>
  new ClassifyText(new GatherEvidence(shelf, new Words(), new Nothing())).classify({ text, topK: 10, filter });

const PASSAGES = [
  passage('Garden/Roses', 'roses are pruned in march above a bud'),
  passage('Garden/Lawn', 'the lawn is mown each week'),
  passage('Harbour', 'ships book a berth at the harbour office'),
];

describe('ClassifyText', () => {
  it('names the category whose passages are most similar to the text', async () => {
    const { candidates } = await classify(new Shelf(PASSAGES), 'above which bud are roses pruned');
    expect(candidates[0]?.path).toEqual(['Garden', 'Roses']);
  });

  it('finds a small category next to a large one that has all the nearest passages', async () => {
    const crowd = Array.from({ length: 40 }, (_, i) => passage('Crowd', `berth roses lawn ships week bud number${i}`));
    const text = 'berth roses lawn ships week bud harbour office';
    const { candidates } = await classify(new Shelf([...crowd, passage('Small', `${text} book`)]), text);
    expect(candidates[0]?.path).toEqual(['Small']);
  });

  it('answers as if the documents outside the filter did not exist, with an index that ranks each passage separately', async () => {
    const anyShelf = fc.array(
      fc
        .tuple(
          fc.constantFrom('A', 'A/X', 'A/Y', 'B', 'B/X'),
          fc.array(fc.constantFrom('rose', 'ship', 'lawn', 'berth', 'bud'), { minLength: 1, maxLength: 6 }),
        )
        .map(([path, words]) => passage(path, words.join(' '))),
      { maxLength: 30 },
    );
    await fc.assert(
      fc.asyncProperty(anyShelf, fc.constantFrom(['A'], ['A', 'X'], ['B', 'X']), async (all, allowed) => {
        const filter = restrictedTo([allowed]);
        const alone = all.filter((one) => allows(filter, one.canonicalPath));
        const seen = await classify(new Shelf(all), 'rose ship lawn. a berth, a rose.', filter);
        expect(seen).toEqual(await classify(new Shelf(alone), 'rose ship lawn. a berth, a rose.'));
        for (const { path } of seen.candidates) expect(allows(filter, path)).toBe(true);
      }),
    );
  });

  it('has no candidate if no document is similar or allowed', async () => {
    expect((await classify(new Shelf(PASSAGES), 'sonnet')).candidates).toEqual([]);
    expect((await classify(new Shelf(PASSAGES), 'roses', restrictedTo([]))).candidates).toEqual([]);
  });

  it('reports which part of the search was unavailable', async () => {
    const shelf = new Shelf(PASSAGES);
    shelf.degraded = ['embedding'];
    expect((await classify(shelf, 'roses and a berth')).degraded).toEqual(['embedding']);
  });

  it('stops searching when the client has disconnected', async () => {
    const shelf = new Shelf(PASSAGES);
    const client = new AbortController();
    client.abort();
    const left = new ClassifyText(new GatherEvidence(shelf, new Words(), new Nothing())).classify({
      text: 'roses',
      topK: 1,
      filter: UNRESTRICTED,
      signal: client.signal,
    });
    await expect(left).rejects.toMatchObject({ kind: 'cancelled' });
    expect(shelf.asked).toEqual([]);
  });
});
