import { readEvent } from './events.js';

describe('readEvent', () => {
  it('reads a name and data, also data of several lines', () => {
    expect(readEvent('event: step\ndata: {"step":"retrieve"}')).toEqual({ name: 'step', data: { step: 'retrieve' } });
    expect(readEvent('event:token\ndata: {"text":\ndata: "a"}')).toEqual({ name: 'token', data: { text: 'a' } });
  });

  it('reads nothing from a comment or an event without data', () => {
    expect(readEvent(': keep alive')).toBeUndefined();
    expect(readEvent('event: step')).toBeUndefined();
  });
});
