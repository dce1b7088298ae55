import { SelectorState } from './case-selector.js';

/** Keeps the selector over restarts. */
export abstract class SelectorStore {
  abstract read(): Promise<SelectorState | undefined>;
  abstract write(state: SelectorState): Promise<void>;
  /** Calls back when another process may have written; a store that one process has to itself never does. */
  abstract onChange(listener: () => void): void;
}
