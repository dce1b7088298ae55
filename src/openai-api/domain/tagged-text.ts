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

/** The text without its `<name>…</name>` elements; also without those that have attributes. */
export function withoutTagged(text: string, names: readonly string[]): string {
  let rest = text;
  for (const name of names)
    for (let lower = rest.toLowerCase(), from = 0; ; lower = rest.toLowerCase()) {
      const start = lower.indexOf(`<${name}`, from);
      if (start === -1) break;
      const isName = /^[\s>]/u.test(lower.slice(start + name.length + 1, start + name.length + 2));
      const end = lower.indexOf(`</${name}>`, start);
      // An unclosed element is not removed: it could be a word of the question.
      if (!isName || end === -1) from = start + 1;
      else {
        rest = `${rest.slice(0, start)}\n${rest.slice(end + name.length + 3)}`;
        from = start;
      }
    }
  return rest;
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
