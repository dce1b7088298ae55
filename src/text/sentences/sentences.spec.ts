import { quickestMs } from '../../../test/support/processor-time.js';
import fc from 'fast-check';
import { sentenceSpans } from './sentences.js';

const sentences = (text: string): string[] => sentenceSpans(text).map(({ start, end }) => text.slice(start, end));

describe('sentenceSpans', () => {
  it('ends English sentences at stops before a blank', () => {
    expect(sentences('Backups run daily. Are they tested? Yes! Restores take 3.5 hours.')).toEqual([
      'Backups run daily.',
      'Are they tested?',
      'Yes!',
      'Restores take 3.5 hours.',
    ]);
  });

  it('takes full-width digits, brackets and stops for ordinary ones', () => {
    expect(sentences('제１조（목적） 가를 정한다．\n제２조（시간） 나로 한다．\n１． 다\n２． 라')).toEqual([
      '제１조（목적） 가를 정한다．',
      '제２조（시간） 나로 한다．',
      '１． 다',
      '２． 라',
    ]);
  });

  it('ends Korean sentences at stops, also before a line break', () => {
    expect(sentences('휴학은 1년으로 한다. 다만, 연장할 수 있다.\n복학은 신청하여야 한다.')).toEqual([
      '휴학은 1년으로 한다.',
      '다만, 연장할 수 있다.',
      '복학은 신청하여야 한다.',
    ]);
    expect(sentences('これは文です。 次の文です。')).toEqual(['これは文です。', '次の文です。']);
  });

  it.each([
    'Dr. Kim and Prof. Lee saw e.g. two, i.e. both, vs. none in Fig. 3 of No. 7.',
    'The U.S. Government owns the copy.',
    'J. R. Smith wrote version 3.2 at 5 p.m. yesterday.',
    'Acme Inc. sells bolts, nuts, etc. in boxes.',
    'He asked "Really?" and left.',
    'Wait... what happened?',
    'Strains of Y. pestis and Y. p. orientalis were found.',
    'I am here to . . . submit to the penalty.',
    '이 규정은 2020. 7. 1. 개정한 것으로 본다.',
    '시행일은 2020. 7. 1.부터 2021. 2. 28.까지로 한다.',
    '파일은 index.html 또는 a.b.c 형식이다.',
  ])('keeps one sentence whole: %s', (text) => {
    expect(sentences(text)).toEqual([text]);
  });

  it('ends a sentence after an abbreviation when the next word opens one', () => {
    expect(sentences('It ships to the U.S. The fee is 5 USD.')).toEqual(['It ships to the U.S.', 'The fee is 5 USD.']);
    expect(sentences('Use version 3.2. Then restart. No. It works.')).toEqual([
      'Use version 3.2.',
      'Then restart.',
      'No.',
      'It works.',
    ]);
    expect(sentences('It closed in 2020. The rest stayed.')).toEqual(['It closed in 2020.', 'The rest stayed.']);
  });

  it('takes quotes and brackets into the sentence that they close', () => {
    expect(sentences('(See below.) "Stop." **Go on.** Done.')).toEqual([
      '(See below.)',
      '"Stop."',
      '**Go on.**',
      'Done.',
    ]);
  });

  it('does not end a sentence at the wrapping of a printed page', () => {
    expect(sentences('The restore must be\nrehearsed every\nquarter. It is short.')).toEqual([
      'The restore must be\nrehearsed every\nquarter.',
      'It is short.',
    ]);
    expect(sentences('휴학은 통산 3년을 초과할 수 없으며 신청하여야 한\n다. 다만, 예외로 한다.')).toEqual([
      '휴학은 통산 3년을 초과할 수 없으며 신청하여야 한\n다.',
      '다만, 예외로 한다.',
    ]);
    expect(sentences('시행일은 2020.\n7. 1. 이다.')).toEqual(['시행일은 2020.\n7. 1. 이다.']);
  });

  it('reads full-width signs as half-width ones', () => {
    const text = '문은 닫는다． 창도 닫는다．\n１．큰 문\n２．작은 문';
    expect(sentenceSpans(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      '문은 닫는다．',
      '창도 닫는다．',
      '１．큰 문\n２．작은 문',
    ]);
  });

  it('ends at line breaks before items, rows, headings and empty lines', () => {
    const items = [
      '다음 각 호와 같다',
      '1. 질병',
      '2. 병역',
      '가. 현역',
      '나. 보충역',
      '② 둘째 항',
      '- 점',
      '• 점',
      '| a | b |',
      '| c | d |',
    ];
    expect(sentences(items.join('\n'))).toEqual(items);
    expect(sentences('Intro\n# Heading\n\nText')).toEqual(['Intro', '# Heading', 'Text']);
    expect(sentences('휴학을 허가한다\n제9조(복학) 복학한다\n제3장  복  학')).toEqual([
      '휴학을 허가한다',
      '제9조(복학) 복학한다',
      '제3장  복  학',
    ]);
  });

  it.each([
    ['Opening hours\nThe pool is open from 9 to 21 on every working day.', 'Opening hours'],
    ['개인 회원\n이용 요금은 한 달에 3,000원이며 학생은 절반을 낸다.', '개인 회원'],
    ['연차 휴가\n휴가는 15일이며 해마다 하루씩 늘어난다.', '연차 휴가'],
    ['# Fees\nThe fee is 3.', '# Fees'],
    ['## 요금\n요금은 3원이다.', '## 요금'],
  ])('ends after a line that is a heading: %j', (text, heading) => {
    expect(sentences(text)).toEqual([heading, text.slice(heading.length + 1)]);
  });

  it('takes two items in a row for a list', () => {
    const items = '4. 물레 관리\n5. 가마와 유약 및 흙의 관리와 그 밖의 일';
    expect(sentences(items)).toEqual(items.split('\n'));
  });

  it.each([
    'The reading room of the old\nlibrary is open until nine in the evening on working days.',
    'The tram to the Grand Hotel of the old\nHarbour runs every ten minutes from six on.',
    '학생이 신청한\n휴학은 총장이 허가하며 그 기간은 1년으로 한다.',
    '도서관 자료를 빌리려는 사람은\n신분증을 내고 회원증을 받아 창구에 보여야 한다.',
    '이 내규는 시설의\n이용과 그 요금에 필요한 사항을 정하는 것으로 한다.',
  ])('does not treat an incomplete line as a heading: %j', (text) => {
    expect(sentences(text)).toEqual([text]);
  });

  it('leaves the title of an article with its first sentence', () => {
    expect(sentences('제2조(신청 기간)\n① 휴학은 신청한다.\n② 복학도 같다.')).toEqual([
      '제2조(신청 기간)\n① 휴학은 신청한다.',
      '② 복학도 같다.',
    ]);
    expect(sentences('제2조(신청 기간) 신청은 매 학기 한다.')).toEqual(['제2조(신청 기간) 신청은 매 학기 한다.']);
  });

  it('leaves marks of amendment with the sentence before them', () => {
    expect(
      sentences('신청한다. <개정 2020. 7. 1.> 다만, 예외로 한다.<신설 2021. 1. 1>\n[본조신설 2019. 3. 1.]\n끝이다.'),
    ).toEqual([
      '신청한다. <개정 2020. 7. 1.>',
      '다만, 예외로 한다.<신설 2021. 1. 1>\n[본조신설 2019. 3. 1.]',
      '끝이다.',
    ]);
  });

  it('gives trimmed, ordered spans that hold every character that is not blank', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '.',
        '? ',
        '。',
        '\n',
        '\n\n',
        ' ',
        '제1조(목적)',
        '① ',
        '1. ',
        '가. ',
        '<개정 2020. 7. 1.>',
        '| a |\n',
        '😀',
        'U.S. ',
        '한다. ',
        '\u3000',
        '"',
        '…',
      ),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        let covered = 0;
        for (const { start, end } of sentenceSpans(text)) {
          expect(start).toBeGreaterThanOrEqual(covered);
          expect(end).toBeGreaterThan(start);
          expect(text.slice(covered, start).trim()).toBe('');
          expect(text.slice(start, end)).toBe(text.slice(start, end).trim());
          covered = end;
        }
        expect(text.slice(covered).trim()).toBe('');
      }),
      { numRuns: 500 },
    );
  });

  it('is linear for a megabyte of spaces after a full stop', () => {
    const text = `한다.${' '.repeat(1_000_000)}끝`;
    const read = () => expect(sentences(text)).toHaveLength(2);
    expect(quickestMs(read, 1_000)).toBeLessThanOrEqual(1_000);
  });

  it.each([
    ['.'],
    ['. '],
    ['\n'],
    ['<개정 '],
    ['다.<개정 2020. 7. 1'],
    ['다. <개정 2020. 7. 1.> '],
    ['다.\n<개정 2020. 7. 1.> '],
    ['1. '],
    ['다.(개정 2020'],
    ['가'],
    ['!"'],
    ['제1조(\n'],
  ])('stays linear on a megabyte of %j', (unit) => {
    const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
    expect(quickestMs(() => sentenceSpans(text), 2_000)).toBeLessThanOrEqual(2_000);
  });

  it('stays linear on a row of a table with a megabyte of sentences', () => {
    const row = `| ${'한다. '.repeat(250_000)}|`;
    expect(sentenceSpans(row)).toHaveLength(1);
    expect(quickestMs(() => sentenceSpans(row), 2_000)).toBeLessThanOrEqual(2_000);
  });
});
