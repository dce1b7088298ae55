import { UNRESTRICTED } from '../../../shared/domain/category-filter.js';
import { document, passage, StoredCorpus, TODAY } from '../../../../test/support/stored-corpus.js';
import { RankingRequest } from '../../ranking/domain/passage-ranking.js';
import { SearchEngine } from './search-engine.js';

const KILN: RankingRequest = {
  query: 'kiln',
  topK: 5,
  mode: 'hybrid',
  rerank: true,
  synonyms: true,
  feedback: true,
  scope: { filter: UNRESTRICTED, asOf: TODAY },
  vector: undefined,
};
const ignore = () => undefined;

describe('SearchEngine', () => {
  let corpus: StoredCorpus;
  let engine: SearchEngine;
  beforeEach(async () => {
    corpus = await StoredCorpus.open();
    await corpus.put(document('a'), document('b', { passages: [passage('The kiln is cold.')] }));
    engine = await SearchEngine.open(corpus.file, { onChange: ignore, onDamage: ignore });
  });
  afterEach(async () => {
    engine.close();
    await corpus.close();
  });

  it('finds the former version of a document that is replaced during the search, and the new one in the next', async () => {
    const pending = engine.rank(KILN);
    const { writer } = corpus.database;
    writer.exec('BEGIN');
    void corpus.writer.put(document('a', { passages: [passage('The kiln was rebuilt.')] }));
    writer.exec('COMMIT');
    const during = await pending;
    expect(during.hits.map((hit) => hit.passage.documentId).sort()).toEqual(['a', 'b']);
    const after = await engine.rank(KILN);
    expect(after.hits.map((hit) => hit.passage.text).sort()).toEqual(['The kiln is cold.', 'The kiln was rebuilt.']);
  });

  it('finds earlier commits at once, also after a failed search', async () => {
    await expect(engine.rank({ ...KILN, query: Symbol('no text') as unknown as string })).rejects.toThrow();
    await corpus.put(document('c'));
    expect((await engine.rank(KILN)).hits.map((hit) => hit.passage.documentId)).toContain('c');
  });
});
