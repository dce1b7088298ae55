import { Nearness } from './meaning.js';
import { Saying } from './readable-answer.js';

/** A contradiction between an answer and the deciding passages. */
export interface Conflict {
  /** Offsets count in the answer. */
  readonly start: number;
  readonly end: number;
  readonly reason: string;
  /** The clause of the passages that it was compared with. */
  readonly clause: string;
}

/** The context of a comparison. */
export interface ConflictSetting {
  readonly question: string;
  readonly gold: readonly string[];
  readonly nearness: Nearness;
}

/** The location of a sentence in the form of a conflict. */
export const spanOf = ({ start, end }: Saying): { start: number; end: number } => ({ start, end });
