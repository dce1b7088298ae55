import { Injectable } from '@nestjs/common';
import { Ranking, SearchHit } from '../ranking/domain/passage-ranking.js';
import { Analyser } from '../../text/tokens/analyser.js';
import { passageHeading } from '../domain/indexed-passage.js';
import { TermFilter } from '../../text/tokens/term-filter.js';
import { ExplanationDto, HighlightDto, HitDto } from './search.dto.js';

/**
 * Makes the scores of a list in its final order monotonic: no score is above the previous one. A hit may be lower for
 * reasons other than its score (its fused rank, or because it is a supplement or a near duplicate).
 * @param scores of each hit, in display order
 */
export function monotonicScores(scores: readonly number[]): number[] {
  let least = Infinity;
  return scores.map((score) => (least = Math.min(least, score)));
}

/** Maximum number of highlights. */
const MAX_HIGHLIGHTS = 30;

/** The parts of a hit that the caller requested. */
interface Wanted {
  readonly includeText: boolean;
  readonly explain: boolean;
  /** Whether the order is the reranker's: the shown scores then fall from hit to hit. */
  readonly reranked: boolean;
}

/** Maps hits to the API contract. */
@Injectable()
export class HitPresenter {
  constructor(private readonly analyser: Analyser) {}

  present({ hits, query }: Pick<Ranking, 'hits' | 'query'>, want: Wanted): HitDto[] {
    const terms = new TermFilter(query.terms);
    const own = hits.map((hit) => hit.relevance.score);
    const scores = want.reranked ? monotonicScores(own) : own;
    return hits.map((hit, i) => ({ ...this.presentOne(hit, terms, want), rerank_score: scores[i] ?? 0 }));
  }

  private presentOne(hit: SearchHit, terms: TermFilter, want: Wanted): Omit<HitDto, 'rerank_score'> {
    const { passage } = hit;
    const path = [...passage.canonicalPath];
    return {
      chunk_id: passage.chunkId,
      document_id: passage.documentId,
      score: hit.score,
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
      highlights: want.includeText ? this.highlights(passage.text, terms) : [],
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
      neighbour_support: hit.support,
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

  /** Words of the question in the text; adjacent ones are joined. */
  private highlights(text: string, terms: TermFilter): HighlightDto[] {
    const found: HighlightDto[] = [];
    this.analyser.find(text, terms, (_, { start, end }) => {
      const last = found.at(-1);
      if (last !== undefined && start <= last.end + 1) last.end = Math.max(last.end, end);
      else if (found.length <= MAX_HIGHLIGHTS) found.push({ start, end });
    });
    return found.slice(0, MAX_HIGHLIGHTS);
  }
}
