import { attributionSpan } from './clause-reading.js';

describe('an attribution of a claim to a document', () => {
  it.each([
    ['규정에 따르면 휴학은 12일입니다.', '규정에 따르면'],
    ['제시된 자료에 의하면, 휴학은 12일입니다.', '제시된 자료에 의하면,'],
    ['문서에 나와 있듯이 휴학은 12일입니다.', '문서에 나와 있듯이'],
    ['우리 대학 학칙에 명시된 바와 같이 휴학은 12일입니다.', '우리 대학 학칙에 명시된 바와 같이'],
    ['위 내용을 보면 휴학은 12일입니다.', '위 내용을 보면'],
    ['According to the provided documents, keys expire.', 'According to the provided documents,'],
    ['As stated in our handbook keys expire.', 'As stated in our handbook'],
  ])('of %j is %j', (text, clause) => {
    expect(text.slice(0, attributionSpan(text).end)).toBe(clause);
  });

  it.each([
    '휴학 규정에 따르면 휴학은 12일입니다.',
    '규정에 따라 정한다.',
    '규정에 따르면서 정한다.',
    '경찰에 따르면 사고는 밤에 났다.',
    '제6조에 따르면 휴학은 12일입니다.',
    '문서를 제출한다.',
    'According to Talvera, keys expire.',
    'The rules, according to the handbook, apply.',
  ])('is not the beginning of %j', (text) => {
    expect(attributionSpan(text).end).toBe(0);
  });
});
