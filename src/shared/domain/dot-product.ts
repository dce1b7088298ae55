/** Sum of the products of two vectors' numbers: of unit vectors, their cosine. What one vector lacks counts 0. */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
