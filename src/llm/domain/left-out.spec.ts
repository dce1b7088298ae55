import { beginsInside, gapMark, tailMark } from './left-out.js';

const spanOf = (text: string, part: string) => ({ start: text.indexOf(part), end: text.indexOf(part) + part.length });
const TABLE = '| 물건 | 수량 |\n|---|---|\n| 난로 | 3개 |\n| 천막 | 6개 |\n| 의자 | 40개 |';
const LIST = 'The yard lends:\n- a wheel\n- a kiln\n- a stool';

describe('the marks of omitted text', () => {
  it('are a separate row between the header of a table and a later row, and after the last shown row', () => {
    const head = spanOf(TABLE, '| 물건 | 수량 |\n|---|---|');
    expect(gapMark(TABLE, head, spanOf(TABLE, '| 천막 | 6개 |'))).toBe('| … |');
    expect(gapMark(TABLE, head, spanOf(TABLE, '| 난로 | 3개 |'))).toBe('');
    expect(tailMark(TABLE, spanOf(TABLE, '| 천막 | 6개 |'))).toBe('| … |');
    expect(tailMark(TABLE, spanOf(TABLE, '| 의자 | 40개 |'))).toBe('');
  });

  it('are an ellipsis between items, paragraphs and sentences, and after an item whose list continues', () => {
    expect(gapMark(LIST, spanOf(LIST, 'The yard lends:'), spanOf(LIST, '- a kiln'))).toBe('…');
    expect(tailMark(LIST, spanOf(LIST, '- a kiln'))).toBe('…');
    expect(tailMark(LIST, spanOf(LIST, '- a stool'))).toBe('');
    const rules = '① 물레는 낮에 쓴다. ② 가마는 밤에 쓴다. ③ 문은 닫는다.';
    expect(gapMark(rules, spanOf(rules, '① 물레는 낮에 쓴다.'), spanOf(rules, '③ 문은 닫는다.'))).toBe('…');
    expect(tailMark(rules, spanOf(rules, '① 물레는 낮에 쓴다.'))).toBe('');
  });

  it('show that a sentence is cut in its middle', () => {
    const long = 'The yard lends wheels, kilns, stools, and benches to members.';
    expect(beginsInside(long, spanOf(long, 'kilns, stools'))).toBe(true);
    expect(tailMark(long, spanOf(long, 'kilns, stools'))).toBe('…');
    expect(beginsInside(long, { start: 0, end: long.length })).toBe(false);
    expect(tailMark(long, { start: 0, end: long.length })).toBe('');
  });
});
