import fc from 'fast-check';
import { nameFault } from '../../shared/domain/visible-name.js';
import { searchable, titleOf } from './conversation-title.js';

describe('the title that is made from a question', () => {
  it.each([
    ['휴학 신청은 언제까지 해야 하나요?', '휴학 신청은 언제까지 해야 하나요?'],
    ['  How often\tare restores  rehearsed? ', 'How often are restores rehearsed?'],
    ['\n\n---\n# Restores\nHow often?', 'Restores'],
    ['- 등록금 반환 기준\n- 기한', '등록금 반환 기준'],
    ['???', '???'],
    ['', ''],
    ['a\u202eb\u0000c', 'ab c'],
  ])('of %j is %j', (message, title) => {
    expect(titleOf(message)).toBe(title);
  });

  it('ends at a word, within 60 characters', () => {
    const long = titleOf(
      'When the reading rooms of the library are closed on a public holiday, who may still enter them?',
    );
    expect(long).toBe('When the reading rooms of the library are closed on a…');
    const unbroken = titleOf('가'.repeat(300));
    expect(unbroken).toBe(`${'가'.repeat(59)}…`);
  });

  it('never divides a character', () => {
    expect(titleOf('👩🏽'.repeat(80))).toBe(`${'👩🏽'.repeat(59)}…`);
    expect(titleOf('\u1112\u1161\u11ab'.repeat(80))).toBe(`${'\u1112\u1161\u11ab'.repeat(59)}…`);
  });

  it('is one line of well-formed visible text, whatever the question', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (message) => {
        const title = titleOf(message);
        expect(nameFault(title)).toBeUndefined();
        expect(title.split(/[\r\n]/u)).toHaveLength(1);
      }),
    );
  });
});

it('compares texts without regard to case, width and composition', () => {
  expect(searchable('ＲＥＳＴＯＲＥ')).toBe('restore');
  expect(searchable('휴학'.normalize('NFD'))).toBe('휴학');
});
