/** Minimum share of an answer's n-grams that must be in the question or its provision for the same topic. */
const SHARED = 0.3;
/** With fewer n-grams a share is not meaningful: `3일 이내입니다.` */
const FEWEST_PIECES = 8;

/** Bigrams of Hangul syllables, and Latin words without their endings; no numbers, which any provision may contain. */
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

/** Whether an answer has the topic of the texts, or is too short to decide. */
export function topicalOverlap(answer: string, texts: readonly string[]): boolean {
  const own = [...piecesOf(answer)];
  const known = piecesOf(texts.join('\n'));
  return own.length < FEWEST_PIECES || own.filter((piece) => known.has(piece)).length >= SHARED * own.length;
}
