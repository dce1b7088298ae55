import { Injectable } from '@nestjs/common';
import { SearchPassages } from '../../search/application/search-passages.js';
import { Analyser } from '../../text/tokens/analyser.js';
import { asksFor, ProvisionKind, passageKind } from '../../search/known-item/domain/provision-label.js';
import { HeadingWord, headingWords } from '../../search/query/domain/heading-words.js';
import { SearchHit } from '../../search/ranking/domain/passage-ranking.js';
import { AnalysedQuery } from '../../search/query/domain/query.js';
import { paraphrasesOf } from '../../search/query/domain/query-word.js';
import { inverseDocumentFrequency, RelevanceModel } from '../../search/ranking/domain/relevance.js';
import { passageHeading } from '../../search/domain/indexed-passage.js';
import { MeaningSource, TextMeaning } from '../../search/embedding/domain/static-embedding/static-embedding.js';
import { PlacedSentence } from '../../text/sentences/governing-sentences.js';
import { dot } from '../../shared/domain/dot-product.js';
import { memoize } from '../../text/memoize.js';
import { Evidence, innermostHeading } from '../domain/evidence.js';
import { readPlaces } from '../domain/page-place.js';
import { KnownWord, Retrieval, RetrievalRequest, Retriever, AskedStretch } from '../domain/retriever.js';
import { sentencesOfPassage, joinedCells } from '../../text/sentences/sentences.js';
import { halfWidth } from '../../text/folded-text.js';
import { spansOfPart } from '../../search/known-item/domain/provision-text.js';

/** `[별표 1] 등록금 반환 기준`. */
const TABLE = /^[^가-힣]*별\s*표/u;

/** Number of cached sections and headings of passages. */
const REMEMBERED_PASSAGES = 4_000;

const kindOfSection = memoize(REMEMBERED_PASSAGES, (section: string) => passageKind(section, ''));
const kindOfText = memoize(REMEMBERED_PASSAGES, (text: string) => passageKind(undefined, text));

/** True for blank forms and provisions about the coming into force, if the question does not ask for them. Tables count as rules. */
function isAside({ section, text }: SearchHit['passage'], asked: ReadonlySet<ProvisionKind>): boolean {
  const kind = section === undefined ? kindOfText(text) : kindOfSection(section);
  if (asked.has(kind)) return false;
  return kind === 'supplement' || (kind === 'form' && !TABLE.test(section ?? text));
}

/** Cosine similarities with the question. */
interface PassageCosines {
  readonly passage: number;
  readonly sentences: readonly number[];
}

interface Comparison {
  readonly model: RelevanceModel;
  readonly asked: ReadonlySet<ProvisionKind>;
  readonly wordsOf: (heading: string) => readonly HeadingWord[];
  readonly meaningsOf: (passage: SearchHit['passage']) => PassageCosines;
}

/** The document of an upload, and not a part of an archive, whose file is kept as a whole. */
function isFromFile(metadata: SearchHit['passage']['metadata']): boolean {
  return typeof metadata['file_name'] === 'string' && metadata['container'] === undefined;
}

function toEvidence(hit: SearchHit, { model, asked, wordsOf, meaningsOf }: Comparison): Evidence {
  const { passage } = hit;
  const meanings = meaningsOf(passage);
  const places = readPlaces(passage.metadata['places']);
  const { passageShares, sentences } = sharesOf(passage.text, model, meanings.sentences);
  return {
    chunkId: passage.chunkId,
    documentId: passage.documentId,
    title: passage.title,
    section: passage.section,
    url: passage.url,
    date: passage.date,
    version: passage.version,
    effectiveFrom: passage.effectiveFrom ?? null,
    effectiveTo: passage.effectiveTo ?? null,
    canonicalPath: passage.canonicalPath,
    start: passage.start,
    text: passage.text,
    score: hit.relevance.score,
    fused: hit.fusedScore,
    // A provider's model embeds whole sentences; the static embedding sums words.
    meaning: hit.meaning ?? meanings.passage,
    deleted: passage.metadata['deleted'] === true,
    ...(places.length === 0 ? {} : { places }),
    ...(isFromFile(passage.metadata) ? { isFromFile: true } : {}),
    titleWords: wordsOf(passage.title).map(({ text, terms }) => ({ text, asked: model.askedShare(terms) })),
    aside: isAside(passage, asked),
    headingShares: model.shares(passageHeading(passage.title, passage.section)),
    passageShares,
    sentences,
  };
}

/** Credit of words in the lead of the sentence's list or the header of its table, relative to its own words. */
const GOVERNOR_CREDIT = 0.9;

/** A text with joined cells, of the same length. */
function withJoinedCells(plain: string, placed: readonly PlacedSentence[]): string {
  if (!plain.includes('|')) return plain;
  let joined = '';
  for (const { start, end } of placed)
    joined += plain.slice(joined.length, start) + joinedCells(plain.slice(start, end));
  return joined + plain.slice(joined.length);
}

function sharesOf(
  text: string,
  model: RelevanceModel,
  meanings: readonly number[],
): Pick<Evidence, 'passageShares' | 'sentences'> {
  const plain = halfWidth(text);
  const placed = sentencesOfPassage(text);
  const { whole, spans: own } = model.sharesOfSpans(withJoinedCells(plain, placed), placed);
  const sentences = placed.map(({ start, end, governors, isTableHead, isHeading }, i) => {
    const shares = (own[i] ?? []).map((share, word) =>
      Math.max(share, ...governors.map((place) => GOVERNOR_CREDIT * (own[place]?.[word] ?? 0))),
    );
    const sentence = { start, end, text: plain.slice(start, end), shares, meaning: meanings[i] ?? 0 };
    return isTableHead || isHeading ? { ...sentence, isHeading: true } : sentence;
  });
  return { passageShares: whole, sentences };
}

/** Number of passages with cached vectors; 1 KB per sentence. */
const EMBEDDED_PASSAGES = 1_500;
/** Maximum length of a lead in the embedding of each of its items: a longer one would dominate them. */
const LEAD_LENGTH = 120;
/** Separator that is in no text. */
const BETWEEN = '\u0000';

function keyOf({ title, section, text }: SearchHit['passage']): string {
  return [passageHeading(title, section), innermostHeading({ title, section }), text].join(BETWEEN);
}

/** Vectors of a passage under all its headings, and of each of its sentences under the innermost one. */
interface PassageVectors {
  readonly passage: Float32Array;
  readonly sentences: readonly Float32Array[];
}

interface PassageMeanings {
  readonly meaning: TextMeaning;
  readonly of: (key: string) => PassageVectors;
}

function passageMeanings(meaning: TextMeaning): PassageMeanings {
  const of = memoize(EMBEDDED_PASSAGES, (key: string): PassageVectors => {
    const [headings = '', innermost = '', text = ''] = key.split(BETWEEN);
    const placed = sentencesOfPassage(text);
    const said = ({ start, end }: PlacedSentence) => text.slice(start, end);
    const sentences = placed.map((one) => {
      const leads = one.governors
        .flatMap((place) => placed[place] ?? [])
        .map((lead) => said(lead).slice(0, LEAD_LENGTH));
      return [innermost, ...leads, said(one)].join(' ');
    });
    return {
      passage: meaning.embed(`${headings}\n${text}`),
      sentences: sentences.map((sentence) => meaning.embed(sentence)),
    };
  });
  return { meaning, of };
}

/** Paraphrases of parts of the question in the lexicon of everyday words. The analysis reports synonyms. */
function paraphrasesIn({ words }: AnalysedQuery): KnownWord[] {
  return words.flatMap((word) => {
    const also = paraphrasesOf(word);
    return also.length === 0 ? [] : [{ word: word.text, also }];
  });
}

/** The search feature as the pipeline's retriever. */
@Injectable()
export class SearchRetriever extends Retriever {
  private known: PassageMeanings | undefined;
  private readonly wordsOf = memoize(REMEMBERED_PASSAGES, (heading: string) => headingWords(heading, this.analyser));

  constructor(
    private readonly searchPassages: SearchPassages,
    private readonly analyser: Analyser,
    private readonly meanings: MeaningSource,
  ) {
    super();
  }

  async retrieve(request: RetrievalRequest, signal: AbortSignal): Promise<Retrieval> {
    const result = await this.searchPassages.search({
      query: request.question,
      topK: request.topK,
      depth: request.depth,
      mode: request.hybrid ? 'hybrid' : 'words',
      rerank: request.rerank,
      synonyms: request.synonyms,
      feedback: request.feedback,
      beside: request.beside,
      scope: { filter: request.filter, asOf: request.asOf },
      signal,
    });
    const meanings = await this.passageMeanings();
    const asked = meanings.meaning.embed(request.question);
    const { byTerm, passages } = result.frequencies;
    const model = new RelevanceModel(result.query, this.analyser, (term) =>
      inverseDocumentFrequency(byTerm.get(term) ?? 0, passages),
    );
    const comparison: Comparison = {
      model,
      asked: asksFor(request.question),
      wordsOf: this.wordsOf,
      meaningsOf: (passage) => {
        const known = meanings.of(keyOf(passage));
        return {
          passage: dot(asked, known.passage),
          sentences: known.sentences.map((sentence) => dot(asked, sentence)),
        };
      },
    };
    const evidence = result.hits.map((hit) => toEvidence(hit, comparison));
    return {
      evidence,
      ...(result.asksOnlyFor === undefined ? {} : { asked: askedStretches(result.hits, evidence) }),
      words: model.contentWords,
      degraded: result.degraded,
      search: {
        bm25Candidates: result.bm25Candidates,
        vectorCandidates: result.vectorCandidates,
        decisiveness: result.expansion.decisiveness,
        decisive: result.expansion.decisive,
        paraphrases: paraphrasesIn(result.query),
        learned: result.expansion.terms.map(({ term }) => term),
        fusedOrder: result.fusedOrder,
        rerankedBy: request.rerank ? (result.hits[0]?.relevance.model ?? 'heuristic relevance') : undefined,
        // A cached result has the time of its original search. It depends on what is hidden from callers with limits.
        rerankTimeMs:
          request.filter.kind === 'unrestricted' ? Math.min(result.times.rerankTime, result.times.totalTime) : 0,
        totalTimeMs: result.times.totalTime,
      },
    };
  }

  private async passageMeanings(): Promise<PassageMeanings> {
    return (this.known ??= passageMeanings(await this.meanings.load()));
  }
}

/**
 * The spans of the passages that the question asks for by number, provision by provision. A part that its provision does not have is left
 * out.
 */
export function askedStretches(hits: readonly SearchHit[], evidence: readonly Evidence[]): AskedStretch[] {
  const orders = new Set(hits.flatMap(({ asked = [] }) => asked.map(({ order }) => order)));
  return [...orders]
    .sort((a, b) => a - b)
    .flatMap((order) => {
      const pieces = hits
        .flatMap(({ asked = [], passage }, i) => {
          const part = asked.find((one) => one.order === order)?.part;
          const found = evidence[i];
          return part === undefined || found === undefined ? [] : [{ part, passage, found }];
        })
        .sort((a, b) => a.passage.start - b.passage.start);
      const texts = pieces.map(({ passage }) => passage.text);
      const spans = spansOfPart(texts, pieces[0]?.part ?? {}) ?? [];
      return spans.flatMap(({ piece, start, end }) => {
        const passage = pieces[piece]?.found;
        return passage === undefined ? [] : [{ evidence: passage, start, end }];
      });
    });
}
