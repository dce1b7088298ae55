import { sentenceSpans } from '../../text/sentences/sentences.js';

/** Characters of a text that are looked at; the subject of a longer one is plain long before. */
const READ = 100_000;
/** Characters of one part: about a passage, and a length at which a search by words stays sharp. */
const PART = 300;
/** Sentences beside the title and the opening. */
const SENTENCES = 3;
/** Keeps a sentence of one frequent term from going before one of several. */
const SHORT = 4;

/** Terms that the text says again, in few words: the sum of ln(1 + n_t) over repeated terms, over the root of the length. */
function centrality(terms: ReadonlySet<string>, holders: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const term of terms) {
    const count = holders.get(term) ?? 0;
    if (count > 1) sum += Math.log(1 + count);
  }
  return sum / Math.sqrt(terms.size + SHORT);
}

/** The sentences that say most of what the text keeps saying, the most telling first. */
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

/** What to look for the neighbours of a text with: its title, its opening and its most telling sentences; none is blank. */
export function salientExcerpts(
  text: string,
  title: string | undefined,
  termsOf: (text: string) => readonly string[],
): readonly string[] {
  const read = text.slice(0, READ);
  const parts = [title ?? '', read.trimStart().slice(0, PART), ...centralSentences(read, termsOf)];
  return [...new Set(parts.map((part) => part.trim()))].filter((part) => part !== '');
}
