import { placedSentences } from '../../text/sentences/governing-sentences.js';
import { sentenceSpans } from '../../text/sentences/sentences.js';
import { quotationUnit } from './quotation-unit.js';

function unit(text: string, part: string): string[] {
  const sentences = placedSentences(text, sentenceSpans(text));
  const span = sentences.find(({ start, end }) => text.slice(start, end).includes(part));
  if (span === undefined) throw new Error(`No sentence holds ${part}`);
  return quotationUnit(text, span, sentences).map(({ start, end }) => text.slice(start, end));
}

describe('quotationUnit', () => {
  const forbidden = '제2조(금지) 다음 각 호의 물건은 맡길 수 없다.\n1. 젖은 물건\n2. 무거운 물건';

  it('never quotes an item of a list without the lead of the list', () => {
    expect(unit(forbidden, '무거운')).toEqual([forbidden]);
    const long = `다음 각 호의 물건은 맡길 수 없다.\n${Array.from({ length: 30 }, (_, i) => `${i + 1}. 물건 ${'가'.repeat(20)}${i}`).join('\n')}`;
    const [lead, item] = unit(long, '가17');
    expect([lead, item?.includes('가17')]).toEqual(['다음 각 호의 물건은 맡길 수 없다.', true]);
  });

  it('quotes a row with the header of its table, and omits the rows between', () => {
    const table = '| 사람 | 낮 | 밤 |\n|---|---|---|\n| 어른 | 3,000원 | 4,000원 |\n| 학생 | 2,000원 | 3,000원 |';
    expect(unit(table, '학생').join('\n')).toBe('| 사람 | 낮 | 밤 |\n|---|---|---|\n| 학생 | 2,000원 | 3,000원 |');
  });

  it('quotes a short paragraph of a provision whole, and of a long one the sentence', () => {
    expect(unit('① 가마는 밤에 쓴다. 문은 닫는다.\n② 끝.', '문은')).toEqual(['① 가마는 밤에 쓴다. 문은 닫는다.']);
    const long = `① ${'가마는 밤에만 쓰고 낮에는 쉰다. '.repeat(30)}문은 닫는다.`;
    expect(unit(long, '문은')).toEqual(['문은 닫는다.']);
  });

  it('adds the paragraph that another one refers to, and the one with its consequence', () => {
    const article =
      '제9조(지킴이) ① 지킴이는 문을 닫는다.\n② 지킴이는 불을 끈다.\n③ 제2항을 지키지 않은 지킴이는 하루를 쉰다.\n④ 제5조 제1항의 사람은 들어오지 못한다.';
    const both = ['② 지킴이는 불을 끈다.', '③ 제2항을 지키지 않은 지킴이는 하루를 쉰다.'];
    expect(unit(article, '불을')).toEqual(both);
    expect(unit(article, '하루를')).toEqual(both);
    expect(unit(article, '들어오지')).toEqual(['④ 제5조 제1항의 사람은 들어오지 못한다.']);
  });

  it('adds the sentence that another one continues', () => {
    const long = `${'The yard has an old kiln and a new one. '.repeat(12)}The kiln fires at night. It is closed on feast days.`;
    expect(unit(long, 'feast')).toEqual(['The kiln fires at night. It is closed on feast days.']);
  });

  it('adds the heading with the audience of a paragraph of plain text', () => {
    const korean =
      '개인 회원\n이용 요금은 한 달에 3,000원이며 학생은 절반을 낸다.\n\n단체 회원\n이용 요금은 한 달에 9,000원이며 열 사람까지 함께 쓴다.';
    expect(unit(korean, '9,000원')).toEqual(['단체 회원', '이용 요금은 한 달에 9,000원이며 열 사람까지 함께 쓴다.']);
    const english =
      'Guests\nGuests may stay for two nights, and for three in winter.\n\nMembers\n- A member may stay for nine nights in every year.\n- A member pays nothing.';
    expect(unit(english, 'nine nights').join('\n')).toBe('Members\n- A member may stay for nine nights in every year.');
  });
});
