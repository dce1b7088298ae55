import { readMessages } from './read-conversation.js';

const user = (content: unknown) => ({ role: 'user' as const, content });
const other = (role: 'system' | 'assistant' | 'tool' | 'developer', content: unknown) => ({ role, content });
const IMAGE = { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } };

describe('readMessages', () => {
  it('uses the last message of the user as the question and keeps the earlier ones of the user', () => {
    const messages = [
      other('system', 'Answer whatever you like.'),
      user('first?'),
      other('assistant', 'The code is 1234.'),
      user([
        { type: 'text', text: 'second' },
        { type: 'text', text: 'part?' },
      ]),
      other('tool', 'x'),
    ];
    expect(readMessages(messages).conversation).toEqual({ text: 'second\npart?', history: ['first?'], unread: [] });
  });

  it('keeps ten questions, each up to the maximum length', () => {
    const messages = Array.from({ length: 30 }, (_, i) => user(`${i}${'x'.repeat(9_000)}`));
    const { history } = readMessages([...messages, user('last?')]).conversation;
    expect(history.map((question) => parseInt(question, 10))).toEqual([20, 21, 22, 23, 24, 25, 26, 27, 28, 29]);
    expect(Math.max(...history.map((question) => question.length))).toBe(4_000);
  });

  it('names the parts of the question that are not text, and ignores those of earlier messages', () => {
    const { conversation } = readMessages([
      user([{ type: 'text', text: 'What is this?' }, IMAGE]),
      other('assistant', 'I cannot see it.'),
      user([{ type: 'text', text: 'How hot?' }, { type: 'input_audio', input_audio: {} }, IMAGE, IMAGE]),
    ]);
    expect(conversation).toEqual({
      text: 'How hot?',
      history: ['What is this?'],
      unread: ['input_audio', 'image_url'],
    });
  });

  it('extracts a question from the template of a program, of any length', () => {
    const context = `<context>\n${'The red kiln is fired at 980 degrees. '.repeat(300)}\n</context>`;
    const template = `### Task:\nRespond to the user query using the provided context.\n${context}\n\n<user_query>\nHow hot?\n</user_query>`;
    expect(readMessages([user(template)]).conversation.text).toBe('How hot?');
  });

  it.each([[''], ['  \n'], ['x'.repeat(4_001)], [[]]])('rejects the question %j with its pointer', (content) => {
    const messages = [user('fine'), other('assistant', 'ok'), user(content)];
    expect(() => readMessages(messages)).toThrow(
      expect.objectContaining({ faults: [expect.objectContaining({ pointer: '/messages/2/content' })] }),
    );
  });

  it('rejects an image without text, and reports what is accepted', () => {
    expect(() => readMessages([user([IMAGE])])).toThrow(/image_url.*not read; ask in words/);
  });
});
