/** So much of an answer's words must stand in the question or its provision for the answer to speak of the same thing. */
const SHARED = 0.3;
/** Of fewer pieces a share says nothing: `3일 이내입니다.` */
const FEWEST_PIECES = 8;

/** Two syllables each of Hangul words, Latin words without their endings; no numbers, which any provision may hold. */
function piecesOf(text: string): Set<string> {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[가-힣]{2,}|\p{Script=Latin}{4,}/gu) ?? [];
  return new Set(
    words.flatMap((word) =>
      /^[가-힣]/u.test(word)
        ? Array.from({ length: word.length - 1 }, (_, i) => word.slice(i, i + 2))
        : [word.slice(0, 5)],
    ),
  );
}

/** Whether an answer speaks of what the texts speak of, or is too short to tell. */
export function topicalOverlap(answer: string, texts: readonly string[]): boolean {
  const own = [...piecesOf(answer)];
  const known = piecesOf(texts.join('\n'));
  return own.length < FEWEST_PIECES || own.filter((piece) => known.has(piece)).length >= SHARED * own.length;
}
