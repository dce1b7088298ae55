/** A simulated person who asks questions. Personas are data: each file is a set, and any domain can have its own. */
export interface Persona {
  readonly id: string;
  readonly name: string;
  /** The name for readers of English, and of Korean, where `name` is in another language. */
  readonly nameEn?: string | undefined;
  readonly nameKo?: string | undefined;
  readonly description: string;
  readonly language: 'en' | 'ko';
  readonly goals: readonly string[];
  /** How well the person knows the words of the documents: a novice uses everyday words. */
  readonly knowledge: 'novice' | 'informed' | 'expert';
  readonly tone: 'casual' | 'polite' | 'formal' | 'anxious' | 'angry';
  /** Words, abbreviations and openings of this person, in the person's language. */
  readonly vocabulary: readonly string[];
  /** Category paths that concern this person; empty means all. */
  readonly audiencePaths: readonly (readonly string[])[];
}

/** The name of a person in the language of a reader; the id where the set has no such person. */
export function nameIn(language: 'en' | 'ko', personas: readonly Persona[], id: string): string {
  const persona = personas.find((one) => one.id === id);
  return (language === 'en' ? persona?.nameEn : persona?.nameKo) ?? persona?.name ?? id;
}

/** The ten of the specification. */
export const DEFAULT_PERSONA_SET = 'university';

/** Sets of simulated people, one file each. */
export abstract class PersonaSets {
  abstract names(): Promise<readonly string[]>;
  /** @returns undefined for a set that does not exist */
  abstract find(name: string): Promise<readonly Persona[] | undefined>;
}
