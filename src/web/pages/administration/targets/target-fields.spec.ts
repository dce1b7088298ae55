import { filled, headerLines, readBody, readHeaders } from './target-fields.js';

describe('the fields of a target', () => {
  it('write and read headers with secrets and without', () => {
    const headers = {
      Authorization: { secret: 'TARGET_KEY', prefix: 'Bearer ' },
      'X-Key': { secret: 'TARGET_OTHER_2' },
      'X-Tenant': 'a: b',
    };
    const lines = headerLines(headers);
    expect(lines).toBe('Authorization: Bearer {TARGET_KEY}\nX-Key: {TARGET_OTHER_2}\nX-Tenant: a: b');
    expect(readHeaders(`${lines}\n\n`)).toEqual(headers);
  });

  it.each(['Authorization', ': Bearer', 'Authorization:  '])('refuse the line %j', (line) => {
    expect(() => readHeaders(line)).toThrow(expect.objectContaining({ fault: 'headersFault', line: line.trim() }));
  });

  it('never read another variable as a secret', () => {
    expect(readHeaders('A: {ADMIN_API_KEY}')).toEqual({ A: '{ADMIN_API_KEY}' });
  });

  it('read a body of JSON, none, and refuse another text', () => {
    expect(readBody('{"q": "{{question}}"}')).toEqual({ q: '{{question}}' });
    expect(readBody('  ')).toBeUndefined();
    expect(() => readBody('{q}')).toThrow(expect.objectContaining({ fault: 'bodyFault' }));
  });

  it('leave out what is empty', () => {
    expect(filled({ a: '', b: undefined, c: {}, d: 0, e: [], f: { g: 1 } })).toEqual({ d: 0, e: [], f: { g: 1 } });
  });
});
