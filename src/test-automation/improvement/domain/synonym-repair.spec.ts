import { ConfigurationView } from './served-configuration.js';
import {
  candidatePairs,
  foreignTerms,
  foreignWords,
  isPart,
  isShortFor,
  isUnitIn,
  likeness,
  pairOf,
  pairText,
  synonymPatch,
} from './synonym-repair.js';

const view = (...groups: string[][]): ConfigurationView => ({
  version: 1,
  intents: [],
  synonyms: groups.map((words) => ({ lang: 'ko', words })),
  numbers: new Map(),
});

describe('isShortFor', () => {
  it('recognizes Korean abbreviations', () => {
    expect(isShortFor('복전', '복수전공')).toBe(true);
    expect(isShortFor('전복', '복수전공')).toBe(false);
    expect(isShortFor('복수전공', '복전')).toBe(false);
  });
});

describe('foreignWords', () => {
  it('are the words of the question that the passage does not have, without numbers and single letters', () => {
    expect(foreignWords(['복전', '신청', '3월', '때'], '복수 전공 신청 기간')).toEqual(['복전']);
  });
});

describe('foreignTerms', () => {
  it('are nouns and verbs, and no stem of a verb that looks like a noun', () => {
    expect(foreignTerms(['고치', '학칙'], ['고치다'], '학칙의 개정')).toEqual(['고치다']);
    expect(foreignTerms(['휴학'], ['고치다'], '고쳐야 한다')).toEqual(['휴학']);
  });
});

describe('pairOf', () => {
  it('reads the words that pairText writes', () => {
    const pair = { asked: '법카', written: '법인카드' };
    expect(pairOf(pairText(pair))).toEqual(pair);
    expect(pairOf('vague_words: 3')).toBeUndefined();
  });
});

describe('isPart', () => {
  it('distinguishes a part of a word from a synonym and from a longer word', () => {
    expect(isPart({ asked: '대관신청', written: '신청' })).toBe(true);
    expect(isPart({ asked: '대관', written: '대관신청' })).toBe(false);
    expect(isPart({ asked: 'Rental', written: 'lease' })).toBe(false);
  });
});

describe('isUnitIn', () => {
  it('distinguishes the units of a passage from its topic', () => {
    const passage = '등록금의 90 퍼센트를 4학기 동안 낸다. 학기 중에는 5만원을 더 낸다.';
    expect(['퍼센트', '만원', '학기', '등록금', '휴학'].map((word) => isUnitIn(word, passage))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('candidatePairs', () => {
  it('puts a long form before its neighbours', () => {
    const [first] = candidatePairs(['복전'], ['신청', '기간', '복수전공'], '복수전공 신청 기간');
    expect(first).toEqual({ asked: '복전', written: '복수전공' });
    expect(likeness({ asked: '복전', written: '복수전공' })).toBeGreaterThan(
      likeness({ asked: '복전', written: '전공' }) - 1,
    );
  });
});

describe('synonymPatch', () => {
  const pair = { asked: '복전', written: '복수전공' };
  it('is empty for one word in two spellings, and for a word that the configuration does not take', () => {
    expect(synonymPatch(view(), { asked: 'Wi-Fi', written: 'wi-fi' })).toEqual([]);
    expect(synonymPatch(view(), { asked: '이름바꾸', written: '이름바꾸' })).toEqual([]);
    expect(synonymPatch(view(), { asked: 'a'.repeat(61), written: 'kiln' })).toEqual([]);
  });

  it('makes a group if neither word has one', () => {
    const value = { lang: 'ko', words: ['복수전공', '복전'] };
    expect(synonymPatch(view(), pair)).toEqual([{ op: 'add', path: '/synonyms/groups/-', value }]);
  });

  it('widens the group of either word', () => {
    const add = (value: string) => [{ op: 'add', path: '/synonyms/groups/1/words/-', value }];
    expect(synonymPatch(view(['a', 'b'], ['복수전공', '이중전공']), pair)).toEqual(add('복전'));
    expect(synonymPatch(view(['a', 'b'], ['복전', '복수']), pair)).toEqual(add('복수전공'));
  });

  it('merges two groups, and does nothing if the words are synonyms already', () => {
    expect(synonymPatch(view(['복전', '복수'], ['복수전공', '이중전공']), pair)).toEqual([
      { op: 'replace', path: '/synonyms/groups/0/words', value: ['복전', '복수', '복수전공', '이중전공'] },
      { op: 'remove', path: '/synonyms/groups/1' },
    ]);
    expect(synonymPatch(view(['복전', '복수전공']), pair)).toEqual([]);
    expect(synonymPatch(view(['변경', '바꾸다']), { asked: '바꾸다', written: '변경' })).toEqual([]);
  });

  it('leaves a group with starts of a verb to its sense, and joins the verb with the group of another', () => {
    const groups = view(['수리', '고치', '고쳐'], ['개정', '개편']);
    expect(synonymPatch(groups, { asked: '고치다', written: '개정' })).toEqual([
      { op: 'add', path: '/synonyms/groups/1/words/-', value: '고치다' },
    ]);
    expect(synonymPatch(groups, { asked: '고치다', written: '정정' })).toEqual([
      { op: 'add', path: '/synonyms/groups/-', value: { lang: 'ko', words: ['정정', '고치다'] } },
    ]);
  });

  it('completes a verb of which a group has some starts alone', () => {
    expect(synonymPatch(view(['변경', '바꾸']), { asked: '바꾸다', written: '변경' })).toEqual([
      { op: 'add', path: '/synonyms/groups/0/words/-', value: '바꾸다' },
    ]);
  });
});
