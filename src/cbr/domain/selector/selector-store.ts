import { SelectorState } from './case-selector.js';

/** Keeps the selector over restarts. */
export abstract class SelectorStore {
  abstract read(): Promise<SelectorState | undefined>;
  abstract write(state: SelectorState): Promise<void>;
}
