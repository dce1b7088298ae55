import { isRightCitation, namesRightPlace } from './cited-place.js';

const rules = {
  documentId: 'r',
  title: '대여 규칙',
  text: '제1조(빌리기) 3개까지 빌린다.\n제2조(돌려주기) 14일 이내에 돌려준다.',
  quotes: ['14일 이내에 돌려준다.'],
};
const guide = {
  documentId: 'g',
  title: 'Leave types',
  text: '# Leave types\n\n## Sick leave\n\nA note is needed.',
  quotes: ['A note is needed.'],
};

describe('the location that an answer cites', () => {
  it.each([
    ['대여 규칙 제2조에 따라 14일입니다.', true],
    ['대여 규칙 제1조에 따라 14일입니다.', false],
    ['14일입니다.', undefined],
  ])('%s', (answer, right) => {
    expect(namesRightPlace(answer, [rules])).toBe(right);
  });

  it.each([
    ['The page "Software Under $10,000" says that a note is needed.', false],
    ['See the page “Leave types”.', true],
    ['The Leave Types page says so.', true],
  ])('%s', (answer, right) => {
    expect(namesRightPlace(answer, [guide])).toBe(right);
  });

  it('is right by document, title or quote', () => {
    expect(
      [{ documentId: 'r' }, { title: '대여규칙' }, { quote: '14일 이내에 돌려준다' }, { documentId: 'x' }].map((c) =>
        isRightCitation(c, [rules]),
      ),
    ).toEqual([true, true, true, false]);
  });
});
