/** A simulated person who asks. Personas are data: a file of them is a set, and any domain can have its own. */
export interface Persona {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly language: 'en' | 'ko';
  readonly goals: readonly string[];
  /** How much the person knows of the documents' words: a novice says them in everyday words. */
  readonly knowledge: 'novice' | 'informed' | 'expert';
  readonly tone: 'casual' | 'polite' | 'formal' | 'anxious' | 'angry';
  /** Words, abbreviations and openings that this person uses, in the person's language. */
  readonly vocabulary: readonly string[];
  /** Category paths that concern this person; empty means all. */
  readonly audiencePaths: readonly (readonly string[])[];
}
