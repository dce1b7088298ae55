import Database from 'better-sqlite3';
import { CategorisedDocuments } from '../../../test/support/categorised-documents.js';
import { Analyser } from '../../text/tokens/analyser.js';
import { CategoryFilter, restrictedTo, seenBy, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { EnglishLexicon } from '../../shared/infrastructure/english-lexicon.js';
import { CategoryModels } from './category-models.js';

let store: CategorisedDocuments;
let models: CategoryModels;
beforeEach(() => {
  store = new CategorisedDocuments();
  models = new CategoryModels(new Database(store.file, { readonly: true }), new Analyser(new EnglishLexicon()));
});
afterEach(() => store.close());
const put: CategorisedDocuments['put'] = (...document) => store.put(...document);

const scores = (text: string, filter: CategoryFilter = UNRESTRICTED) =>
  models.scores({ text, title: '', filter, asOf: '2026-06-01' });
const first = (text: string) => scores(text)?.[0]?.path.join('/');

describe('the models of a store', () => {
  it('learn from its documents, also from those added after the first request', () => {
    expect(first('which bud of the roses')).toBe('Garden/Roses');
    put('Kitchen', 'Soup', 'Bud soup is boiled with a kettle.');
    expect(first('a kettle of bud soup')).toBe('Kitchen');
  });

  it('learn from the names of the categories too', () => {
    put('Kitchen/Bakery', 'Rolls', 'Rolls are made of flour.');
    expect(first('a bakery')).toBe('Kitchen/Bakery');
  });

  it('learn only from documents in force on the day', () => {
    put('Old', 'Kettles', 'A kettle is boiled.', { to: '2026-05-31' });
    put('Coming', 'Kettles', 'A kettle is boiled.', { from: '2026-06-02' });
    put('Kitchen', 'Kettles', 'A kettle is boiled.', { from: '2026-06-01', to: '2026-06-01' });
    expect(scores('kettle')?.map(({ path: found }) => found[0])).not.toContain('Old');
    expect(scores('kettle')?.map(({ path: found }) => found[0])).not.toContain('Coming');
    expect(first('kettle')).toBe('Kitchen');
  });

  it('name no category outside the filter', () => {
    const found = scores('berth and bud', restrictedTo([['Garden']]));
    expect(found?.map(({ path: one }) => one[0])).toEqual(['Garden', 'Garden']);
  });

  it('reveal nothing to a key of documents that it may not see', () => {
    const key = seenBy('key', restrictedTo([['Garden']]), true);
    const before = scores('bud of a ship on the lawn', key);
    expect(before).toHaveLength(2);
    put('Harbour', 'Buds', 'A ship with a lawn, a bud, a bud.');
    expect(scores('bud of a ship on the lawn', key)).toEqual(before);
    expect(scores('bud of a ship on the lawn')).not.toEqual(before);
  });

  it('learn nothing from a single category, or from none', () => {
    expect(scores('lawn', seenBy('key', restrictedTo([['Harbour']]), true))).toEqual([]);
    expect(scores('lawn', restrictedTo([]))).toEqual([]);
  });

  it('are renewed after an answer only if something was written', () => {
    const request = { text: 'bud', title: '', filter: UNRESTRICTED, asOf: '2026-06-01' };
    const before = models.scores(request);
    models.renew(request);
    expect(models.scores(request)).toEqual(before);
  });
});
