import { codeFences, withCode } from './code-fence.js';

const TEXT =
  'On the host run:\n\n```sh\n# hold\nqueuectl hold --all\n```\n\nIt takes a minute.\n\n~~~\na\n```\nb\n~~~\nEnd.';
const at = (part: string, text = TEXT) => ({ start: text.indexOf(part), end: text.indexOf(part) + part.length });
const cut = ({ start, end }: { start: number; end: number }, text = TEXT): string => text.slice(start, end);

describe('codeFences', () => {
  it('finds whole blocks, each closed by its own fence', () => {
    expect(codeFences(TEXT).map((span) => cut(span))).toEqual([
      '```sh\n# hold\nqueuectl hold --all\n```',
      '~~~\na\n```\nb\n~~~',
    ]);
  });

  it('reads an open block to the end, and does not read inline code as a block', () => {
    expect(codeFences('a\n```\nb\n').map((span) => cut(span, 'a\n```\nb\n'))).toEqual(['```\nb']);
    expect(codeFences('```a``` b')).toEqual([]);
  });
});

describe('withCode', () => {
  it('includes the whole block if a part of it is quoted', () => {
    expect(cut(withCode(TEXT, at('queuectl hold --all')))).toBe('```sh\n# hold\nqueuectl hold --all\n```');
  });

  it('includes a block that a sentence announces, and no other block', () => {
    expect(cut(withCode(TEXT, at('On the host run:')))).toBe(
      'On the host run:\n\n```sh\n# hold\nqueuectl hold --all\n```',
    );
    expect(cut(withCode(TEXT, at('It takes a minute.')))).toBe('It takes a minute.');
    const korean = '다음과 같이 한다.\n\n```\na\n```';
    expect(cut(withCode(korean, at('다음과 같이 한다.', korean)), korean)).toBe(korean);
  });

  it('does not change text without blocks', () => {
    expect(withCode('Run: it.', { start: 0, end: 4 })).toEqual({ start: 0, end: 4 });
  });
});
