import fc from 'fast-check';
import { byteLines, isBlank } from './ndjson-lines.js';

interface ReadLine {
  readonly line: number;
  /** Text of the line; undefined when it was too long. */
  readonly text: string | undefined;
}

async function* chunked(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let from = 0;
  for (const size of sizes) {
    await Promise.resolve();
    yield bytes.subarray(from, from + size);
    from += size;
  }
  if (from < bytes.length) yield bytes.subarray(from);
}

async function read(text: string, sizes: readonly number[] = [], maxBytes?: number): Promise<ReadLine[]> {
  const lines: ReadLine[] = [];
  for await (const { line, bytes } of byteLines(chunked(Buffer.from(text), sizes), maxBytes))
    lines.push({ line, text: bytes?.toString() });
  return lines;
}

describe('byteLines', () => {
  it('numbers lines from 1 and counts blank ones', async () => {
    expect(await read('{"a":1}\n\n{"b":2}\n')).toEqual([
      { line: 1, text: '{"a":1}' },
      { line: 2, text: '' },
      { line: 3, text: '{"b":2}' },
    ]);
  });

  it('returns a last line without a line end', async () => {
    expect(await read('one\ntwo')).toEqual([
      { line: 1, text: 'one' },
      { line: 2, text: 'two' },
    ]);
  });

  it('returns no line for an empty stream', async () => {
    expect(await read('')).toEqual([]);
    expect(await read('', [0, 0])).toEqual([]);
  });

  it('cuts at the line feed and at no other separator', async () => {
    expect(await read('a\u2028b\u2029c\u0085d\re\n')).toEqual([{ line: 1, text: 'a\u2028b\u2029c\u0085d\re' }]);
  });

  it('keeps characters whole that are cut between two chunks', async () => {
    expect(await read('밀물\n썰물', [1, 1, 4, 2])).toEqual([
      { line: 1, text: '밀물' },
      { line: 2, text: '썰물' },
    ]);
  });

  it('takes a line of exactly the allowed length and refuses one byte more, and the lines around it stay', async () => {
    expect(await read('12345\n123456\n1', [], 5)).toEqual([
      { line: 1, text: '12345' },
      { line: 2, text: undefined },
      { line: 3, text: '1' },
    ]);
  });

  it('refuses a last line that is too long', async () => {
    expect(await read('1\n123456', [4], 5)).toEqual([
      { line: 1, text: '1' },
      { line: 2, text: undefined },
    ]);
  });

  it('returns the same lines for any chunking of the bytes', async () => {
    const text = fc.array(fc.constantFrom('\n', 'a', '가', '{"x": 1}', ' ', '\r\n', '\u2028', '😀'), { maxLength: 40 });
    const sizes = fc.array(fc.nat({ max: 9 }), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(text, sizes, fc.integer({ min: 1, max: 20 }), async (parts, cuts, maxBytes) => {
        const whole = parts.join('');
        const given = await read(whole, cuts, maxBytes);
        expect(given).toEqual(await read(whole, [], maxBytes));
        const expected = whole.split('\n').map((line) => (Buffer.byteLength(line) <= maxBytes ? line : undefined));
        if (expected.at(-1) === '') expected.pop();
        expect(given).toEqual(expected.map((line, i) => ({ line: i + 1, text: line })));
      }),
    );
  });
});

describe('the bytes of a line', () => {
  const spread = () => chunked(Buffer.from('one\ntwo\n'), [2]);

  it('are freed when the next line is requested, and at the end of the iteration', async () => {
    const given: (Buffer | undefined)[] = [];
    for await (const { bytes } of byteLines(spread())) given.push(bytes);
    expect(given.map((bytes) => bytes?.toString())).toEqual(['', 'two']);
    for await (const { bytes } of byteLines(spread())) {
      given.push(bytes);
      break;
    }
    expect(given.at(-1)).toHaveLength(0);
  });
});

describe('isBlank', () => {
  it.each(['', ' ', '\t', '\r', ' \t \r'])('holds for %j', (text) => {
    expect(isBlank(Buffer.from(text))).toBe(true);
  });

  it.each(['{', ' x', '0', '\u00a0'])('does not hold for %j', (text) => {
    expect(isBlank(Buffer.from(text))).toBe(false);
  });
});
