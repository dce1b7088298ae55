import { refusalOf } from './patch-safety.js';

const QUESTION = '법카 쓴 영수증은 며칠 안에 올려야 하나요?';
const group = (...words: string[]) => [{ op: 'add', path: '/synonyms/groups/-', value: { lang: 'ko', words } }];
const rule = (pattern: string) => [
  { op: 'add', path: '/intents/rules/0', value: { id: 'learned', intent: 'question', patterns: [pattern] } },
];

describe('refusalOf', () => {
  it('accepts a synonym and an expression', () => {
    expect(refusalOf(group('법인카드', '법카'), [QUESTION])).toBeUndefined();
    expect(refusalOf(rule('해야 하나요[?？]?$'), [QUESTION])).toBeUndefined();
  });

  it('refuses a patch that quotes the question, however it is spaced or split into a pattern', () => {
    expect(refusalOf(group('법인카드', QUESTION), [QUESTION])).toContain('quotes');
    expect(refusalOf(rule('법카쓴영수증은며칠안에올려야'), [QUESTION])).toContain('quotes');
    expect(refusalOf(rule(`^(${QUESTION.replace('?', '')})\\b`), [QUESTION])).toContain('quotes');
  });

  it('refuses a quote of most of a short question', () => {
    expect(refusalOf(rule('법카 기한'), ['법카 기한은?'])).toContain('quotes');
  });

  it('refuses to change anything but the configuration', () => {
    expect(refusalOf([{ op: 'replace', path: '/version', value: 9 }], [])).toContain('/version');
    expect(refusalOf([{ op: 'move', from: '/secrets/key', path: '/pipeline/search/decisive' }], [])).toContain('only');
  });
});
