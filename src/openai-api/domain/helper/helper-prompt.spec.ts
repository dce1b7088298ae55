import { Said } from '../conversation.js';
import { helperPromptIn } from './helper-prompt.js';
import { helperReply } from './helper-reply.js';

const user = (text: string): Said => ({ role: 'user', text, unread: [] });
const assistant = (text: string): Said => ({ role: 'assistant', text, unread: [] });
const system = (text: string): Said => ({ role: 'system', text, unread: [] });

const ENGLISH =
  'USER: How many days of leave may a new clerk take?\nASSISTANT: A new clerk may take 11 days of leave. [1]';
const KOREAN = '사용자: 휴학 신청은 언제까지 해야 하나요?\n어시스턴트: 휴학은 개강 전날까지 신청한다. [1]';
const join = (question: string, earlier: readonly string[]) => [...earlier, question].join(' | ');

function replyTo(...messages: Said[]): string | undefined {
  const prompt = helperPromptIn(messages);
  return prompt === undefined ? undefined : helperReply(prompt, join);
}

describe('background prompts of chat clients', () => {
  it.each([
    `### Task:\nGenerate a concise, 3-5 word title with an emoji summarizing the chat history.\n### Guidelines:\n- Write the title in the chat's primary language.\n### Output:\nJSON format: { "title": "your concise title here" }\n### Chat History:\n<chat_history>\n${ENGLISH}\n</chat_history>`,
    `다음 대화의 제목을 3단어 이내로 지어 주세요. JSON 형식으로만 출력하세요: {"title": "제목"}\n\n${KOREAN}`,
    `Come up with a name for this conversation. Return JSON only, like {"title": "..."}.\n\n${ENGLISH}`,
  ])('gets a title in its member: %.60s', (prompt) => {
    const { title } = JSON.parse(replyTo(user(prompt)) ?? '{}') as { title: string };
    expect(title).toMatch(/[Ll]eave|휴학/);
    expect(title.split(' ').length).toBeLessThanOrEqual(5);
  });

  it.each([
    [
      'in the message',
      [
        user(
          `Provide a concise, 5-word-or-less title for the conversation, using title case conventions. Only return the title itself.\n\nConversation:\n${ENGLISH}`,
        ),
      ],
      /^[^{"\n]*leave[^{"\n]*$/i,
    ],
    [
      'before it',
      [
        user('휴학 신청은 언제까지 해야 하나요?'),
        assistant('개강 전날까지.'),
        user('위 대화의 제목을 5단어 이내로 만들어 주세요. 제목만 출력하세요.'),
      ],
      /^휴학 신청$/,
    ],
    [
      'behind a system message',
      [
        system(
          'You are a title generator. You output ONLY a title for the conversation, 6 words or less, no explanations.',
        ),
        user('휴학 신청은 언제까지 해야 하나요?'),
      ],
      /^휴학 신청$/,
    ],
    [
      'behind a Korean system message',
      [
        system('당신은 대화의 제목을 생성하는 도우미입니다. 10자 이내의 제목만 출력하세요.'),
        user('How many days of leave may a clerk take?'),
      ],
      /^Leave/,
    ],
  ] as const)('gets a bare title, with the conversation %s', (_, messages, title) => {
    expect(replyTo(...messages)).toMatch(title);
  });

  it.each([
    [
      `### Task:\nGenerate 1-3 broad tags categorizing the main themes of the chat history, along with 1-3 more specific subtopic tags.\n### Output:\nJSON format: { "tags": ["tag1", "tag2", "tag3"] }\n### Chat History:\n<chat_history>\n${ENGLISH}\n</chat_history>`,
      'tags',
      /leave/,
    ],
    [
      `아래 대화의 주제를 나타내는 태그를 3개 추출해 주세요. JSON으로만 답하세요. {"tags": ["태그1", "태그2"]}\n\n${KOREAN}`,
      'tags',
      /휴학/,
    ],
    [
      `### Task:\nSuggest 3-5 relevant follow-up questions or prompts that the user might naturally ask next in this conversation as a **user**, based on the chat history.\n### Output:\nJSON format: { "follow_ups": ["Question 1?", "Question 2?", "Question 3?"] }\n### Chat History:\n<chat_history>\n${KOREAN}\n</chat_history>`,
      'follow_ups',
      /휴학.*\?/,
    ],
    [
      `대화 내용을 바탕으로 사용자가 이어서 물어볼 만한 후속 질문 3개를 제안하세요. 출력은 JSON: {"questions": ["..."]}\n<chat_history>${ENGLISH}</chat_history>`,
      'questions',
      /leave.*\?/,
    ],
    [
      `### Task:\nAnalyze the chat history to determine the necessity of generating search queries, in the given language. By default, prioritize generating 1-3 broad and relevant search queries.\n### Output:\nStrictly return in JSON format:\n{\n  "queries": ["query1", "query2"]\n}\n### Chat History:\n<chat_history>\n${ENGLISH}\n</chat_history>`,
      'queries',
      /leave/,
    ],
  ])('gets a list in its member: %.60s', (prompt, member, first) => {
    const values = (JSON.parse(replyTo(user(prompt)) ?? '{}') as Record<string, string[]>)[member]!;
    expect(values.length).toBeGreaterThan(0);
    expect(values.length).toBeLessThanOrEqual(5);
    expect(values.join(', ')).toMatch(first);
  });

  it.each([
    'Given the following conversation and a follow up question, rephrase the follow up question to be a standalone question, in its original language.\n\nChat History:\nHuman: What is the fee of a locker?\nAssistant: 4 coins.\nHuman: And for guests?\nStandalone question:',
    'Given the conversation below and a follow up question, rewrite it as a standalone question.\n\nQ: What is the fee of a locker?\nA: 4 coins.\n\nFollow Up Input: And for guests?\nStandalone question:',
    '다음 대화를 보고 마지막 질문을 독립적인 질문으로 다시 작성하세요. 질문만 출력하세요.\n사용자: What is the fee of a locker?\n어시스턴트: 4 coins.\n사용자: And for guests?',
  ])('gets the question in words that stand alone, in the form of a text: %.40s', (prompt) => {
    expect(replyTo(user(prompt))).toMatch(/What is the fee of a locker\? \| And for guests\?/);
  });

  const AGENT =
    'Customer: How long can I keep a borrowed drill?\nAgent: Four days. [1]\nCustomer: Is a deposit needed?\nAgent: Yes. [1]';
  const CLERK =
    '민원인: 드릴은 며칠 빌릴 수 있나요?\n담당자: 나흘입니다. [1]\n민원인: 보증금이 있나요?\n담당자: 2만 원입니다. [1]';

  it.each([
    [`Which themes does this dialogue touch? Array of strings in JSON, at most 3.\n\n${AGENT}`, /^\["\w.*drill/],
    [
      `What would be a good subject line for this exchange? Reply with it and nothing more.\n---\n${AGENT}\n---`,
      /drill/,
    ],
    [
      `Return JSON with one key "caption": a short title of this exchange.\n'''\n${AGENT}\n'''`,
      /^\{"caption":"\w.*drill.*"\}$/,
    ],
    [`${CLERK}\n\n위 상담에 태그를 세 개만 달아라. 쉼표로 구분.`, /드릴.*, /],
    [
      `대화:\n${CLERK}\n새 질문: 톱은요?\n\n새 질문을 대화 없이도 이해되는 한 문장으로 고쳐라.`,
      /있나요\? \| 톱은요\?$/,
    ],
  ])('are known by a conversation inside them, whoever speaks: %.50s', (prompt, reply) => {
    expect(replyTo(user(prompt))).toMatch(reply);
  });

  it.each([
    ['Give this conversation a name for the sidebar. Max 5 words, no quotes.', /^Leave clerk/],
    ['Tag this chat: up to 4 tags, separated by commas.', /leave/],
    ['이 채팅방 목록에 띄울 제목을 짧게 한 줄로 써 줘.', /^Leave clerk/],
    ['Offer me some suggested next questions as a JSON array, nothing else.', /^\[".*leave/],
    ['이어서 물어볼 만한 질문을 세 개 추천해 줘. 한 줄에 하나씩.', /leave/],
  ])('are known by the conversation before them: %s', (prompt, reply) => {
    const before = [user('How many days of leave may a clerk take?'), assistant('11 days. [1]')];
    expect(replyTo(...before, user(prompt))).toMatch(reply);
  });

  it.each([
    'Given a chat history and the latest user question which might refer to it, formulate a standalone question. Do NOT answer the question, just reformulate it if needed.',
    '대화와 마지막 질문을 받아, 벡터 검색에 넣을 검색어 한 줄로 바꾼다. 절대 답하지 않는다.',
  ])('are known in a system message that wants nothing else: %.50s', (prompt) => {
    const turns = [user('How long may I keep a drill?'), assistant('Four days.'), user('And a saw?')];
    expect(replyTo(system(prompt), ...turns)).toBe('How long may I keep a drill? | And a saw?');
  });

  it('offers no further suggestion, and no tool to call', () => {
    expect(
      replyTo(
        user(
          '### Task:\nYou are an autocompletion system. Continue the text in <text> based on the completion type and the conversation.\nOutput JSON only: { "text": "<your_completion>" }\n<text>How many</text>',
        ),
      ),
    ).toBe('{"text":""}');
    expect(
      replyTo(
        system(
          'Available Tools: []\nYour task is to choose and return the correct tool(s) from the list based on the user query. Return only the JSON object: {"tool_calls": [{"name": "x"}]}',
        ),
        user('How hot is it?'),
      ),
    ).toBe('{"tool_calls":[]}');
  });

  it.each([
    ['How do I write the title of a thesis? Only the rule, in five words.'],
    ['논문 제목은 몇 글자까지 쓸 수 있나요?'],
    ['Which tags do I have to put on a suitcase? Give only the number.'],
    ['휴학 규정의 제목만 알려 주세요.'],
    ['What follow-up questions may the committee ask in an interview?'],
    ['대화 요약본은 언제까지 제출해야 하나요?'],
    ['민원 대화 기록은 몇 년 보관하나요? 짧게 답해 주세요.'],
    ['면담 후 후속 질문은 누가 작성하나요?'],
    ['Summarize the rules on leave in short.'],
    ['What topics may a club discuss in the conversation room? Short answer.'],
    ['상담 대화의 제목을 몇 글자까지 쓸 수 있는지 알려 주세요.'],
    ['교환 학생 대화 모임 이름은 뭔가요? 짧게 답해 줘.'],
    ['추천 질문 말고 답만 줘. 보증금은 얼마야?'],
    [
      `Context:\nTitle: Loan rules\nTags: tools\n\nChat history:\n${ENGLISH}\n\nQuestion: How long?\nHelpful answer, short:`,
    ],
    [
      `Answer the user question by the chat history and the context; give the title of each source, JSON only.\n<context>x</context>\n${ENGLISH}\nQuestion: How hot is it?`,
    ],
  ])('is not taken for one: %s', (question) => {
    expect(replyTo(user('Hello'), assistant('Hello.'), user(question))).toBeUndefined();
  });

  it.each([
    'You are a helpful assistant of a university. Answer the questions of the user only from the documents, briefly, with the title of the source.',
    'You are a friendly chat assistant. Give short answers. Add a title and tags to the sources when useful.',
    'You are a chat bot. Use the search results to write a concise reply with the title of each document.',
    '너는 채팅 도우미다. 짧게 말하고 출처의 제목을 붙인다.',
  ])('is not recognised in a system message of an ordinary chat client: %.50s', (prompt) => {
    expect(replyTo(system(prompt), user('휴학은 언제까지 하나요?'))).toBeUndefined();
  });
});
