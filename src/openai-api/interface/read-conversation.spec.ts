import { readConversation } from './read-conversation.js';

const user = (content: unknown) => ({ role: 'user' as const, content });
const other = (role: 'system' | 'assistant' | 'tool' | 'developer', content: unknown) => ({ role, content });

describe('readConversation', () => {
  it('asks the last message of the user and keeps the ones before, without what others said', () => {
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
    expect(readConversation(messages)).toEqual({ text: 'second\npart?', history: ['first?'] });
  });

  it('keeps ten questions, each no longer than a question may be', () => {
    const messages = Array.from({ length: 30 }, (_, i) => user(`${i}${'x'.repeat(9_000)}`));
    const { history } = readConversation([...messages, user('last?')]);
    expect(history.map((question) => parseInt(question, 10))).toEqual([20, 21, 22, 23, 24, 25, 26, 27, 28, 29]);
    expect(Math.max(...history.map((question) => question.length))).toBe(4_000);
  });

  it.each([[''], ['  \n'], ['x'.repeat(4_001)], [[]]])('refuses the question %j at its place', (content) => {
    const messages = [user('fine'), other('assistant', 'ok'), user(content)];
    expect(() => readConversation(messages)).toThrow(
      expect.objectContaining({ faults: [expect.objectContaining({ pointer: '/messages/2/content' })] }),
    );
  });
});
