/** Characters of a piece, about as many as a token of a model that writes. */
const PIECE = 24;

/**
 * A finished text in pieces for a client that reads along: cut behind blanks, never inside a character.
 * Joined they are the text.
 */
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
