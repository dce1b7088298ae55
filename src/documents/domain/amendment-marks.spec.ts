import fc from 'fast-check';
import { amendments, bareDeletion, isDeleted } from './amendment-marks.js';

const told = (text: string): string[] => amendments(text).map(({ kind, date }) => `${kind} ${date}`);

describe('amendments', () => {
  it.each([
    ['<개정 2008. 2. 1, 2015. 2. 1., 2020.7.1>', ['amended 2008-02-01', 'amended 2015-02-01', 'amended 2020-07-01']],
    [
      '<신설 2020. 3. 1, 개정 2022. 3. 1., 2023. 3. 1.>',
      ['added 2020-03-01', 'amended 2022-03-01', 'amended 2023-03-01'],
    ],
    ['<삭제 2019. 9. 1.>', ['deleted 2019-09-01']],
    ['삭제 <2019. 9. 1.>', ['deleted 2019-09-01']],
    ['<단서조항삭제 2005. 12. 1 개정 2011. 2. 10>', ['deleted 2005-12-01', 'amended 2011-02-10']],
    ['<2007. 4. 2 단서조항삽입, 개정 2008. 5. 6.>', ['added 2007-04-02', 'amended 2008-05-06']],
    ['<본조신설 2010.10.4.>', ['added 2010-10-04']],
    ['[본조신설 2020. 7. 1.]', ['added 2020-07-01']],
    ['<전문개정 2020. 7. 1.>', ['amended 2020-07-01']],
    ['<제목개정 2014. 2. 3 , 2018. 1. 5>', ['amended 2014-02-03', 'amended 2018-01-05']],
    ['「개정 2020. 7. 1.」', ['amended 2020-07-01']],
    ['(개정 2020. 7. 1.)', ['amended 2020-07-01']],
    ['(2020. 7. 1. 개정, 2021. 3. 1. 개정)', ['amended 2020-07-01', 'amended 2021-03-01']],
    ['<제정 1998년 3월 2일>', ['enacted 1998-03-02']],
    ['[제16조에서 이동 2021. 8. 20]', ['moved 2021-08-20']],
    ['[종전 제12조의2는 제13조로 이동 2021. 8. 20.]', ['moved 2021-08-20']],
    ['<개정 2020. 1. 1.. 2024. 6. 1.>', ['amended 2020-01-01', 'amended 2024-06-01']],
    ['<개정 2020. 1. 1.,\n2024. 6. 1.>', ['amended 2020-01-01', 'amended 2024-06-01']],
    ['<개정 2020. 1. 1.', ['amended 2020-01-01']],
  ])('reads %s', (mark, events) => {
    expect(told(`① 휴학은 신청한다. ${mark}`)).toEqual(events);
  });

  it('sorts by date and returns each date once per kind', () => {
    expect(told('가 <개정 2022. 3. 1.> 나 <신설 2020. 3. 1., 개정 2022. 3. 1.> 다 <개정 2021. 1. 1.>')).toEqual([
      'added 2020-03-01',
      'amended 2021-01-01',
      'amended 2022-03-01',
    ]);
  });

  it.each([
    '(개정)',
    '(시행일) 2020. 7. 1.부터',
    '<2020. 7. 1.>',
    '<개정 2020. 13. 1.>',
    '<개정 2021. 2. 29.>',
    '(2020. 7. 1. 개정된 규정에 따라 휴학한 학생)',
    '(2020. 7. 1. 이후에 입학한 학생으로서 학칙의 변경에 따라 소속 학과와 전공이 바뀐 사람과 그에 준하는 사람을 말한다)',
    '「고등교육법」 개정 2020. 7. 1.',
  ])('does not treat %s as a mark', (text) => {
    expect(told(text)).toEqual([]);
  });

  it('returns ascending days of the calendar for any text', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '개정 ',
      '삭제',
      '신설 ',
      '2020. 2. 29.',
      '2021. 2. 29.',
      ', ',
      '(',
      ')',
      '본조',
      '\n',
      '1999.1.1',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const dates = amendments(pieces.join('')).map(({ date }) => date);
        expect(dates).toEqual([...dates].sort());
        for (const date of dates) expect(new Date(date).toISOString().slice(0, 10)).toBe(date);
      }),
    );
  });
});

describe('isDeleted', () => {
  it.each([
    ' <삭제 2019. 9. 1.>',
    ' 삭제',
    ' 삭제 <2019. 9. 1.>',
    '① <삭제>\n② <삭제 2020. 1. 1.>',
    ' [삭제 2019. 9. 1.] - 12 -',
  ])('is true for %j', (body) => {
    expect(isDeleted(body)).toBe(true);
  });

  it.each([
    '',
    ' <개정 2020. 7. 1.>',
    ' <단서조항삭제 2005. 12. 1.>',
    ' <단서 삭제 2005. 12. 1.>',
    ' 삭제를 청구한다.',
    '① <삭제>\n② 신청한다.',
  ])('is false for %j', (body) => {
    expect(isDeleted(body)).toBe(false);
  });

  it('finds the date of a deletion without brackets', () => {
    expect(bareDeletion(' 삭제 2019. 9. 1.')).toEqual({ kind: 'deleted', date: '2019-09-01' });
    expect(bareDeletion(' 삭제')).toBeUndefined();
  });
});
