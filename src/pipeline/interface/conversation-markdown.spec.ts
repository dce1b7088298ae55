import { conversationMarkdown } from './conversation-markdown.js';

const TURN = {
  message: 'When do\n<b>books</b> go back?',
  completedQuestion: '',
  response: '1. After *14* days. [1]\n- See `rules`.',
  sources: [
    {
      n: 1,
      title: 'Library | handbook',
      canonical_path: ['Library', 'Use'],
      section: 'Loans > Terms',
      url: null,
      date: '2026-03-01',
      version: null,
      quote: 'Fourteen days.\n# Not a heading',
    },
  ],
  traceId: 'trace_1',
  createdAt: '2026-01-01T00:00:00.000Z',
};

it('writes text as text: nothing in a question, an answer or a quote becomes syntax', () => {
  const text = conversationMarkdown({ conversationId: 'c', createdAt: '', title: undefined, turns: [TURN] });
  expect(text).toBe(
    [
      '# When do',
      '## When do \\<b\\>books\\</b\\> go back?',
      '*2026-01-01T00:00:00.000Z*',
      '1\\. After \\*14\\* days. \\[1\\]\n\\- See \\`rules\\`.',
      '1. **Library \\| handbook** (Library › Use, Loans › Terms, 2026-03-01)',
      '> Fourteen days.\n> \\# Not a heading',
      '',
    ]
      .join('\n\n')
      .replace(/\n\n$/u, '\n'),
  );
});
