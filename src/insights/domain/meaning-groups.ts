/** Cosine of the static embedding from which two questions ask about the same thing, in Korean, English, or one in each. */
const SAME_TOPIC = 0.52;

function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

/** For each vector, the positions of those that are about the same thing; itself first. */
function neighbours(vectors: readonly Float32Array[]): number[][] {
  const near: number[][] = vectors.map((_, i) => [i]);
  for (const [i, vector] of vectors.entries())
    for (let j = i + 1; j < vectors.length; j++) {
      const other = vectors[j];
      if (other === undefined || cosine(vector, other) < SAME_TOPIC) continue;
      near[i]?.push(j);
      near[j]?.push(i);
    }
  return near;
}

/**
 * Groups texts by meaning: the text with the most others near to it is the center of the first group, then the one with the most of those
 * that are left, and so on. The same texts in the same order give the same groups.
 * @param vectors unit vectors, in the order of the texts
 * @returns positions of the texts, the center first; the largest group first, then by the position of the center
 */
export function groupByMeaning(vectors: readonly Float32Array[]): readonly (readonly number[])[] {
  const near = neighbours(vectors);
  const left = new Set(vectors.keys());
  const groups: number[][] = [];
  while (left.size > 0) {
    let best: number[] = [];
    for (const i of left) {
      const members = (near[i] ?? [i]).filter((member) => left.has(member));
      if (members.length > best.length) best = members;
    }
    for (const member of best) left.delete(member);
    groups.push(best);
  }
  return groups;
}
