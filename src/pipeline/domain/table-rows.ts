const ROW = /^\|.*\|$/su;
const RULE = /^\|[\s:|-]+\|$/u;

/**
 * For each sentence of a passage the place of the row that heads its table: `| 부전공 | 18학점 이상 |` says what `18학점 이상` is only there.
 * A heading row heads itself; undefined outside tables, and where a passage begins behind the heading.
 */
export function headingRows(sentences: readonly string[]): (number | undefined)[] {
  let heading: number | undefined;
  return sentences.map((sentence, i) => {
    if (!ROW.test(sentence)) heading = undefined;
    else if (heading === undefined && RULE.test(sentences[i + 1] ?? '')) heading = i;
    return heading;
  });
}
