/** The tokens of one text or pair. */
export interface TokenRow {
  readonly ids: readonly number[];
  /** Which of the two texts a token belongs to. */
  readonly types: readonly number[];
}

/** A batch as the model reads it: row after row, each `width` long. */
export interface PaddedInputs {
  readonly width: number;
  readonly ids: BigInt64Array;
  /** 1 for a token, 0 for padding. */
  readonly mask: BigInt64Array;
  readonly types: BigInt64Array;
}

/** Cuts a row to the model's length but keeps its last token, which ends the text and which models require. */
export function withinLength(row: TokenRow, maxTokens: number): TokenRow {
  if (row.ids.length <= maxTokens) return row;
  const cut = (list: readonly number[]) => [...list.slice(0, maxTokens - 1), ...list.slice(-1)];
  return { ids: cut(row.ids), types: cut(row.types) };
}

/** Pads all rows on the right to the length of the longest. */
export function paddedInputs(rows: readonly TokenRow[], padId: number): PaddedInputs {
  const width = Math.max(1, ...rows.map((row) => row.ids.length));
  const ids = new BigInt64Array(rows.length * width).fill(BigInt(padId));
  const mask = new BigInt64Array(rows.length * width);
  const types = new BigInt64Array(rows.length * width);
  rows.forEach((row, index) => {
    ids.set(row.ids.map(BigInt), index * width);
    types.set(row.types.map(BigInt), index * width);
    mask.fill(1n, index * width, index * width + row.ids.length);
  });
  return { width, ids, mask, types };
}
