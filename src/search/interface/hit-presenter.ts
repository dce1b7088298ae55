import { Injectable } from '@nestjs/common';
import { SearchHit } from '../domain/passage-ranking.js';
import { Analyser } from '../domain/analyser.js';
import { passageHeading } from '../domain/search-index.js';
import { AnalysedQuery } from '../domain/query.js';
import { ExplanationDto, HighlightDto, HitDto } from './search.dto.js';

/** Highlights beyond this say nothing more. */
const MAX_HIGHLIGHTS = 30;

/** Shapes hits for the contract. */
@Injectable()
export class HitPresenter {
  constructor(private readonly analyser: Analyser) {}

  present(
    hit: SearchHit,
    query: AnalysedQuery,
    want: { readonly includeText: boolean; readonly explain: boolean },
  ): HitDto {
    const { passage } = hit;
    const path = [...passage.canonicalPath];
    return {
      chunk_id: passage.chunkId,
      document_id: passage.documentId,
      score: hit.score,
      rerank_score: hit.relevance.score,
      ...(want.includeText ? { text: passage.text } : {}),
      source: { title: passage.title, url: passage.url, date: passage.date, version: passage.version },
      taxonomy_path: path,
      metadata: {
        ...passage.metadata,
        canonical_path: path,
        ...(passage.section === undefined ? {} : { section: passage.section }),
        start: passage.start,
        end: passage.end,
      },
      highlights: want.includeText ? this.highlights(passage.text, query) : [],
      ...(want.explain ? { explain: this.explain(hit) } : {}),
    };
  }

  private explain(hit: SearchHit): ExplanationDto {
    return {
      bm25: hit.bm25,
      vector: hit.vector,
      feedback_bm25: hit.feedback.words,
      feedback_vector: hit.feedback.vector,
      named: hit.named,
      fused_score: hit.fusedScore,
      rerank: {
        by: hit.relevance.model ?? 'heuristic',
        heading: passageHeading(hit.passage.title, hit.passage.section),
        score: hit.relevance.score,
        features: { ...hit.relevance.features },
      },
      matched_terms: [...hit.relevance.matchedTerms],
      ...(hit.duplicateOf === undefined ? {} : { duplicate_of: hit.duplicateOf }),
    };
  }

  /** Words of the question in the text, neighbours joined. */
  private highlights(text: string, query: AnalysedQuery): HighlightDto[] {
    const terms = new Set(query.terms);
    const found: HighlightDto[] = [];
    for (const token of this.analyser.tokens(text)) {
      if (!terms.has(token.term)) continue;
      const last = found.at(-1);
      if (last !== undefined && token.start <= last.end + 1) last.end = Math.max(last.end, token.end);
      else if (found.length < MAX_HIGHLIGHTS) found.push({ start: token.start, end: token.end });
      else break;
    }
    return found;
  }
}
