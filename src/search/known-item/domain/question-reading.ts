import type { Catalogue } from './catalogue.js';
import { besideMentions, masked, mentionsIn } from './mentions.js';
import type { Mention } from './name-index.js';
import type { RuleBook } from './rule-book.js';
import type { Alternatives, NameKnowledge } from './name-knowledge.js';
import { asksForProvision, asksForRepealed, contentWords, innerWords } from './question-words.js';
import { Reference, readReferences } from './reference.js';
import { Selection } from './selection.js';
import { WantedTitle, wantedTitle } from './title-likeness.js';

/** What a look-up depends on beside the question. */
export interface LookUpOptions {
  /** Whether the caller may see a passage; all others are as if they did not exist. */
  readonly admits: (passage: number) => boolean;
  /** Other words for a folded word; names of rule books may be among them. */
  readonly synonyms?: Alternatives;
}

const NO_SYNONYMS: Alternatives = { of: () => [] };

/** A question as a look-up sees it. */
export interface Reading {
  readonly catalogue: Catalogue;
  readonly selection: Selection;
  readonly knowledge: NameKnowledge;
  /** With the numbers blanked out. */
  readonly text: string;
  readonly references: readonly Reference[];
  readonly mentions: readonly Mention[];
  /** The question with names and numbers blanked out. */
  readonly unnamed: string;
  /** Words that are neither a name, a number nor of form. */
  readonly rest: readonly string[];
  /** The title that these words may be. */
  readonly wanted: WantedTitle;
  readonly asksForProvision: boolean;
}

/** Reads names, numbers and titles in a question. @param question as `plainText` gives it */
export function readQuestion(question: string, catalogue: Catalogue, { admits, synonyms }: LookUpOptions): Reading {
  const selection = new Selection(catalogue, admits, asksForRepealed(question));
  const knowledge = {
    names: catalogue.names,
    admits: (book: RuleBook) => selection.isVisible(book),
    synonyms: synonyms ?? NO_SYNONYMS,
  };
  const all = readReferences(question);
  const mentions = mentionsIn(question, all, knowledge);
  const references = besideMentions(all, mentions);
  const text = masked(question, references);
  let rest = text;
  for (const { start, end } of [...mentions, ...references])
    rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end);
  return {
    catalogue,
    selection,
    knowledge,
    text,
    references,
    mentions,
    unnamed: rest,
    rest: contentWords(rest),
    wanted: titleIn(rest),
    asksForProvision: asksForProvision(question),
  };
}

/** The title that a part of a question may be, words of form aside. */
export function titleIn(text: string): WantedTitle {
  return wantedTitle(contentWords(text), innerWords(text));
}
