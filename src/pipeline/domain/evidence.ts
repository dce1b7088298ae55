import { PassagePlace } from './page-place.js';
import { AnswerType, holdsAnswerType } from './answer-type.js';
import { asks } from '../../text/sentences/answered-questions.js';
import { memoize } from '../../text/memoize.js';
import { isBlankField, isNameOfForm } from './blank-fields.js';

/** A sentence of a passage; offsets in the passage's text. */
export interface EvidenceSentence {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Share of each content word of the question in it, 0..1. */
  readonly shares: readonly number[];
  /** Cosine similarity of it, under its heading, and the question; undefined without embeddings. */
  readonly meaning?: number;
  /** It is the heading of a table or a paragraph. */
  readonly isHeading?: boolean;
}

/** A retrieved passage, compared with the question sentence by sentence. */
export interface Evidence {
  readonly chunkId: string;
  readonly documentId: string;
  readonly title: string;
  readonly section: string | undefined;
  readonly url: string | null;
  readonly date: string | null;
  readonly version: string | null;
  /** Days of force of its document; null and undefined are open. */
  readonly effectiveFrom?: string | null;
  readonly effectiveTo?: string | null;
  readonly canonicalPath: readonly string[];
  /** Offset of the passage in the stored document. */
  readonly start: number;
  readonly text: string;
  /** Rerank score, 0..1. */
  readonly score: number;
  /** Fused score of the retrievers, in standard deviations; undefined if nothing was fused. */
  readonly fused?: number;
  /** Cosine similarity of it, under its heading, and the question; undefined without embeddings. */
  readonly meaning?: number;
  /** Places on the pages of its file, for formats with pages. */
  readonly places?: readonly PassagePlace[];
  /** Whether the document was read from a file, which can be downloaded. */
  readonly isFromFile?: boolean;
  readonly deleted: boolean;
  /** The content words of its document's title, each with the share that the question names, 0..1. */
  readonly titleWords: readonly { readonly text: string; readonly asked: number }[];
  /** A blank form, or a provision about the coming into force, that the question does not ask for. */
  readonly aside: boolean;
  readonly headingShares: readonly number[];
  readonly passageShares: readonly number[];
  readonly sentences: readonly EvidenceSentence[];
}

/** Content words of the question with their rarity. */
export interface QuestionWord {
  readonly text: string;
  /** Marked by a particle as a topic of the question. */
  readonly topical: boolean;
  readonly weight: number;
  /** Weight among the words of the topic, where a word that is in no passage has the most weight. Without it, `weight` applies. */
  readonly topicWeight?: number;
  /** No accessible passage contains it, by any of its names. */
  readonly isUnknown?: boolean;
}

/** A candidate sentence with its support. */
export interface RankedSentence {
  readonly evidence: Evidence;
  readonly sentence: EvidenceSentence;
  /** Support of the question by the sentence in its context, 0..1. */
  readonly support: number;
  /** Whether it contains the requested kind of thing. */
  readonly typed: boolean;
  /** The question asks for it by its number: it is quoted verbatim. */
  readonly isWhole?: boolean;
}

/** Credit of a word that is in the heading, or elsewhere in the passage, but not in the sentence itself. */
const HEADING_CREDIT = 0.9;
const PASSAGE_CREDIT = 0.55;
/** A sentence without the requested kind of thing rarely answers. */
const UNTYPED_FACTOR = 0.7;
/** Weight of the rank of the passage, relative to the words of the sentence. */
const PASSAGE_WEIGHT = 0.25;

function credit(own: number, heading: number, passage: number): number {
  return Math.max(own, HEADING_CREDIT * heading, PASSAGE_CREDIT * passage);
}

/** Share of the question that a sentence covers in its context: its own words, the words of its heading, the words around it. */
export function contextualCoverage(
  sentence: EvidenceSentence,
  evidence: Evidence,
  words: readonly QuestionWord[],
): number {
  let covered = 0;
  let total = 0;
  words.forEach((word, i) => {
    total += word.weight;
    covered +=
      word.weight * credit(sentence.shares[i] ?? 0, evidence.headingShares[i] ?? 0, evidence.passageShares[i] ?? 0);
  });
  return total === 0 ? 0 : covered / total;
}

/** Words of the heading do not discriminate between its sentences. */
const GIVEN_BY_HEADING = 0.7;

function ownCoverage(sentence: EvidenceSentence, words: readonly QuestionWord[], given: (i: number) => number): number {
  let covered = 0;
  let total = 0;
  words.forEach((word, i) => {
    const weight = word.weight * (1 - given(i));
    total += weight;
    covered += weight * (sentence.shares[i] ?? 0);
  });
  return total === 0 ? 0 : covered / total;
}

/** A heading or the purpose clause of a regulation names topics but does not answer. */
const EMPTY_FACTOR = 0.4;
const EMPTY_SENTENCE = /^(#{1,6} [^\n]*|제\d+조(의\d+)?\s?\(목적\).*|\|[\s:|-]+\||제\d+[편장절관].{0,30})$/su;

/** `- [Fees of the kiln](/fees#kiln)`: a link to another page. */
const NAVIGATION =
  /^\s{0,20}(?:[-*+>]\s{1,10}){0,3}(?:\d{1,3}[.)]\s{1,10})?!?\[[^[\]]{0,300}\]\([^()\s]{0,1000}\)[\s.,:;|]{0,5}$/u;

/** A code fence, a horizontal rule, an HTML tag alone, also in several lines. */
const SYNTAX = /^(?:[^\p{L}\p{N}]*|\s{0,10}(?:`{3}|~{3})[\w-]{0,20}\s*|\s{0,10}<\/?[a-z][^<>]{0,500}>\s*)$/iu;

/** Number of cached sentences of frequently found passages; reading one takes 0.1 ms. */
const REMEMBERED_SENTENCES = 20_000;

const isEmptyText = memoize(
  REMEMBERED_SENTENCES,
  (text: string) =>
    EMPTY_SENTENCE.test(text) || NAVIGATION.test(text) || SYNTAX.test(text) || asks(text) || isBlankField(text),
);

/** Whether a sentence has no content by itself: a heading, a table header, the rule under it, a blank field, a link or a question alone, syntax alone. */
export function isEmptySentence({ text, isHeading }: Pick<EvidenceSentence, 'text' | 'isHeading'>): boolean {
  return isHeading === true || isEmptyText(text);
}

interface Judged {
  readonly sentence: EvidenceSentence;
  readonly typed: boolean;
  /** Support relative to all sentences of all passages. */
  readonly support: number;
  /** Support relative to the sentences of its own passage, which share a heading. */
  readonly within: number;
}

function judge(evidence: Evidence, words: readonly QuestionWord[], type: AnswerType): Judged[] {
  const around = `${evidence.title} ${evidence.section ?? ''} ${evidence.text}`;
  return evidence.sentences.map((sentence) => {
    const typed = holdsAnswerType(type, sentence.text, around);
    const isEmpty = isEmptySentence(sentence);
    const factor = (typed ? 1 : UNTYPED_FACTOR) * (isEmpty ? EMPTY_FACTOR : 1);
    const contextual = contextualCoverage(sentence, evidence, words);
    const covered = 0.55 * contextual + 0.45 * ownCoverage(sentence, words, () => 0);
    const beyondHeading =
      0.3 * contextual + 0.7 * ownCoverage(sentence, words, (i) => GIVEN_BY_HEADING * (evidence.headingShares[i] ?? 0));
    const passagePart = PASSAGE_WEIGHT * evidence.score;
    return {
      sentence,
      typed,
      support: ((1 - PASSAGE_WEIGHT) * covered + passagePart) * factor,
      within: ((1 - PASSAGE_WEIGHT) * beyondHeading + passagePart) * factor,
    };
  });
}

/** More than half of the topic words are not in the passage: fees of a car park do not answer `수영장의 이용 요금`. */
const ABSENT_TOPIC_SHARE = 0.5;
const HELD_SHARE = 0.5;
/** A passage without the topic ranks after a passage with it that covers a little less. */
const ABSENT_TOPIC_FACTOR = 0.8;

/** Whether a passage lacks the topic of the question, by the words that a particle or a capital letter marks as topic. */
export function isTopicAbsent(evidence: Evidence, words: readonly QuestionWord[]): boolean {
  let total = 0;
  let absent = 0;
  words.forEach((word, i) => {
    if (!word.topical) return;
    const weight = word.topicWeight ?? word.weight;
    total += weight;
    if (Math.max(evidence.headingShares[i] ?? 0, evidence.passageShares[i] ?? 0) < HELD_SHARE) absent += weight;
  });
  return total > 0 && absent > ABSENT_TOPIC_SHARE * total;
}

/** `제3조(신청 기간과 방법)` answers `언제까지 신청`, though it does not contain the question word. */
const HEADED_FACTOR = 1.08;

/** The innermost heading: the article, not its chapter. */
export function innermostHeading({ title, section }: Pick<Evidence, 'title' | 'section'>): string {
  return section?.split(' > ').at(-1) ?? title;
}

/** Whether its heading names the requested kind of thing. */
export function isHeaded(evidence: Evidence, { heading }: AnswerType): boolean {
  return heading?.test(innermostHeading(evidence)) === true;
}

/**
 * Sentences of one passage: the score of the passage is that of its best sentence among all sentences. Sentences of one passage are ordered
 * by what they add to their common heading.
 */
function rankPassage(evidence: Evidence, words: readonly QuestionWord[], type: AnswerType): RankedSentence[] {
  const judged = judge(evidence, words, type);
  const factor =
    (isHeaded(evidence, type) ? HEADED_FACTOR : 1) * (isTopicAbsent(evidence, words) ? ABSENT_TOPIC_FACTOR : 1);
  const best = Math.max(0, ...judged.map((j) => j.support)) * factor;
  const bestWithin = Math.max(Number.EPSILON, ...judged.map((j) => j.within));
  return judged.map(({ sentence, typed, within }) => ({
    evidence,
    sentence,
    typed,
    support: best * (within / bestWithin),
  }));
}

/** All sentences of all passages, best first; ties in the order of retrieval. */
export function rankSentences(
  evidence: readonly Evidence[],
  words: readonly QuestionWord[],
  type: AnswerType,
): RankedSentence[] {
  return evidence
    .flatMap((passage) => rankPassage(passage, words, type))
    .map((ranked, order) => ({ ranked, order }))
    .sort((a, b) => b.ranked.support - a.ranked.support || a.order - b.order)
    .map(({ ranked }) => ranked);
}

/** `시험 질서 내규에 따른다`, `is set out in the by-law`, `see section 4`: names the provision with the answer, and is not an answer. */
const REFERENCE =
  /^\s{0,10}(?:[①-⑳\d.)\s]{0,10})?(?:제\s?\d{1,4}조.{0,30}(?:에 따른다|에 의한다|준용한다)|see |refer to )|(?:규정|규칙|내규|세칙|학칙|지침|요령|법률?|시행령|조례|[조항호]|별표|바)에 (?:따른다|의한다|준한다)\.?$|\b(?:is|are) (?:governed|set out|described|laid down|regulated|covered) (?:by|in) the\b/iu;
const LONGEST_REFERENCE = 120;
/** Number of cached titles and sentences of frequently found passages. */
const REMEMBERED_NAMES = 10_000;

/** Whether a sentence only refers to another provision. */
export function isReference({ text }: Pick<EvidenceSentence, 'text'>): boolean {
  return text.length < LONGEST_REFERENCE && REFERENCE.test(text);
}

/** A name or a title without the blanks and the emphasis in it. */
export const foldedName = memoize(REMEMBERED_NAMES, (text: string) => text.replace(/[\s*_]+/gu, '').toLowerCase());

/** False for a title line, a heading or a blank field, which do not answer by themselves. */
export function saysSomething({ evidence, sentence }: RankedSentence): boolean {
  if (isEmptySentence(sentence) || isNameOfForm(sentence.text)) return false;
  // The first line of a file is often its title without the form number, or without the name of its series.
  return !foldedName(evidence.title).includes(foldedName(sentence.text));
}
