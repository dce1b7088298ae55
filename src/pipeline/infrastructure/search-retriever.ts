import { Injectable } from '@nestjs/common';
import { SearchPassages } from '../../search/application/search-passages.js';
import { Analyser } from '../../search/domain/analyser.js';
import { asksFor, ProvisionKind } from '../../search/domain/look-up/asked-kinds.js';
import { HeadingWord, headingWords } from '../../search/domain/heading-words.js';
import { SearchHit } from '../../search/domain/passage-ranking.js';
import { inverseDocumentFrequency, RelevanceModel } from '../../search/domain/relevance.js';
import { passageKind } from '../../search/domain/look-up/provision-label.js';
import { passageHeading } from '../../search/domain/search-index.js';
import { remembering } from '../../shared/domain/recent-values.js';
import { sentenceSpans } from '../../shared/domain/sentences.js';
import { TextSpan } from '../../shared/domain/text-span.js';
import { Evidence, EvidenceSentence, innermostHeading } from '../domain/evidence.js';
import { Retrieval, RetrievalRequest, Retriever } from '../domain/retriever.js';
import { headingRows } from '../domain/table-rows.js';

/** `[별표 1] 등록금 반환 기준`. */
const TABLE = /^[^가-힣]*별\s*표/u;

/** Passages that come up again are not cut into sentences again; some megabytes of the usual length. */
const REMEMBERED_PASSAGES = 4_000;
const knownSentences = remembering(REMEMBERED_PASSAGES, (text): readonly TextSpan[] => sentenceSpans(text));

const kindOfSection = remembering(REMEMBERED_PASSAGES, (section) => passageKind(section, ''));

/** Blank papers and what only says when a rule began; tables are asked for like rules. */
function isAside({ section, text }: SearchHit['passage'], asked: ReadonlySet<ProvisionKind>): boolean {
  const kind = section === undefined ? passageKind(undefined, text) : kindOfSection(section);
  if (asked.has(kind)) return false;
  return kind === 'supplement' || (kind === 'form' && !TABLE.test(section ?? text));
}

interface Comparison {
  readonly model: RelevanceModel;
  readonly asked: ReadonlySet<ProvisionKind>;
  readonly wordsOf: (heading: string) => readonly HeadingWord[];
}

function toEvidence(hit: SearchHit, { model, asked, wordsOf }: Comparison): Evidence {
  const { passage } = hit;
  return {
    chunkId: passage.chunkId,
    documentId: passage.documentId,
    title: passage.title,
    section: passage.section,
    url: passage.url,
    date: passage.date,
    version: passage.version,
    canonicalPath: passage.canonicalPath,
    start: passage.start,
    text: passage.text,
    score: hit.relevance.score,
    deleted: passage.metadata['deleted'] === true,
    headingWords: wordsOf(innermostHeading(passage)).map(({ text, terms }) => ({
      text,
      asked: model.askedShare(terms),
    })),
    aside: isAside(passage, asked),
    headingShares: model.shares(passageHeading(passage.title, passage.section)),
    passageShares: model.shares(passage.text),
    sentences: sentencesOf(passage.text, model),
  };
}

/** What the head of its table says of a row is worth nearly as much as if the row said it. */
const TABLE_HEAD_CREDIT = 0.9;

function sentencesOf(text: string, model: RelevanceModel): EvidenceSentence[] {
  const sentences = knownSentences(text).map(({ start, end }) => {
    const said = text.slice(start, end);
    return { start, end, text: said, shares: model.shares(said) };
  });
  const heads = headingRows(sentences.map((sentence) => sentence.text));
  return sentences.map((sentence, i) => {
    const head = heads[i];
    if (head === undefined) return sentence;
    if (head === i) return { ...sentence, isHeading: true };
    const above = sentences[head]?.shares ?? [];
    const shares = sentence.shares.map((share, word) => Math.max(share, TABLE_HEAD_CREDIT * (above[word] ?? 0)));
    return { ...sentence, shares };
  });
}

/** The search feature as the pipeline's retriever. */
@Injectable()
export class SearchRetriever extends Retriever {
  private readonly wordsOf = remembering(REMEMBERED_PASSAGES, (heading) => headingWords(heading, this.analyser));

  constructor(
    private readonly searchPassages: SearchPassages,
    private readonly analyser: Analyser,
  ) {
    super();
  }

  async retrieve(request: RetrievalRequest, signal: AbortSignal): Promise<Retrieval> {
    const result = await this.searchPassages.execute({
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
    const { byTerm, passages } = result.frequencies;
    const model = new RelevanceModel(result.query, this.analyser, (term) =>
      inverseDocumentFrequency(byTerm.get(term) ?? 0, passages),
    );
    const comparison = { model, asked: asksFor(request.question), wordsOf: this.wordsOf };
    return {
      evidence: result.hits.map((hit) => toEvidence(hit, comparison)),
      words: model.contentWords,
      degraded: result.degraded,
      search: {
        bm25Candidates: result.bm25Candidates,
        vectorCandidates: result.vectorCandidates,
        decisiveness: result.expansion.decisiveness,
        decisive: result.expansion.decisive,
        learned: result.expansion.terms.map(({ term }) => term),
        fusedOrder: result.fusedOrder,
        rerankedBy: request.rerank ? (result.hits[0]?.relevance.model ?? 'heuristic relevance') : undefined,
        // A remembered result tells the time that it took when it was made.
        rerankTimeMs: Math.min(result.times.rerankTime, result.times.totalTime),
        totalTimeMs: result.times.totalTime,
      },
    };
  }
}
