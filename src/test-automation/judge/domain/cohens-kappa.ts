/** Agreement of two raters on the same rows, corrected for chance. */
export interface Agreement {
  readonly rows: number;
  /** Share of the rows with the same label, 0..1. */
  readonly observed: number;
  /** Expected share of equal labels if both draw at random from their own label frequencies, 0..1. */
  readonly expected: number;
  /** -1..1; null if chance alone agrees on every row, where kappa is undefined. */
  readonly kappa: number | null;
  /** 95 % interval; null without a kappa, and where the formula has no width: one row, or all rows alike or all different. */
  readonly ci95: readonly [number, number] | null;
}

const Z95 = 1.959964;

/**
 * Cohen's kappa, (po - pe) / (1 - pe), with the large-sample standard error of Fleiss, Cohen and Everitt.
 * @param pairs labels of the same row by the first and by the second rater; at least one
 * @throws RangeError without rows
 * Sources: J. Cohen, "A coefficient of agreement for nominal scales", Educational and Psychological Measurement 20 (1960), 37-46; J. L.
 * Fleiss, J. Cohen, B. S. Everitt, "Large sample standard errors of kappa and weighted kappa", Psychological Bulletin 72 (1969), 323-327,
 * formula 13.
 */
export function cohensKappa(pairs: readonly (readonly [first: string, second: string])[]): Agreement {
  const rows = pairs.length;
  if (rows === 0) throw new RangeError('Agreement needs at least one row that both have labelled.');
  const labels = [...new Set(pairs.flat())];
  const share = (holds: (pair: readonly [string, string]) => boolean): number => pairs.filter(holds).length / rows;
  const cell = (i: string, j: string): number => share(([first, second]) => first === i && second === j);
  const firsts = new Map(labels.map((label) => [label, share(([first]) => first === label)]));
  const seconds = new Map(labels.map((label) => [label, share(([, second]) => second === label)]));
  const of = (map: ReadonlyMap<string, number>, label: string): number => map.get(label) ?? 0;
  const observed = labels.reduce((sum, label) => sum + cell(label, label), 0);
  const expected = labels.reduce((sum, label) => sum + of(firsts, label) * of(seconds, label), 0);
  const left = 1 - expected;
  if (left < 1e-12) return { rows, observed, expected, kappa: null, ci95: null };
  const kappa = (observed - expected) / left;
  const diagonal = labels.reduce(
    (sum, label) => sum + cell(label, label) * (1 - (of(firsts, label) + of(seconds, label)) * (1 - kappa)) ** 2,
    0,
  );
  const beside = labels.reduce(
    (sum, i) =>
      sum + labels.reduce((row, j) => (i === j ? row : row + cell(i, j) * (of(seconds, i) + of(firsts, j)) ** 2), 0),
    0,
  );
  const variance = (diagonal + (1 - kappa) ** 2 * beside - (kappa - expected * (1 - kappa)) ** 2) / (rows * left ** 2);
  if (rows < 2 || variance < 1e-12) return { rows, observed, expected, kappa, ci95: null };
  const margin = Z95 * Math.sqrt(variance);
  return { rows, observed, expected, kappa, ci95: [Math.max(-1, kappa - margin), Math.min(1, kappa + margin)] };
}
