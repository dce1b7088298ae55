import { RAG_COMPONENTS, RagComponent } from '../trace-attribution.js';

/** A set of components as bits, in the order of RAG_COMPONENTS. */
export type ComponentSet = number;

export const ALL_COMPONENTS: ComponentSet = 2 ** RAG_COMPONENTS.length - 1;

export const sizeOf = (set: ComponentSet): number => (set === 0 ? 0 : (set & 1) + sizeOf(set >> 1));

/** Components in the set. */
export const namesOf = (set: ComponentSet): RagComponent[] => RAG_COMPONENTS.filter((_, i) => (set >> i) % 2 === 1);

/** Components to switch off so that exactly this set is on. */
export const offIn = (set: ComponentSet): RagComponent[] => namesOf(ALL_COMPONENTS & ~set);

export const setOf = (names: Iterable<string>): ComponentSet => {
  const wanted = new Set(names);
  return RAG_COMPONENTS.reduce((set, name, i) => (wanted.has(name) ? set | (1 << i) : set), 0);
};
