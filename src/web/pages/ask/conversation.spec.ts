import { CallError } from '../api/call.js';
import { ShapeError } from '../api/shape.js';
import { afterEvent, NO_SCOPE, type Turn } from './conversation.js';

const TURN: Turn = {
  id: 'new-1',
  question: 'q',
  scope: NO_SCOPE,
  draft: '',
  step: undefined,
  state: 'running',
  answer: undefined,
  conversationId: undefined,
  error: undefined,
};

describe('afterEvent', () => {
  it('appends streamed text, and starts again after a reset', () => {
    const events = [
      { name: 'step', data: { step: 'compose' } },
      { name: 'token', data: { text: 'Ten ' } },
      { name: 'token', data: { text: 'books.' } },
    ];
    const written = events.reduce(afterEvent, TURN);
    expect(written).toMatchObject({ step: 'compose', draft: 'Ten books.', state: 'running' });
    expect(afterEvent(written, { name: 'reset', data: {} }).draft).toBe('');
  });

  it('ignores an unknown event', () => {
    expect(afterEvent(TURN, { name: 'news', data: {} })).toBe(TURN);
  });

  it('fails with the problem of the server, and for an event of another shape', () => {
    expect(() => afterEvent(TURN, { name: 'error', data: { detail: 'Too late.' } })).toThrow(
      new CallError('Too late.'),
    );
    expect(() => afterEvent(TURN, { name: 'done', data: { response: 'a' } })).toThrow(ShapeError);
  });
});
