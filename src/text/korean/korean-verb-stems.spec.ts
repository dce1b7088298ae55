import fc from 'fast-check';
import { koreanVerbStems, verbFormsOf } from './korean-verb-stems.js';

/** Whether a word of a text starts with a form of the verb in the question. */
function finds(asked: string, written: string): boolean {
  return verbFormsOf(asked).some((form) => written.startsWith(form));
}

describe('forms of a Korean verb', () => {
  it.each([
    ['쉬나요', '쉰다'],
    ['쉬는', '쉽니다'],
    ['쉬려면', '쉬고'],
    ['빌려요', '빌린다'],
    ['빌리나요', '빌려'],
    ['빌렸는데', '빌릴'],
    ['빌립니까', '빌린다'],
    ['고쳐야', '고친다'],
    ['고칠까요', '고쳐'],
    ['알리나요', '알린다'],
    ['지나면', '지난'],
    ['여나요', '연다'],
    ['여나요', '열고'],
    ['받아도', '받으며'],
    ['써야', '쓴다'],
    ['냈는데', '낸다'],
    ['가나요', '간다'],
    ['바꿔', '바꾼다'],
    ['어려워요', '어려운'],
    ['지켜야', '지킨다'],
  ])('%s finds %s', (asked, written) => expect(finds(asked, written)).toBe(true));

  it.each([
    ['쉬나요', '연다'],
    ['빌려요', '빈다'],
    ['고쳐야', '고른다'],
  ])('%s does not find %s', (asked, written) => expect(finds(asked, written)).toBe(false));

  it.each(['신고', '부서', '화면', '도서관', '기간', '안내', '제도', '분야', '보고', '하나요', '한다', '있나요'])(
    'finds no content verb in %s',
    (word) => expect(koreanVerbStems(word)).toEqual([]),
  );

  it('returns a bounded number of forms for any word', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'쉬는열나요다면려고을었습니까갔써워'), maxLength: 12 }),
        (word) => {
          expect(verbFormsOf(word).length).toBeLessThanOrEqual(32);
        },
      ),
    );
  });
});
