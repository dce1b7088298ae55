import { type RunningApplication, startApplication } from './support/application.js';

/** Follow-up messages: completed, corrected, or treated as independent questions; over HTTP. */

const DOCUMENTS = [
  {
    document_id: 'boats',
    title: '보트 대여 안내',
    content_type: 'text/markdown',
    text: '# 보트 대여\n\n## 손님\n\n손님은 대여료 6,000원과 신분증을 매표원에게 맡긴다. 손님은 하루에 두 번까지 탈 수 있다.\n\n## 매표원\n\n매표원은 수상 안전과의 직원이다. 매표원은 닷새 안에 환불 여부를 알린다.\n\n## 구조원\n\n구조원은 물에 빠진 사람을 건지고 오후 여섯 시에 배를 묶는다.\n',
  },
  {
    document_id: 'leave',
    title: '휴가 지침',
    text: '제6조(신청) 휴가는 떠나기 사흘 전까지 신청한다. 다만 입원한 사람의 휴가는 나온 뒤에 신청할 수 있다.\n제7조(기간) 휴가는 한 해에 스무 날까지 쓴다.',
  },
  { document_id: 'pay', title: '수당 지침', text: '제4조(수당) 입원한 직원에게는 위로금 70,000원을 준다.' },
  {
    document_id: 'pool',
    title: 'Pool rules',
    content_type: 'text/markdown',
    text: '# Pool rules\n\n## Guests\n\nGuests pay 4 euros a day. Guests under six pay nothing.\n\n## Members\n\nMembers swim free on weekdays and pay 2 euros on Sundays.\n\n## Lifeguard\n\nThe lifeguard is Ms Hale. The lifeguard opens the pool at 7.\n',
  },
];

describe('a conversation', () => {
  let running: RunningApplication;
  beforeAll(async () => {
    running = await startApplication();
    for (const document of DOCUMENTS)
      expect((await running.post('/documents', { ...document, canonical_path: ['Lake'] })).statusCode).toBe(201);
  });
  afterAll(() => running.stop());

  /** The answers to some messages in one conversation. */
  async function talk(...messages: readonly string[]): Promise<any[]> {
    const answers: any[] = [];
    for (const message of messages) {
      const id = answers.at(-1)?.conversation_id;
      answers.push(
        (await running.post('/chat/run', id === undefined ? { message } : { message, conversation_id: id })).json(),
      );
    }
    return answers;
  }
  const last = async (...messages: readonly string[]) => (await talk(...messages)).at(-1);

  it.each([
    [['보트 대여에서 손님은 무엇을 맡기나요?', '매표원은요?'], '수상 안전과'],
    [['보트 대여에서 손님은 무엇을 맡기나요?', '매표원은요?', '그럼 구조원은?'], '배를 묶는다'],
    [['보트 대여에서 손님은 무엇을 맡기나요?', '아니 그거 말고 매표원이 누구냐고요'], '수상 안전과의 직원'],
    [
      ['보트 대여에서 손님은 무엇을 맡기나요?', '아니 그거 말고 매표원이 누구냐고요', '며칠 안에 알려야 하죠?'],
      '닷새 안에',
    ],
    [['휴가는 언제까지 신청하나요?', '입원 때문이면요?'], '나온 뒤에 신청'],
    [['How much do guests pay at the pool?', 'and members?'], 'pay 2 euros on Sundays'],
    [['How much do guests pay at the pool?', 'not guests, members'], 'pay 2 euros on Sundays'],
    [['휴가 지침 제6조', '제7조는요?'], '스무 날'],
  ])('%j', async (messages, expected) => {
    expect((await last(...messages)).response).toContain(expected);
  });

  it('does not answer a new question with the last one', async () => {
    for (const message of ['1+1은?', 'what is 2 plus 2?', '프랑스의 수도는 어디인가요?', '비빔밥은 어떻게 만드나요?']) {
      const { response, sources, metadata } = await last('보트 대여에서 손님은 무엇을 맡기나요?', message);
      expect({ message, response, sources, silent: metadata.abstained }).toMatchObject({ sources: [], silent: true });
    }
    const { response } = await last('보트 대여에서 손님은 무엇을 맡기나요?', '휴가는 한 해에 며칠까지 쓰나요?');
    expect(response).toContain('스무 날');
  });

  it('replies to small talk as fits, without a passage', async () => {
    const answers = await talk('안녕하세요', '휴가는 언제까지 신청하나요?', '고마워요', '네', '이름이 뭐예요?', '계속');
    const replies = answers.filter((_, i) => i !== 1);
    expect(new Set(replies.map(({ response }) => response)).size).toBe(replies.length);
    for (const { sources, metadata } of replies) expect([sources, metadata.intent]).toEqual([[], 'general']);
    expect(answers[1].response).toContain('사흘 전까지');
  });
});
