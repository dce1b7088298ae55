import { revisionOf, shortened, translated, untranslated } from './answer-revision.js';

describe('revisionOf', () => {
  it.each([
    ['repeat your last answer'],
    ['Can you say that again, please?'],
    ['What was your last answer?'],
    ['방금 답변 다시 말해 주세요'],
    ['다시 한번 알려줘'],
    ['마지막 답변이 뭐였죠?'],
    ['그 답을 반복해 주실 수 있나요?'],
    ['아까 답을 그대로 다시 보여 줘'],
    ['Sorry, I missed that. Come again?'],
    ['Show me the answer you gave above once more'],
    ['Could I see your previous reply again?'],
    ['Please restate what you just said.'],
    ['조금 전에 하신 말씀 한 번만 더 들려주세요'],
    ['위에 적은 답변 그대로 출력해 줘'],
    ['못 들었어요, 다시요'],
    ['Repeat that'],
    ['Say it once more please'],
    ['Could you resend your last message?'],
    ['What did you just say?'],
    ['Can I have your answer again?'],
    ['Please show the previous response again'],
    ['한 번 더 말씀해 주세요'],
    ['방금 뭐라고 하셨죠?'],
    ['이전 답변 다시 출력해 주세요'],
    ['다시 말해 줄래요?'],
    ['아까 그 답변 다시 한번 부탁드려요'],
    ['위의 답을 반복해 주세요'],
  ])('%s: repeats', (message) => expect(revisionOf(message)).toEqual({ kind: 'repeat' }));

  it.each([
    ['Shorter, please'],
    ['Summarize your last answer in one sentence.'],
    ['tl;dr'],
    ['Could you make it more concise?'],
    ['방금 답변을 짧게 줄여 줘'],
    ['한 문장으로 요약해 주세요'],
    ['간단히 말해줘'],
    ['위 답변 핵심만 정리해줘'],
    ['Put your previous reply into one bullet'],
    ['Give me that in fewer words'],
    ['Rephrase that more simply'],
    ['Boil your answer down to the main point'],
    ['Now explain it in plain English'],
    ['Condense the response above for a newcomer'],
    ['Can you cut that down a bit?'],
    ['그 답변 세 줄로 간추려 줄래?'],
    ['더 쉽게 설명해 주세요'],
    ['결론만 한마디로 말해 줘'],
    ['방금 하신 설명을 초등학생도 알게 짧게 써 줘'],
    ['Make your reply half as long'],
    ['Sum that up for me'],
    ['Just the key points please'],
    ['Your last answer in two lines'],
    ['Simplify that explanation'],
    ['Can I get a shorter version?'],
    ['Trim the previous answer to its essentials'],
    ['In a nutshell?'],
    ['요점만 추려 주세요'],
    ['두 줄로 줄여 주실래요?'],
    ['아까 답변 너무 길어요, 짧게요'],
    ['앞의 답을 한 단락으로 압축해 줘'],
    ['더 간단하게 말해 주세요'],
    ['그 답변을 쉬운 말로 풀어 써 주세요'],
    ['세 문장 이내로 요약 부탁해요'],
  ])('%s: shortens', (message) => expect(revisionOf(message)).toEqual({ kind: 'shorten' }));

  it.each([
    ['Translate your last answer into Korean', 'ko'],
    ['in English please', 'en'],
    ['방금 답변을 영어로 번역해 줘', 'en'],
    ['영어로 말해 주세요', 'en'],
    ['그걸 한국어로 옮겨 주세요', 'ko'],
    ['한글로 다시 써줘', 'ko'],
    ['Could you translate the answer above into French?', 'fr'],
    ['위 답변을 일본어로 옮겨 줘', 'ja'],
    ['Say that in Spanish', 'es'],
    ["I'd like to have your reply in Vietnamese", 'vi'],
    ['Switch that to German, thanks', 'de'],
    ['Translate that', undefined],
    ['베트남어로도 적어 주세요', 'vi'],
    ['아까 말씀하신 내용을 중국어로 바꿔 주실 수 있을까요?', 'zh'],
    ['그 답 프랑스어 번역 부탁드려요', 'fr'],
    ['번역해 줘', undefined],
    ['Please render your answer in Portuguese', 'pt'],
    ['Now in Japanese', 'ja'],
    ['Give me the previous answer in Arabic', 'ar'],
    ['Can you say it in Thai?', 'th'],
    ['What is that in Chinese?', 'zh'],
    ['Turn what you wrote into Russian', 'ru'],
    ['And in Korean?', 'ko'],
    ['독일어로 다시 말해 줘', 'de'],
    ['방금 답변 스페인어로 번역해 주시겠어요?', 'es'],
    ['그 내용을 몽골어로 알려 주세요', 'mn'],
    ['영문으로 바꿔 줄 수 있나요?', 'en'],
    ['아까 말한 거 베트남어로 옮겨 주세요', 'vi'],
    ['마지막 답을 러시아어로 써 주세요', 'ru'],
  ])('%s: translates', (message, to) => expect(revisionOf(message)).toEqual({ kind: 'translate', to }));

  it.each([
    ['휴학 규정을 요약해 줘'],
    ['Summarize the rules on leave.'],
    ['영어 시험 점수는 몇 점이어야 하나요?'],
    ['Is there a Korean version of the form?'],
    ['다시 신청할 수 있나요?'],
    ['May I apply again?'],
    ['간단한 신청 방법을 알려줘'],
    ['답변 기한은 며칠인가요?'],
    ['번역 수수료는 얼마인가요?'],
    ['그럼 대학원생은요?'],
    ['두 번까지 되나요?'],
    ['hello'],
    [''],
    ['재수강은 몇 번까지 할 수 있나요?'],
    ['How do I repeat a course?'],
    ['번역 과제는 언제까지 내나요?'],
    ['Can I repeat it in the summer?'],
    ['Translate the leave form into English.'],
    ['When is the summary due?'],
    ['Who translates the certificate into French?'],
    ['요약본은 몇 쪽까지 쓰나요?'],
    ['Is the answer sheet returned?'],
    ['영어로 쓴 논문도 되나요?'],
    ['다시 해도 되나요?'],
    ['영어로 되나요?'],
    ['Must the summary be shorter than one page?'],
    ['How many words may the short answer have?'],
    ['답변서를 다시 제출해야 하나요?'],
    ['번역해야 하나요?'],
    ['Do I have to translate it?'],
    ['일본어 성적표를 번역해서 내도 되나요?'],
    ['Shorten the loan period of a laptop'],
    ['Repeat students pay how much?'],
    ['한 줄 소개는 어디에 쓰나요?'],
    ['Give me the answer key for the exam'],
    ['Which courses are taught in French?'],
    ['짧은 휴학도 가능한가요?'],
    ['이전 학교 성적을 다시 인정받을 수 있나요?'],
    ['Send the response to the committee in writing'],
    ['통역 지원은 누가 받나요?'],
    ['What was the last day to apply?'],
    ['Explain the appeal rules again'],
    ['재수강하려면 어떻게 하나요?'],
    ['번역 동아리는 어떻게 가입하나요?'],
    ['요약 보고서는 누구에게 내나요?'],
    ['다시 입학할 수 있어요?'],
    ['짧게 휴학할 수 있나요?'],
    ['영어 강의는 몇 개인가요?'],
    ['중국어로 수업하는 과목이 있나요?'],
    ['한 줄로 서야 하나요?'],
    ['답변은 며칠 안에 오나요?'],
    ['이전 답변서를 수정할 수 있나요?'],
    ['May I repeat a failed exam?'],
    ['How short must an abstract be?'],
    ['Which forms need a translation?'],
    ['Translate my diploma, who does that?'],
    ['Is the course in English?'],
    ['What does the answer booklet cost?'],
    ['Can I write the thesis in French?'],
    ['Do you offer short courses?'],
    ['Who said that fees are waived?'],
    ['What was the previous fee?'],
    ['Summarize the refund policy in one sentence'],
    ['Give me the fee in euros'],
    ['위 규정을 쉽게 설명해 줘'],
    ['학칙을 영어로 번역해 줘'],
    ['보증금을 다시 알려 줘'],
    ['Tell me again how long the leave is'],
    ['Put it in writing must I?'],
  ])('%s: asks something of its own', (message) => expect(revisionOf(message)).toBeUndefined());
});

const source = (n: number) => ({ n, documentId: `d${n}` });
const ANSWER = {
  response: '휴학은 14일 전에 신청한다. [1]\n복학은 7일 전에 신청한다. [2]',
  citations: [
    { start: 0, end: 16, sourceN: 1, quoteStart: 5, quoteEnd: 21 },
    { start: 21, end: 36, sourceN: 2, quoteStart: 0, quoteEnd: 15 },
  ],
  sources: [source(1), source(2)],
} as unknown as Parameters<typeof shortened>[0];

describe('a revised answer', () => {
  it('is shortened to its first statement, with only the source of that statement', () => {
    const { response, citations, sources } = shortened(ANSWER);
    expect(response).toBe('휴학은 14일 전에 신청한다. [1]');
    expect([citations.length, sources]).toEqual([1, [source(1)]]);
  });

  it('is shortened to the statement with most words of the question', () => {
    const { response, citations, sources } = shortened(ANSWER, '복학은 언제 신청하나요?');
    expect(response).toBe('복학은 7일 전에 신청한다. [2]');
    expect(citations.map(({ start, end }) => response.slice(start, end))).toEqual(['복학은 7일 전에 신청한다.']);
    expect(sources).toEqual([source(2)]);
  });

  it.each([
    [
      'A locker costs 4 coins a week. Lockers stand in the hall. [1]',
      'Where do lockers stand?',
      'Lockers stand in the hall. [1]',
    ],
    ['보관함은 주 4천 원이다. 보관함은 본관에 있다. [1]', '보관함 본관', '보관함은 본관에 있다. [1]'],
    ['Lockers are free. However, guests pay 4 coins. [1]', 'What do lockers cost?', undefined],
    ['다음은 환불하지 않는다:\n1. 보증금\n2. 연체료 [1]', '연체료를 환불하나요?', undefined],
  ])('is shortened to one sentence, unless that could say the opposite: %s', (response, question, short) => {
    const end = response.length - ' [1]'.length;
    const one = { ...ANSWER, response, citations: [{ start: 0, end, sourceN: 1, quoteStart: 0, quoteEnd: end }] };
    const { response: said, citations } = shortened(one, question);
    expect(said).toBe(short ?? response);
    expect(said.slice(citations[0]!.start, citations[0]!.end)).toBe(said.replace(' [1]', ''));
  });

  it('is translated with its citations on the spans before their marks', () => {
    const text = 'Apply for leave 14 days before. [1]\nApply to return 7 days before. [2]';
    const { response, citations } = translated(ANSWER, text)!;
    expect(citations.map(({ start, end }) => response.slice(start, end))).toEqual([
      'Apply for leave 14 days before.',
      'Apply to return 7 days before.',
    ]);
  });

  it.each([
    ['a number', 'Apply for leave 15 days before. [1]\nApply to return 7 days before. [2]'],
    ['a mark', 'Apply for leave 14 days before. [1]\nApply to return 7 days before.'],
    ['everything', ''],
  ])('is not taken when the translation lost %s', (_, text) => {
    expect(translated(ANSWER, text)).toBeUndefined();
  });

  it('explains why it is not translated, with valid citation offsets', () => {
    const { response, citations } = untranslated(ANSWER, 'No model.');
    expect(response.startsWith('No model.\n\n휴학은')).toBe(true);
    expect(response.slice(citations[0]!.start, citations[0]!.end)).toBe(ANSWER.response.slice(0, 16));
  });
});
