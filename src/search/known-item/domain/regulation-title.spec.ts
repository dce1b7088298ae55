import { codesIn, readTitle } from './regulation-title.js';

describe('readTitle', () => {
  it('gives one name to the editions of a rule book', () => {
    const titles = [
      '물결 항구 규정',
      '「물결항구규정」',
      '물결항구규정【폐지】',
      '(구) 물결 항구 규정',
      '물결 항구 규정 (2024. 3. 1. 시행)',
      '3-2-1 물결항구규정',
      '물결항구규정.hwp',
    ];
    expect(new Set(titles.map((title) => readTitle(title).key))).toEqual(new Set(['물결항구규정']));
    expect(titles.map((title) => readTitle(title).repealed)).toEqual([false, false, true, true, false, false, false]);
  });

  it('knows the name without its organisation, its brackets and its type', () => {
    const spellings = readTitle('새벽대학교 계류(임시) 규정').spellings;
    expect(spellings.get('새벽대학교계류임시규정')).toBe(0);
    expect(spellings.get('계류임시규정')).toBe(1);
    expect(spellings.get('계류규정')).toBe(1);
    expect(spellings.get('계류')).toBe(2);
  });

  it('never confuses a regulation with its enforcement rules', () => {
    expect(readTitle('학칙 시행세칙').spellings.has('학칙')).toBe(false);
  });

  it('separates a provision from the name', () => {
    expect(readTitle('물결규정 제8조의2 (계류의 신청)')).toMatchObject({
      key: '물결규정',
      provision: { unit: 'article', number: '8-2' },
      titleKey: '계류의신청',
    });
    expect(readTitle('Harbour Handbook - Section 4.2: Fees')).toMatchObject({
      key: 'harbourhandbook',
      provision: { unit: 'section', number: '4.2' },
    });
  });

  it('reads initials and a short name in brackets', () => {
    expect(readTitle('General Harbour Regulation').initials).toBe('ghr');
    expect(readTitle('General Harbour Regulation (HarReg)').spellings.get('harreg')).toBe(1);
  });
});

describe('codesIn', () => {
  it.each([
    ['RG-012-3 항구 규정', ['rg-012-3']],
    ['3-2-23', ['3-2-23']],
    ['QP-7', ['qp-7']],
    ['2024-03-01 시행', []],
    ['no code', []],
  ])('of %j are %j', (text, codes) => {
    expect(codesIn(text)).toEqual(codes);
  });
});
