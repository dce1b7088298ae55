import { SelectorState } from './case-selector.js';

/** Stores the selector across restarts. */
export abstract class SelectorStore {
  abstract read(): Promise<SelectorState | undefined>;
  abstract write(state: SelectorState): Promise<void>;
  /** Calls back if another process may have written; a store with a single process never does. */
  abstract onChange(listener: () => void): void;
}
