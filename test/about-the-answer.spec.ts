import { HostileModel, saying } from './support/hostile-model.js';
import { startApplication, type RunningApplication } from './support/application.js';

const KOREAN = '창업휴학은 몇 학기까지 할 수 있나요?';
const ENGLISH = 'At how many degrees is the blue kiln fired?';
const DOCUMENTS = [
  {
    document_id: 'startup',
    canonical_path: ['학사'],
    title: '창업휴학 규정',
    text: '제1조(창업휴학 기간) 창업휴학은 4학기까지 허가한다.\n제2조(창업휴학 서류) 창업휴학을 신청할 때에는 사업자등록증을 내야 한다.',
  },
  {
    document_id: 'kiln',
    canonical_path: ['Pottery'],
    title: 'Kiln handbook',
    text: 'The blue kiln is fired at 1240 degrees. The red kiln is fired at 980 degrees.',
  },
];

describe('questions about the last answer', () => {
  let running: RunningApplication;
  const start = async (settings: Record<string, string> = {}) => {
    running = await startApplication(settings);
    for (const document of DOCUMENTS) await running.post('/documents', document);
  };
  afterEach(() => running.stop());

  const said = async (...messages: string[]): Promise<{ response: string; metadata: any; citations: any[] }[]> => {
    const answers = [];
    let conversation_id: string | undefined;
    for (const message of messages) {
      const answer = (await running.post('/chat/run', { message, conversation_id })).json();
      ({ conversation_id } = answer);
      answers.push(answer);
    }
    return answers;
  };
  const completed = async (...users: string[]): Promise<string> => {
    const messages = users.flatMap((content) => [
      { role: 'user', content },
      { role: 'assistant', content: 'An answer.' },
    ]);
    const answer = await running.post('/v1/chat/completions', { model: 'default', messages: messages.slice(0, -1) });
    return answer.json().choices[0].message.content;
  };

  it('repeat, shorten and translate it, by both doors', async () => {
    await start();
    const [first, again, short, translated] = await said(
      KOREAN,
      '방금 답변 다시 말해 주세요',
      '한 문장으로 요약해 줘',
      '영어로 번역해 줘',
    );
    expect(first!.response).toContain('4학기');
    expect(again!.response).toBe(first!.response);
    expect(short!.response).toMatch(/^[^\n]*4학기[^\n]*$/u);
    // No model could translate it.
    expect(translated!.response).toMatch(/^A translation needs a language model[\s\S]*4학기/u);
    const [citation] = translated!.citations;
    expect(translated!.response.slice(citation.start, citation.end)).toContain('4학기');
    expect(await completed(ENGLISH, 'Repeat your last answer, please.')).toContain('1240');
    expect(await completed(ENGLISH, 'Shorter, please', 'And now in Korean')).toMatch(/번역에 필요한[\s\S]*1240/u);
  });

  it('are independent questions without an earlier answer', async () => {
    await start();
    const [alone] = await said('Translate your last answer into Korean');
    expect(alone!.metadata.completed_question).toBeUndefined();
  });

  it('let a model translate it, and accept the translation only with all numbers and marks', async () => {
    const model = new HostileModel('openai');
    const url = await model.start();
    try {
      await start({ LLM_PROVIDER: 'openai', LLM_MODEL: 'm', OPENAI_BASE_URL: url });
      let reply = 'Leave to found a company is granted for up to 4 semesters. [1]';
      model.respond = (response, call, count) => {
        const isTranslation = JSON.stringify(call.body).includes('Translate the text');
        saying('openai', isTranslation ? reply : '창업휴학은 4학기까지 허가한다. [1]')(response, call, count);
      };
      const [, right] = await said(KOREAN, '영어로 번역해 줘');
      expect(right!.response).toBe(reply);
      expect(right!.citations).toEqual([expect.objectContaining({ start: 0, source_n: 1 })]);
      reply = 'Leave is granted for up to 9 semesters. [1]';
      const [, wrong] = await said(KOREAN, '영어로 번역해 줘');
      expect(wrong!.response).toMatch(/needs a language model[\s\S]*4학기/u);
    } finally {
      await model.stop();
    }
  });
});
