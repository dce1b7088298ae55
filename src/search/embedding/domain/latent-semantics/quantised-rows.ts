/** Rows of numbers as integers from -127 to 127 with one scale per row: a quarter of the memory of single precision. */
export interface QuantisedRows {
  readonly width: number;
  readonly values: Int8Array;
  readonly scales: Float32Array;
}

const LARGEST = 127;

/**
 * @param source returns each row once; the first `width` numbers times `factors` are kept, and narrower rows are padded
 * with zeros
 */
export function quantiseRows(
  { rows, rowAt }: { readonly rows: number; readonly rowAt: (row: number) => ArrayLike<number> },
  factors: Float64Array,
  width: number,
): QuantisedRows {
  const quantised = new Int8Array(rows * width);
  const scales = new Float32Array(rows);
  const row = new Float64Array(Math.min(width, factors.length));
  for (let r = 0; r < rows; r++) {
    const given = rowAt(r);
    let largest = 0;
    for (let k = 0; k < row.length; k++) {
      const x = (given[k] ?? 0) * (factors[k] ?? 0);
      row[k] = x;
      largest = Math.max(largest, Math.abs(x));
    }
    scales[r] = largest / LARGEST;
    if (largest === 0) continue;
    for (let k = 0; k < row.length; k++) quantised[r * width + k] = Math.round(((row[k] ?? 0) / largest) * LARGEST);
  }
  return { width, values: quantised, scales };
}
