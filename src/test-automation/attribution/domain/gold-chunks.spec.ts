import { testResultOf } from '../../../../test/support/test-result-of.js';
import { goldChunksOf, isWhollyIn, placeOfGold } from './gold-chunks.js';

const QUOTE = '빌린 날부터 14일 이내에 창구에 돌려주어야 한다.';
const result = {
  ...testResultOf('a', 'failure'),
  gold: {
    documentId: 'doc',
    section: null,
    quote: QUOTE,
    requiredFacts: ['14일'],
    forbiddenFacts: [],
    answerable: true,
  },
};
const source = (chunkId: string, quote: string) => ({
  documentId: 'doc',
  chunkId,
  title: 'T',
  quote,
  start: 0,
  end: quote.length,
});

describe('the right passage', () => {
  it('is the chunk that quotes it, not another one of its document', () => {
    const sources = [source('doc#1', '늦으면 하루에 500원을 낸다.'), source('doc#4', `제2조 ${QUOTE}`)];
    const chunks = goldChunksOf([{ ...result, sources }]);
    expect(placeOfGold(['doc#1', 'x#2', 'doc#4'], result, chunks)).toEqual({ rank: 3, isPassage: true });
    expect(placeOfGold(['doc#1'], result, chunks)).toEqual({ rank: null, isPassage: true });
  });

  it('is identified by its document alone if nothing quotes it', () => {
    const chunks = goldChunksOf([{ ...result, sources: [] }]);
    expect(placeOfGold(['x#2', 'doc#1'], result, chunks)).toEqual({ rank: 2, isPassage: false });
  });

  it('is certainly lost only if all passages of its document are lost', () => {
    expect(isWhollyIn(['doc#1', 'doc#4'], ['doc#1'], 'doc')).toBe(false);
    expect(isWhollyIn(['doc#1', 'doc#4'], ['doc#4', 'doc#1'], 'doc')).toBe(true);
    expect(isWhollyIn(['x#1'], ['x#1'], 'doc')).toBe(false);
  });
});
