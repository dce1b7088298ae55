import { InvalidInputError } from '../../../shared/domain/domain-error.js';
import { sentenceSpans } from '../../../text/sentences/sentences.js';
import { lastOf, Steps } from '../../../shared/domain/steps.js';
import { TextSpan } from '../../../text/text-span.js';
import { EvidenceText } from '../fact-check.js';
import { isResidue, spanPieces } from '../span-pieces.js';
import { compactTitle } from '../../../text/clauses/citations.js';
import { ClauseReading, clauseReading } from '../../../text/clauses/clause-reading.js';
import { contentWords, Word } from '../../../text/clauses/words.js';
import { similarityKeys, wordSimilarity } from './word-similarity.js';
import { folded } from '../../../text/folded-text.js';

/** The provision of a clause, as far as the text shows it. */
export interface Place {
  readonly article: string | undefined;
  readonly paragraph: string | undefined;
  /** Title and section, letters and digits only; undefined if unknown. */
  readonly heading: string | undefined;
}

export interface EvidenceClause extends TextSpan, Place {
  /** Number of the text among the evidence. */
  readonly text: number;
  readonly reading: ClauseReading;
}

const ARTICLE =
  /^\s*(?:#{1,6}\s+)?(?:\*\*)?제\s?(\d{1,4})\s?조(?:\s?의\s?(\d{1,3}))?(?=\s?[(（【[]|\s*$|\s+[①-⑳]|\s+삭제|\*\*)/u;
const ENGLISH_ARTICLE = /^\s*(?:#{1,6}\s+)?(?:\*\*)?(?:Article|Section|Clause|Rule|§)\s*(\d{1,4}(?:\.\d{1,3})*)\b/u;
const HEADING_ARTICLE =
  /제\s?(\d{1,4})\s?조(?:\s?의\s?(\d{1,3}))?|\b(?:Article|Section|Clause|Rule)\s+(\d{1,4}(?:\.\d{1,3})*)/gu;
const PARAGRAPHS = '①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳';

function articleAt(text: string): string | undefined {
  const korean = ARTICLE.exec(text);
  if (korean !== null) return korean[2] === undefined ? korean[1] : `${korean[1]}의${korean[2]}`;
  return ENGLISH_ARTICLE.exec(text)?.[1];
}

function articleOfHeading(heading: string | undefined): string | undefined {
  const last = [...(heading ?? '').matchAll(HEADING_ARTICLE)].at(-1);
  if (last === undefined) return undefined;
  return last[3] ?? (last[2] === undefined ? last[1] : `${last[1]}의${last[2]}`);
}

/** The heading of a text with the nearest one inside it, for ascending offsets: one passage may contain several short sections. */
function headingsOf({ heading, text }: EvidenceText): (start: number) => string | undefined {
  // A text without a title has no headings.
  if (heading === undefined) return () => undefined;
  const inner = [...text.matchAll(/^#{1,6}[ \t]+([^\s].*)$/gmu)];
  let passed = 0;
  let label = compactTitle(`${heading} `);
  return (start) => {
    const before = passed;
    while ((inner[passed]?.index ?? Infinity) <= start) passed++;
    if (passed > before) label = compactTitle(`${heading} ${inner[passed - 1]?.[1] ?? ''}`);
    return label;
  };
}

function* clausesOf(evidence: EvidenceText, number: number): Generator<EvidenceClause, void> {
  let article = articleOfHeading(evidence.heading);
  let paragraph: string | undefined;
  const headingAt = headingsOf(evidence);
  const spans = sentenceSpans(evidence.text).flatMap((span) => spanPieces(evidence.text, span));
  for (const { start, end } of spans) {
    const text = evidence.text.slice(start, end);
    if (isResidue(text)) continue;
    const own = articleAt(text);
    if (own !== undefined) {
      article = own;
      paragraph = undefined;
    }
    const sign = /^[^①-⑳]{0,60}([①-⑳])/u.exec(text)?.[1];
    if (sign !== undefined && (own !== undefined || text.startsWith(sign)))
      paragraph = String(PARAGRAPHS.indexOf(sign) + 1);
    yield {
      start,
      end,
      article,
      paragraph,
      heading: headingAt(start),
      text: number,
      reading: clauseReading(text),
    };
  }
}

interface VocabularyEntry extends Pick<Word, 'stem' | 'script' | 'letters'> {
  readonly clauses: number[];
}

const OUTER_MARKS = /^(?:[-*•·]\s+|\d{1,3}[.)]\s+|[①-⑳]\s*)+|(?<![.。])[.。]+$/gu;

/** The normalized text for verbatim comparison: without labels, table cell borders, closing stops, case and blanks. */
function wording(text: string): string {
  const plain = folded(text.replaceAll('|', ' '));
  return plain.replace(OUTER_MARKS, '').trim();
}

/** Inverse frequency: rare words weigh more; a word of every clause still counts. */
function rarity(clauses: number, holding: number): number {
  return 1 + 0.5 * Math.log((clauses + 1) / Math.max(1, holding));
}

/** Maximum number of sentences of evidence; every claim is compared with all of them. */
export const MAX_EVIDENCE_SENTENCES = 20_000;

/** Index of the evidence, built once for all claims. */
export class EvidenceIndex {
  /** Stems of the headings, by text. */
  readonly headings: readonly (readonly Word[])[];
  private readonly read: EvidenceClause[] = [];
  private readonly vocabulary = new Map<string, VocabularyEntry>();
  private readonly byKey = new Map<string, VocabularyEntry[]>();
  private readonly wordings = new Map<string, number>();
  private readonly known = new Map<
    string,
    readonly { readonly entry: VocabularyEntry; readonly similarity: number }[]
  >();

  private constructor(readonly texts: readonly EvidenceText[]) {
    this.headings = texts.map(({ heading }) => contentWords(heading ?? ''));
  }

  /** Reads all evidence in one call. @throws InvalidInputError if it has more than 20,000 sentences */
  static of(texts: readonly EvidenceText[]): EvidenceIndex {
    return lastOf(EvidenceIndex.inSteps(texts));
  }

  /** Reads one sentence per step, so that long evidence can be read in slices. @throws as `of` */
  static *inSteps(texts: readonly EvidenceText[]): Steps<EvidenceIndex> {
    const index = new EvidenceIndex(texts);
    for (const [number, text] of texts.entries()) {
      for (const clause of clausesOf(text, number)) {
        if (index.read.length >= MAX_EVIDENCE_SENTENCES) throw tooManySentences();
        for (const word of clause.reading.words) index.learn(word, index.read.length);
        const words = wording(clause.reading.text);
        if (!index.wordings.has(words)) index.wordings.set(words, index.read.length);
        index.read.push(clause);
        yield;
      }
    }
    return index;
  }

  get clauses(): readonly EvidenceClause[] {
    return this.read;
  }

  /** Rarity of a word among the clauses, 1 or more. */
  weight(word: Word): number {
    return rarity(this.clauses.length, this.vocabulary.get(word.stem)?.clauses.length ?? 0);
  }

  /** For each clause with the word or a form of it, the similarity, 0..1. */
  holders(word: Word): Map<number, number> {
    const best = new Map<number, number>();
    for (const { entry, similarity } of this.similar(word))
      for (const clause of entry.clauses) if (similarity > (best.get(clause) ?? 0)) best.set(clause, similarity);
    return best;
  }

  /** Index of the first clause that equals this text, without labels and closing marks. */
  verbatim(text: string): number | undefined {
    return this.wordings.get(wording(text));
  }

  /** Whether a text, or a section, is called so. @param title letters and digits only */
  isTitle(title: string | undefined): boolean {
    return title !== undefined && this.read.some(({ heading }) => heading?.endsWith(title) === true);
  }

  private learn(word: Word, clause: number): void {
    let entry = this.vocabulary.get(word.stem);
    if (entry === undefined) {
      entry = {
        stem: word.stem,
        script: word.script,
        letters: word.letters,
        clauses: [],
      };
      this.vocabulary.set(word.stem, entry);
      for (const key of new Set(similarityKeys(word))) {
        const entries = this.byKey.get(key);
        if (entries === undefined) this.byKey.set(key, [entry]);
        else entries.push(entry);
      }
    }
    if (entry.clauses.at(-1) !== clause) entry.clauses.push(clause);
  }

  private similar(word: Word): readonly {
    readonly entry: VocabularyEntry;
    readonly similarity: number;
  }[] {
    const remembered = this.known.get(word.stem);
    if (remembered !== undefined) return remembered;
    const candidates = new Set(similarityKeys(word).flatMap((key) => this.byKey.get(key) ?? []));
    const found = [...candidates]
      .map((entry) => ({ entry, similarity: wordSimilarity(word, entry) }))
      .filter(({ similarity }) => similarity > 0);
    this.known.set(word.stem, found);
    return found;
  }
}

function tooManySentences(): InvalidInputError {
  const detail = `holds more than ${MAX_EVIDENCE_SENTENCES} sentences; send only the passages that support the answer`;
  return new InvalidInputError([{ pointer: '/evidence', detail }]);
}
