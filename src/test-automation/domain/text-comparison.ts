import { Word } from '../../text/clauses/words.js';

/** A question and the sentence that answers it. */
export interface ComparedSetting {
  readonly question: string;
  readonly quote: string;
}

/** Compares sentences as the judge compares those of an answer with its gold. */
export interface TextComparison {
  /** The content words of a text without its numbers. */
  terms(text: string): readonly Word[];
  /** Share of the wanted words that are held in any form, 0..1; 0 without wanted words. */
  wordShare(wanted: readonly Word[], held: readonly Word[]): number;
  /** Similarity in meaning, -1..1, within a language and across both. */
  nearness(a: string, b: string): number;
  /** Whether a sentence says a fact: its numbers, and most of its words or others of the same meaning. */
  says(fact: string, sentence: string, setting: ComparedSetting): boolean;
}

/** Port: the comparison loads vectors of words. */
export abstract class TextComparisonSource {
  abstract load(): Promise<TextComparison>;
}
