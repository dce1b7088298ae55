import path from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';

type Rewrite = (text: string) => string;

async function load(): Promise<Rewrite> {
  const file = pathToFileURL(path.join(process.cwd(), '.config', 'ascii-source.mjs')).href;
  const module: unknown = await import(file);
  return (module as { readonly asciiSource: Rewrite }).asciiSource;
}

/** What a module's text evaluates to. */
function valueOf(text: string): unknown {
  // Only texts of this spec are evaluated.
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  return (Function(`return [${text}]`) as () => unknown)();
}

describe('the source of the bundled program in ASCII', () => {
  let asciiSource: Rewrite;
  beforeAll(async () => {
    asciiSource = await load();
  });

  it.each([
    String.raw`/[가-힣]+제\s?조/u`,
    String.raw`/\가[\나]😀/`,
    String.raw`/[😀-😂]\u{1f600}/u`,
    'String.raw`제\\s?조\\`${1 + 1}\\d${"나"}끝\\\\`',
    'String.raw`\\${가}$ {}`',
    'String.raw`${String.raw`안\\d`}밖\\w`',
  ])('evaluates to the same as %s', (text) => {
    const [before, after] = [valueOf(text), valueOf(asciiSource(text))];
    const told = (value: unknown): unknown =>
      Array.isArray(value) ? value.map((each) => (each instanceof RegExp ? decoded(each) : each)) : value;
    expect(told(after)).toEqual(told(before));
    // Quoted strings are escaped by the bundler.
    expect(asciiSource(text).replace('"나"', '')).toMatch(/^[\x00-\x7f]*$/u);
  });

  it('leaves other text alone', () => {
    const text = "const a = '가'; // 나\nlabel`다\\d`;";
    expect(asciiSource(text)).toBe(text);
  });

  it('keeps any raw template', () => {
    const piece = fc.constantFrom(
      '가',
      '\\d',
      '\\\\',
      '\\`',
      '\\$',
      '$',
      '{',
      '😀',
      'a',
      '\n',
      "'",
      '\\u0041',
      '${"x"}',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = `String.raw\`${pieces.join('')}\``;
        // What would be no template.
        fc.pre(!/\$\{(?!"x"\})|\\u(?!0041)/u.test(text));
        expect(valueOf(asciiSource(text))).toEqual(valueOf(text));
      }),
    );
  });
});

/** A pattern with its escapes as the characters that they mean. */
function decoded({ source, flags }: RegExp): string {
  const plain = source
    .replace(/\\([^\x00-\x7f])/gu, '$1')
    .replace(/\\u([0-9a-f]{4})/gu, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  return `/${plain}/${flags}`;
}
