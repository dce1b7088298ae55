import { streamedEvents } from './json-value.js';

describe('a streamed answer', () => {
  it.each([
    [
      'sse',
      'event: token\ndata: {"t":"a"}\n\n: comment\n\ndata: {"t":\ndata: "b"}\r\n\r\ndata: [DONE]\n\n',
      [{ t: 'a' }, { t: 'b' }],
    ],
    ['sse', 'data:{"t":"a"}', [{ t: 'a' }]],
    ['ndjson', '{"t":"a"}\n\n{"t":"b"}\r\nnot json\n', [{ t: 'a' }, { t: 'b' }]],
  ] as const)('of the format %s is read event by event', (format, text, events) => {
    expect(streamedEvents(text, format)).toEqual(events);
  });
});
