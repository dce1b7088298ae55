import { questionIn } from './asked-question.js';

const PASSAGES =
  '휴학은 개강 전날까지 신청한다. 복학은 방학 중에 신청한다.\n\n제3조(비용) 비용은 내지 않는다. Why? Because.';

describe('questionIn', () => {
  it.each([
    [
      'an element of its own',
      `<context>${PASSAGES}</context>\n<user_query>휴학은 언제까지 하나요?</user_query>`,
      '휴학은 언제까지 하나요?',
    ],
    [
      'an element before the context',
      `<question>How hot is it?</question>\nUse this:\n<documents><document id="1">${PASSAGES}</document></documents>`,
      'How hot is it?',
    ],
    [
      'a label before the place of the answer',
      `Use the following pieces of context to answer the question at the end.\n\n${PASSAGES}\n\nQuestion: How hot is it?\nHelpful Answer:`,
      'How hot is it?',
    ],
    [
      'a label of another template',
      `Context information is below.\n---------------------\n${PASSAGES}\n---------------------\nGiven the context information and not prior knowledge, answer the query.\nQuery: How hot is it?\nAnswer: `,
      'How hot is it?',
    ],
    [
      'a Korean label',
      `다음 문맥만 사용하여 질문에 답하세요.\n\n[문서]\n${PASSAGES}\n\n질문: 휴학은 언제까지 하나요?\n답변:`,
      '휴학은 언제까지 하나요?',
    ],
    ['a heading', `### Context:\n${PASSAGES}\n\n### User Question:\nHow hot is it?`, 'How hot is it?'],
    [
      'the paragraph after the context',
      `다음 자료를 참고하세요.\n<context>${PASSAGES}</context>\n\n휴학은 언제까지 하나요?`,
      '휴학은 언제까지 하나요?',
    ],
    ['a question above files', `How hot is it?\n\n<files><file name="a">${PASSAGES}</file></files>`, 'How hot is it?'],
  ])('takes %s', (_, text, question) => {
    expect(questionIn(text)).toBe(question);
  });

  it.each([
    'How hot is the kiln?',
    '휴학은 언제까지 하나요?\n\n그리고 복학은요?',
    'What does the element <context> of an application form mean?',
    '문서 제출은 언제까지인가요?',
    'I want two things:\n\n1. the fee\n\n2. the day',
  ])('leaves %j as it is', (text) => {
    expect(questionIn(text)).toBe(text);
  });
});
