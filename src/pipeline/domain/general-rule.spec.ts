import { Evidence } from './evidence.js';
import { withGeneralRule } from './general-rule.js';
import { LikelySentence } from './sentence-likelihood.js';

function passage(documentId: string): Evidence {
  return {
    chunkId: `${documentId}#1`,
    documentId,
    title: 'Rules',
    section: undefined,
    url: null,
    date: null,
    version: null,
    canonicalPath: [],
    start: 0,
    text: '',
    score: 0.5,
    deleted: false,
    titleWords: [],
    aside: false,
    headingShares: [],
    passageShares: [],
    sentences: [],
  };
}

function likely(text: string, support: number, document = 'rules', typed = true): LikelySentence {
  return {
    evidence: passage(document),
    sentence: { start: 0, end: text.length, text, shares: [] },
    support,
    typed,
    strength: 1,
  };
}
const order = (found: readonly LikelySentence[]) => found.map(({ sentence }) => sentence.text);

describe('withGeneralRule', () => {
  const startup = '① 창업 쉼은 최대 2년까지 허락한다.';
  const parental = '② 육아쉼은 최대 4년까지 허락한다.';
  const general = '제6조 보통 쉼은 모두 더하여 3년으로 한다.';

  it('quotes the general rule together with special ones that the question does not ask for', () => {
    const found = withGeneralRule(
      [likely(startup, 0.6), likely(parental, 0.38), likely(general, 0.013)],
      '쉼은 최대 몇 년까지 할 수 있나요?',
    );
    expect(order(found)).toEqual([startup, general, parental]);
    expect(found.reduce((sum, { support }) => sum + support, 0)).toBeCloseTo(0.993);
    const english = withGeneralRule(
      [likely('Parental leave lasts 24 months.', 0.8), likely('Leave lasts 12 months in total.', 0.02)],
      'How long can leave last at most?',
    );
    expect(english[1]?.support).toBeCloseTo(0.26);
  });

  it.each([
    ['a kind is asked for', '육아쉼은 최대 몇 년까지 할 수 있나요?', [likely(parental, 0.9), likely(general, 0.03)]],
    ['a general rule is quoted already', '쉼은 몇 년까지 하나요?', [likely(general, 0.6), likely(startup, 0.3)]],
    ['it is of another document', '쉼은 몇 년까지 하나요?', [likely(startup, 0.9), likely(general, 0.03, 'other')]],
    [
      'it holds no value',
      '쉼은 몇 년까지 하나요?',
      [likely(startup, 0.9), likely('쉼은 신청한다.', 0.03, 'rules', false)],
    ],
    ['it hardly fits', '쉼은 몇 년까지 하나요?', [likely(startup, 0.9), likely(general, 0.001)]],
    [
      'a kind is asked for',
      'How long can study leave last?',
      [likely('Study leave lasts 36 months.', 0.9), likely('Leave lasts 12 months.', 0.03)],
    ],
  ])('changes nothing where %s', (_, question, sentences) => {
    expect(withGeneralRule(sentences, question)).toEqual(sentences);
  });
});
