/**
 * Pseudo-random integers below 2^32, the same for the same seed: "mulberry32" (Ettinger 2017, public domain). Not for
 * secrets.
 */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

/** @returns `size` different integers below `population`, ascending (the first steps of a Fisher-Yates shuffle) */
export function seededSample(population: number, size: number, seed: number): Uint32Array {
  const random = seededRandom(seed);
  const all = Uint32Array.from({ length: population }, (_, i) => i);
  for (let i = 0; i < size; i++) {
    const other = i + (random() % (population - i));
    const taken = all[other] ?? 0;
    all[other] = all[i] ?? 0;
    all[i] = taken;
  }
  return all.slice(0, size).sort();
}
