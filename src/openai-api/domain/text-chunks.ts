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
