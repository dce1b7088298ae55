import { sectionQuestion } from './section-question.js';

it.each([
  ['휴학 규정', '제1장 총칙 > 제2조(신청 기간)', '휴학 규정에서 신청 기간은 어떻게 되나요?'],
  ['휴학 규정', '제4조(등록금의 대체)', '휴학 규정에서 등록금의 대체는 어떻게 되나요?'],
  ['Library handbook', 'Library handbook > Opening hours', 'What does the Library handbook say about opening hours?'],
  ['휴학 규정', '제1조(목적)', undefined],
  ['휴학 규정', '제3조', undefined],
  ['Library handbook', 'Library handbook', undefined],
  ['Notes', undefined, undefined],
])('the example of %s, %s is %s', (title, section, example) => {
  expect(sectionQuestion(title, section)).toBe(example);
});
