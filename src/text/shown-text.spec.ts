import fc from 'fast-check';
import { shownText } from './shown-text.js';

describe('shownText', () => {
  it.each([
    ['제7조(사용료) 연습실은 한 시간에 3,000원이다. <개정 2021. 3. 1.>', '연습실은 한 시간에 3,000원이다.'],
    ['② 가마는 밤에 닫는다. [본항신설 2019. 9. 1., 개정 2022. 1. 5.]', '② 가마는 밤에 닫는다.'],
    ['제3조의2【기간】 대여 기간은 2주다.', '대여 기간은 2주다.'],
    ['## Opening hours', 'Opening hours'],
    ['## Opening hours\nThe kiln opens at six.', 'The kiln opens at six.'],
    [
      'See the [kiln guide](https://example.org/kiln_(1).html "Kiln") for **glaze** rules.',
      'See the kiln guide for glaze rules.',
    ],
    ['Set `fuse_limit` to <b>6</b>.<br/>', 'Set fuse_limit to 6.'],
    ['> _Note:_ bring gloves.', 'Note: bring gloves.'],
    ['**\\*Note:** the offer ended in May\\.', '*Note: the offer ended in May.'],
    ['See the [glaze\n    table](/glaze#table) first.', 'See the glaze table first.'],
    ['\\[Details within\n    the yard](/details) apply.', 'Details within the yard apply.'],
    ['Keep **the whole\nreceipt**.', 'Keep the whole receipt.'],
    [
      'The kiln of the northern workshop is lit on Monday\nMornings and is put out on Friday.',
      'The kiln of the northern workshop is lit on Monday Mornings and is put out on Friday.',
    ],
    ['Bring gloves\nand a mask.', 'Bring gloves and a mask.'],
    [
      '북쪽 작업장의 가마는 월요일 아침마다 담당자가 불을 붙이고\n금요일 저녁에 끈다.',
      '북쪽 작업장의 가마는 월요일 아침마다 담당자가 불을 붙이고 금요일 저녁에 끈다.',
    ],
  ])('shows %s', (stored, shown) => {
    expect(shownText(stored)).toBe(shown);
  });

  it.each([
    '위원회(위원장 포함)는 5명으로 한다.',
    '5 * 3 * 2 is thirty, and snake_case_name stays.',
    'a < b and c > d',
    '| 구분 | 금액 |',
    '제5조(값)',
    '|---|---|',
    '(2020년에 지은) 건물은 3층이다.',
    '제5조에 따라 정한다.',
    'Monday: 9 to 5\nTuesday: 10 to 6',
    'Bring the following to the workshop on the first day:\nGloves\nA mask',
    '- The glaze of the northern workshop is kept in the cellar\n- The clay is kept in the yard',
    '| The glaze of the northern workshop | kept in the cellar |\n| The clay | in the yard |',
    '① 북쪽 작업장의 가마는 월요일 아침마다 담당자가 불을 붙인다\n② 금요일 저녁에 끈다',
    'The files are in C:\\glaze\\.git of the server.',
  ])('leaves %s as it is', (stored) => {
    expect(shownText(stored)).toBe(stored);
  });

  it('never returns an empty text, and is idempotent', () => {
    const part = fc.constantFrom(
      '제1조(목적) ',
      '**a**',
      '<개정 2020. 1. 1.>',
      '[b](c)',
      '가',
      '#',
      ' ',
      '`',
      '_',
      '<b>',
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), (parts) => {
        const text = parts.join('').trim();
        if (text !== '') expect(shownText(text)).not.toBe('');
      }),
    );
  });
});
