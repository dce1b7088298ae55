/** The content of the last `<name>…</name>` of a text; undefined without one. An unclosed element extends to the end. */
export function lastTagged(text: string, names: readonly string[]): string | undefined {
  const lower = text.toLowerCase();
  let from = -1;
  let found: string | undefined;
  for (const name of names) {
    const at = lower.lastIndexOf(`<${name}>`);
    if (at <= from) continue;
    const start = at + name.length + 2;
    const end = lower.indexOf(`</${name}>`, start);
    from = at;
    found = text.slice(start, end === -1 ? undefined : end).trim();
  }
  return found;
}

/**
 * The text without its `<name>…</name>` elements; also without those that have attributes. An unclosed element is not removed: it could be a
 * word of the question. Linear in the length of the text.
 */
export function withoutTagged(text: string, names: readonly string[]): string {
  const marks = [...text.matchAll(new RegExp(`<(/?)(${names.join('|')})(?=[\\s>])`, 'giu'))].map((mark) => ({
    at: mark.index,
    isEnd: mark[1] === '/' && text[mark.index + mark[0].length] === '>',
    isStart: mark[1] === '',
    name: mark[2]?.toLowerCase() ?? '',
    after: mark.index + mark[0].length + 1,
  }));
  const lastEnds = new Map(marks.filter(({ isEnd }) => isEnd).map(({ name, at }) => [name, at]));
  let rest = '';
  let from = 0;
  let open: string | undefined;
  for (const { at, isEnd, isStart, name, after } of marks) {
    if (open === undefined && isStart && (lastEnds.get(name) ?? -1) > at) {
      rest += text.slice(from, at);
      open = name;
    } else if (isEnd && name === open) {
      rest += '\n';
      from = after;
      open = undefined;
    }
  }
  return rest + text.slice(from);
}

/** Number of characters of a chunk, about the size of a chunk of a model. */
const PIECE = 24;

/** Splits a finished text into chunks for a streaming client: cut after blanks, never inside a character. Joined they are the text. */
export function textChunks(text: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const part of text.split(/(?<=\s)/u)) {
    if (piece !== '' && piece.length + part.length > PIECE) {
      pieces.push(piece);
      piece = '';
    }
    piece += part;
  }
  if (piece !== '') pieces.push(piece);
  return pieces;
}
