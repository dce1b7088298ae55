import type { Catalogue } from './catalogue.js';
import { besideMentions, masked, mentionsIn } from './mentions.js';
import type { Mention, Alternatives, NameKnowledge } from './name-index.js';
import type { RuleBook } from './rule-book.js';
import { asksForProvision, asksForRepealed, contentWords, innerWords } from './question-words.js';
import { Reference, readReferences } from './reference.js';
import { Selection } from './selection.js';
import { WantedTitle, wantedTitle } from './title-likeness.js';

/** Inputs of a lookup other than the question. */
export interface LookUpOptions {
  /** Whether the caller may see a passage; others are ignored completely. */
  readonly admits: (passage: number) => boolean;
  /** Other words for a normalized word; names of rule books may be among them. */
  readonly synonyms?: Alternatives;
}

const NO_SYNONYMS: Alternatives = { of: () => [] };

/** A question as parsed for a lookup. */
export interface Reading {
  readonly catalogue: Catalogue;
  readonly selection: Selection;
  readonly knowledge: NameKnowledge;
  /** The text with the numbers masked. */
  readonly text: string;
  readonly references: readonly Reference[];
  readonly mentions: readonly Mention[];
  /** The question with names and numbers masked. */
  readonly unnamed: string;
  /** Words that are neither a name, a number nor a function word. */
  readonly rest: readonly string[];
  /** The title that these words may be. */
  readonly wanted: WantedTitle;
  readonly asksForProvision: boolean;
}

/** Reads names, numbers and titles in a question. @param question a result of `plainText` */
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

/** The title that a part of a question may be, apart from function words. */
export function titleIn(text: string): WantedTitle {
  return wantedTitle(contentWords(text), innerWords(text));
}
