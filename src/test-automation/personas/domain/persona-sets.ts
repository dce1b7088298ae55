import { Persona } from './persona.js';

/** The ten of the specification. */
export const DEFAULT_PERSONA_SET = 'university';

/** Sets of simulated people, one file each. */
export abstract class PersonaSets {
  abstract names(): Promise<readonly string[]>;
  /** @returns undefined for a set that does not exist */
  abstract find(name: string): Promise<readonly Persona[] | undefined>;
}
