import { normalizedText, normalizedWords } from '../../text/normalized-text.js';
import { Evidence } from './evidence.js';

/** Words of a shingle. */
const SHINGLE_WORDS = 3;
/** Share of common shingles from which on a passage is a copy of another. */
const COPIED_SHARE = 0.7;
/** A shorter passage has one or two sentences: two rules may have the same wording by chance. */
const MIN_SHINGLES = 12;

function shinglesOf(text: string): Set<string> {
  const words = [...normalizedWords(text)].flat();
  return new Set(words.slice(SHINGLE_WORDS - 1).map((_, i) => words.slice(i, i + SHINGLE_WORDS).join(' ')));
}

type Copyable = Pick<Evidence, 'documentId' | 'text'>;

/**
 * Whether two passages of different documents are one text: the same words, or a longer text that was copied with other text around it or
 * with small changes. A copy confirms nothing.
 */
export function isCopyOf(a: Copyable, b: Copyable): boolean {
  if (a.documentId === b.documentId) return false;
  if (normalizedText(a.text) === normalizedText(b.text)) return true;
  const [smaller, larger] = [shinglesOf(a.text), shinglesOf(b.text)].sort((x, y) => x.size - y.size);
  if (smaller === undefined || larger === undefined || smaller.size < MIN_SHINGLES) return false;
  let shared = 0;
  for (const shingle of smaller) if (larger.has(shingle)) shared++;
  return shared >= COPIED_SHARE * smaller.size;
}

/** Number of independent passages: a passage and its copies count once. */
export function countIndependent(passages: readonly Copyable[]): number {
  const independent: Copyable[] = [];
  for (const passage of passages) if (!independent.some((one) => isCopyOf(passage, one))) independent.push(passage);
  return independent.length;
}

/** How much of the question the title and the headings of a passage name. */
function namedShare({ headingShares }: Evidence): number {
  return headingShares.reduce((sum, share) => sum + share, 0);
}

const HEAD_UNITS = 200;
const FIRST_WORD_UNITS = 20;

/** The same for each two copies and cheap: the whole text is normalised only for passages that share it. */
function roughKey({ section = '', text }: Evidence): string {
  const head = normalizedText(text.trimStart().slice(0, HEAD_UNITS));
  return JSON.stringify([section, (head.split(' ', 1)[0] ?? '').slice(0, FIRST_WORD_UNITS)]);
}

/**
 * Leaves out passages with the same words under the same heading as one of another document. The passage whose title the question names
 * stays, or the best ranked one. It gets the rank of the best ranked one.
 */
export function withoutCopies(evidence: readonly Evidence[]): readonly Evidence[] {
  const rough = evidence.map(roughKey);
  const sizes = new Map<string, number>();
  for (const key of rough) sizes.set(key, (sizes.get(key) ?? 0) + 1);
  const kept = new Map<string, Evidence>();
  for (const [i, passage] of evidence.entries()) {
    const shared = rough[i] ?? '';
    const key = sizes.get(shared) === 1 ? shared : JSON.stringify([shared, normalizedText(passage.text)]);
    const other = kept.get(key);
    if (other?.documentId === passage.documentId) kept.set(`${key}${passage.chunkId}`, passage);
    else if (other === undefined || namedShare(passage) > namedShare(other)) kept.set(key, passage);
  }
  return kept.size === evidence.length ? evidence : [...kept.values()];
}
