import { acceptsJson } from './mcp-exchange.js';

describe('the Accept header of a client of the protocol', () => {
  it.each([
    undefined,
    '',
    '*/*',
    'application/*',
    'application/json',
    'application/json, text/event-stream',
    'text/event-stream;q=0.5, */*;q=0.1',
    'Application/JSON; q=0.2',
    'application/json;q=often',
  ])('takes JSON: %s', (accept) => {
    expect(acceptsJson(accept)).toBe(true);
  });

  it.each(['text/event-stream', 'text/html', 'text/*', 'application/json;q=0, */*', '*/*;q=0', 'application/*;q=0.0'])(
    'does not take JSON: %s',
    (accept) => {
      expect(acceptsJson(accept)).toBe(false);
    },
  );
});
