import { Gold } from '../../domain/question.js';
import { ComponentEvent } from '../../domain/rag-target.js';
import { observeComponents, RAG_COMPONENTS } from './trace-attribution.js';

const GOLD: Gold = {
  documentId: 'rules/leave',
  section: null,
  quote: null,
  requiredFacts: [],
  forbiddenFacts: [],
  answerable: true,
};
const passages = (...ids: string[]) => ids.map((chunk_id) => ({ chunk_id, score: 1 }));
const event = (component: string, input: unknown, output: unknown): ComponentEvent => ({
  component,
  fired: true,
  input,
  output,
  effect: 'e',
  tookMs: 2,
});

describe('observeComponents', () => {
  it('has a line for each of the eight, and says so if the target reports nothing', () => {
    const observed = observeComponents([], GOLD);
    expect(observed.map((o) => o.component)).toEqual([...RAG_COMPONENTS]);
    expect(new Set(observed.map((o) => o.fired))).toEqual(new Set([null]));
    expect(observed[0]?.effect).toContain('no trace');
  });

  it('reads which passages changed, and the rank of the gold document before and after', () => {
    const before = passages('a#1', 'rules/leaves#1', 'rules/leave#4');
    const after = passages('rules/leave#4', 'a#1', 'b#2');
    const [reranker] = observeComponents([event('reranker', { passages: before }, after)], GOLD).filter(
      (o) => o.component === 'reranker',
    );
    expect(reranker).toMatchObject({ fired: true, changedPassages: 2, goldRank: { before: 3, after: 1 }, tookMs: 2 });
  });

  it('infers nothing from an event without passages', () => {
    const [analyser] = observeComponents(
      [event('query_analyzer', { question: 'x' }, { intent: 'question' })],
      GOLD,
    ).filter((o) => o.component === 'query_analyzer');
    expect(analyser).toMatchObject({ changedPassages: null, goldRank: null });
  });

  it('has no rank for a question without a gold document', () => {
    const [search] = observeComponents([event('hybrid_search', {}, { passages: passages('a#1') })], {
      ...GOLD,
      documentId: null,
    }).filter((o) => o.component === 'hybrid_search');
    expect(search?.goldRank).toBeNull();
  });
});
