import { fillPath, fillTemplate } from './fill-template.js';

const VALUES = { question: 'Why "so"?', messages: [{ role: 'user', content: 'Why?' }], conversation_id: null };

describe('a template of a request', () => {
  it('replaces a whole placeholder by the value itself, and writes others into the text', () => {
    const template = {
      q: '{{question}}',
      all: { turns: '{{messages}}', id: '{{conversation_id}}' },
      say: ['Q: {{question}}', 7, true],
    };
    expect(fillTemplate(template, VALUES)).toEqual({
      q: 'Why "so"?',
      all: { turns: VALUES.messages, id: null },
      say: ['Q: Why "so"?', 7, true],
    });
  });

  it('leaves an unknown placeholder unchanged, and reads no value as a template', () => {
    expect(fillTemplate('{{env}} {{question}}', { question: '{{messages}} {{constructor}}' })).toBe(
      '{{env}} {{messages}} {{constructor}}',
    );
    expect(fillTemplate('{{constructor}}', VALUES)).toBe('{{constructor}}');
  });

  it('lets no value of a path add a segment, a parameter or a fragment', () => {
    expect(fillPath('/ask/{{question}}?q={{question}}', { question: '../admin?x=1&y#z' })).toBe(
      '/ask/..%2Fadmin%3Fx%3D1%26y%23z?q=..%2Fadmin%3Fx%3D1%26y%23z',
    );
  });
});
