import { openingLabel, passageKind, readLabel, asksFor } from './provision-label.js';

describe('readLabel', () => {
  it.each([
    ['제8조의2(배의 계류)', 'article', '8-2', '배의계류'],
    ['제2장 항구', 'chapter', '2', '항구'],
    ['부칙 <2020. 7. 1.>', 'addendum', '', ''],
    ['[별표 1] 계류 요금', 'annex', '1', '계류요금'],
    ['[별지 제3호 서식] 계류 신청서', 'form', '3', '계류신청서'],
    ['Section 4.2 Late fees', 'section', '4.2', 'latefee'],
    ['Article IV. Meetings', 'article', '4', 'meeting'],
    ['§ 5 Liability', 'section', '5', 'liability'],
    ['4.2 Late fees', 'number', '4.2', 'latefee'],
    ['Appendix B: Forms', 'annex', 'b', 'form'],
  ])('reads %j', (label, unit, number, titleKey) => {
    expect(readLabel(label)).toEqual({ provision: { unit, number }, titleKey });
  });

  it('treats a heading without a number as a title', () => {
    expect(readLabel('Late fees')).toEqual({ provision: undefined, titleKey: 'latefee' });
  });
});

describe('passageKind', () => {
  it.each([
    ['제2장 항구 > 제8조(계류)', 'article'],
    ['부칙 <2020. 7. 1.> > 제1조(시행일)', 'supplement'],
    ['[별표 1] 요금', 'form'],
    ['Rules > Rule 7. Boats', 'article'],
    ['제2장 항구', 'other'],
    ['Late fees', 'other'],
  ])('of %j is %j', (section, kind) => {
    expect(passageKind(section, '')).toBe(kind);
  });

  it('is read from the start of the text if there is no section', () => {
    expect(passageKind(undefined, '부칙\n1. 이 규정은 1월 1일부터 시행한다.')).toBe('supplement');
    expect(passageKind(undefined, '제3조(계류) 배는')).toBe('article');
    expect(passageKind(undefined, 'Twelve boats wait.')).toBe('other');
  });
});

describe('openingLabel', () => {
  it('is a heading, not the start of a sentence', () => {
    expect(openingLabel('Article 12. Appeals go to the board.')?.provision).toEqual({ unit: 'article', number: '12' });
    expect(openingLabel('Part 2 of the story begins.')).toBeUndefined();
    expect(openingLabel('12 boats wait.')).toBeUndefined();
  });
});

describe('asksFor', () => {
  it.each([
    ['물결규정 부칙 제1조', ['supplement']],
    ['요금 별표를 보여줘', ['form']],
    ['별지 제1호 서식과 시행일', ['supplement', 'form']],
    ['Appendix B of the handbook', ['form']],
    ['계류는 언제 신청하나요?', []],
    ['물새의 서식지는 어디인가요?', []],
    ['in the form of a ship', []],
  ])('of %j is %j', (question, kinds) => {
    expect([...asksFor(question)]).toEqual(kinds);
  });
});
