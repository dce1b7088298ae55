import { evidence } from '../../../test/support/pipeline-fakes.js';
import { followReference } from './follow-references.js';
import { isReference, saysSomething } from './evidence.js';
import { LikelySentence } from './sentence-likelihood.js';

function likely(chunkId: string, text: string, support: number, place: object = {}): LikelySentence {
  const passage = { ...evidence(chunkId, text), ...place };
  const sentence = { start: 0, end: text.length, text, shares: [] };
  return { evidence: passage, sentence, support, typed: true, strength: support };
}
const texts = (sentences: readonly LikelySentence[]) => sentences.map(({ sentence }) => sentence.text);

describe('isReference', () => {
  it.each([
    '교습소의 휴업은 운영 지침에 따른다.',
    '제12조 제1항에 따른다.',
    'The fee is set out in the price list.',
    'See section 4.',
  ])('is so for %s', (text) => expect(isReference({ text })).toBe(true));

  it.each([
    '사용료는 한 시간에 3,000원이다.',
    '신청은 지침에 따른 서식으로 사흘 전까지 한다.',
    'The kiln fires at night.',
  ])('is not so for %s', (text) => expect(isReference({ text })).toBe(false));
});

describe('saysSomething', () => {
  it('is false for titles, headings and blank fields', () => {
    expect(saysSomething(likely('a', '연못 이용 신청서', 1, { title: '연못 이용 신청서' }))).toBe(false);
    expect(saysSomething(likely('a', '연못 이용 신청서', 1, { title: '별지 제2호 서식 연못 이용 신청서' }))).toBe(
      false,
    );
    expect(saysSomething(likely('a', 'Pond rules', 1, { title: 'Handbook: Pond rules' }))).toBe(false);
    expect(saysSomething(likely('a', 'Request form', 1))).toBe(false);
    expect(saysSomething(likely('a', '| 이름 |  | 전화번호 |  |', 1))).toBe(false);
    expect(saysSomething(likely('a', '| 어른 | 3,000원 |', 1))).toBe(true);
  });
});

describe('followReference', () => {
  const reference = likely('pond#0', '낚시를 어긴 사람의 벌은 연못 벌칙 내규에 따른다.', 0.8, {
    documentId: 'pond',
    title: '연못 규칙',
  });
  const meant = likely('fines#1', '낚시를 어긴 사람은 한 달 동안 들어오지 못한다.', 0.1, {
    documentId: 'fines',
    title: '연못 벌칙 내규',
  });
  const other = likely('boats#1', '배는 한 시간에 9천 원이다.', 0.1, { documentId: 'boats', title: '배 규칙' });

  it('ranks the referenced provision first, and the reference after it', () => {
    expect(texts(followReference([reference, other, meant]))[0]).toBe(meant.sentence.text);
    expect(texts(followReference([reference, other, meant]))).toHaveLength(3);
  });

  it('finds an article of the same document by its number', () => {
    const own = likely('pond#5', '배는 셋까지 띄운다.', 0.1, { documentId: 'pond', section: '제5조(배)' });
    const points = likely('pond#2', '배의 수는 제5조에 따른다.', 0.8, { documentId: 'pond', section: '제2조(뜻)' });
    expect(texts(followReference([points, own]))[0]).toBe(own.sentence.text);
  });

  it('keeps the order if there is no reference, or if its target was not found', () => {
    expect(followReference([other, meant])).toEqual([other, meant]);
    expect(followReference([reference, other])).toEqual([reference, other]);
    expect(followReference([])).toEqual([]);
  });
});
