import { sentenceSpans } from '../../text/sentences/sentences.js';

/** Characters of a text that are read; the subject of a longer one is clear long before. */
const READ = 100_000;
/** Characters of one part: about a passage, a length at which lexical search is still precise. */
const PART = 300;
/** Number of sentences in addition to the title and the opening. */
const SENTENCES = 3;
/** Prevents a sentence of one frequent term from ranking above one of several. */
const SHORT = 4;

/** Score of a sentence: the sum of ln(1 + n_t) over its repeated terms, divided by the root of its length. */
function centrality(terms: ReadonlySet<string>, holders: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const term of terms) {
    const count = holders.get(term) ?? 0;
    if (count > 1) sum += Math.log(1 + count);
  }
  return sum / Math.sqrt(terms.size + SHORT);
}

/** The sentences with the most repeated terms of the text, highest score first. */
function centralSentences(text: string, termsOf: (text: string) => readonly string[]): string[] {
  const sentences = sentenceSpans(text).map(({ start, end }) => text.slice(start, Math.min(end, start + PART)));
  const terms = sentences.map((sentence) => new Set(termsOf(sentence)));
  const holders = new Map<string, number>();
  for (const each of terms) for (const term of each) holders.set(term, (holders.get(term) ?? 0) + 1);
  return sentences
    .map((sentence, i) => ({ sentence, i, score: centrality(terms[i] ?? new Set(), holders) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.i - b.i)
    .slice(0, SENTENCES)
    .map(({ sentence }) => sentence);
}

/** The queries for the neighbours of a text: its title, its opening and its most salient sentences; none is blank. */
export function salientExcerpts(
  text: string,
  title: string | undefined,
  termsOf: (text: string) => readonly string[],
): readonly string[] {
  const read = text.slice(0, READ);
  const parts = [title ?? '', read.trimStart().slice(0, PART), ...centralSentences(read, termsOf)];
  return [...new Set(parts.map((part) => part.trim()))].filter((part) => part !== '');
}
