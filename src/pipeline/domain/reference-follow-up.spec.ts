import { withOtherNumber } from './reference-follow-up.js';

describe('withOtherNumber', () => {
  it.each([
    ['그럼 제3조는?', '돛단배 규정 제2조 알려줘', '돛단배 규정 제3조 알려줘'],
    ['제3조의2는요?', '돛단배 규정 제2조 제1항', '돛단배 규정 제3조의2'],
    ['제2항은요?', '돛단배 규정 제4조(돛)', '돛단배 규정 제4조(돛) 제2항'],
    ['③은?', '돛단배 규정 제4조 제1항', '돛단배 규정 제4조 ③'],
    ['2호는요', '돛단배 규정 제4조 제1항', '돛단배 규정 제4조 제1항 2호'],
    ['제5조 제2항 보여 주세요', '돛단배 규정 제4조', '돛단배 규정 제5조 제2항'],
    [
      'and section 4.3?',
      'What does section 4.2 of the Boat Handbook say?',
      'What does section 4.3 of the Boat Handbook say?',
    ],
    ['Article 5(2)', 'Boat Rules Article 4', 'Boat Rules Article 5(2)'],
  ])('%s after %s', (message, previous, expected) => {
    expect(withOtherNumber(message, previous)).toBe(expected);
  });

  it.each([
    ['제3조에 따르면 돛은 몇 개인가요?', '돛단배 규정 제2조'],
    ['제3조는?', '돛은 몇 개인가요?'],
    ['노는요?', '돛단배 규정 제2조'],
    ['요?', '돛단배 규정 제2조'],
    ['', '돛단배 규정 제2조'],
  ])('leaves "%s" after "%s" as it is', (message, previous) => {
    expect(withOtherNumber(message, previous)).toBeUndefined();
  });
});
