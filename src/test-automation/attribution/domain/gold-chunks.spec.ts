import { testResultOf } from '../../../../test/support/test-result-of.js';
import { chunksWith, goldChunksOf, partsOf, placeOfGold } from './gold-chunks.js';

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
    expect(placeOfGold(['doc#1', 'x#2', 'doc#4'], result, chunks)).toBe(3);
    expect(placeOfGold(['doc#1'], result, chunks)).toBeNull();
  });

  it('is nowhere if no chunk of it is known: another passage of its document is not it', () => {
    const chunks = goldChunksOf([{ ...result, sources: [] }]);
    expect(placeOfGold(['x#2', 'doc#1'], result, chunks)).toBeNull();
  });

  it('is each passage of its document that has the whole of it, or else each that has a part', () => {
    const cut = [
      { chunkId: 'doc#1', text: '제1조 늦으면 하루에 500원을 낸다.' },
      { chunkId: 'doc#2', text: `제2조 ${QUOTE}` },
      { chunkId: 'doc#3', text: '제3조 빌린 날부터 14일 이내에 창구에 돌려주어야 하며 늦출 수 없다.' },
    ];
    expect([...chunksWith(cut, QUOTE)]).toEqual(['doc#2']);
    const long = `${QUOTE} 늦으면 하루에 500원을 내고 다음부터는 빌리지 못한다.`;
    expect([...chunksWith([{ chunkId: 'doc#2', text: QUOTE }], long)]).toEqual(['doc#2']);
    expect(chunksWith(cut, '').size).toBe(0);
  });
});

describe('a gold of several passages', () => {
  const parts = [
    { section: '제3조', quote: '② 위원장은 부서장으로 하고 위원은 원장이 임명한다.', facts: ['부서장'] },
    { section: '제4조', quote: '제4조(임기) 위원의 임기는 2년으로 하되 연임할 수 있다.', facts: ['2년'] },
  ];
  const quote = parts.map((part) => part.quote).join('\n');
  const gold = { ...result.gold, quote, requiredFacts: ['부서장', '2년'], parts };

  it('has chunks for each of them, which are not those of the others', () => {
    const sources = [source('doc#2', parts[0]?.quote ?? ''), source('doc#3', parts[1]?.quote ?? '')];
    const chunks = goldChunksOf([{ ...result, gold, sources }]);
    const places = [gold, ...partsOf(gold)].map((one) => placeOfGold(['doc#3', 'x#1', 'doc#2'], { gold: one }, chunks));
    expect(places).toEqual([1, 3, 1]);
  });
});
