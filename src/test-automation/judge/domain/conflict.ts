import { Nearness } from './meaning.js';
import { Saying } from './readable-answer.js';

/** What an answer says against the passages that decide it. */
export interface Conflict {
  /** Offsets count in the answer. */
  readonly start: number;
  readonly end: number;
  readonly reason: string;
  /** The clause of the passages that it was compared with. */
  readonly clause: string;
}

/** What an answer is compared in. */
export interface ConflictSetting {
  readonly question: string;
  readonly gold: readonly string[];
  readonly nearness: Nearness;
}

/** The place of a sentence, as a conflict has it. */
export const spanOf = ({ start, end }: Saying): { start: number; end: number } => ({ start, end });
