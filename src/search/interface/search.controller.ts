import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { topKWithin } from '../../access/domain/agent-scopes.js';
import { Access, RequiresScope, TakesAgent } from '../../access/interface/access.decorators.js';
import type { AccessState } from '../../access/interface/access.decorators.js';
import { TaxonomyVersion } from '../../shared/domain/category-path.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { SearchForCaller } from '../application/search-for-caller.js';
import { HitPresenter } from './hit-presenter.js';
import { SearchRequestDto, SearchResponseDto } from './search.dto.js';
import { abortSignal } from '../../shared/interface/on-response-close.js';

const DEFAULT_TOP_K = 10;

/** For callers with limits: whether a result is cached depends on hidden writes and on questions of others. */
const UNTOLD = { embeddingTime: 0, bm25Time: 0, vectorTime: 0, fusionTime: 0, rerankTime: 0, cacheHit: false };

@ApiTags('Search')
@Controller()
export class SearchController {
  constructor(
    private readonly searchForCaller: SearchForCaller,
    private readonly presenter: HitPresenter,
    private readonly taxonomy: TaxonomyVersion,
  ) {}

  /** Searches passages by words and vectors, inside what the caller may see and what was in force on the day. */
  @Post('search')
  @ApiBody({
    type: SearchRequestDto,
    // Named examples, since one with every field filled would name an agent that does not exist.
    examples: {
      korean: { value: { query: '휴학 신청 기한', top_k: 5 } },
      'one category': { value: { query: 'restore rehearsal', filters: { allowed_category_paths: [['Database']] } } },
      'earlier edition': { value: { query: '생활관 벌점', as_of: '2025-09-01', mode: 'bm25', explain: true } },
    },
  })
  @HttpCode(200)
  @RequiresScope('query')
  @TakesAgent()
  @ApiProblems(400, 401, 403, 404, 413, 415, 422, 429)
  async search(
    @Body() body: SearchRequestDto,
    @Access() { caller, effectiveFilter, agent, filterTimeMs }: AccessState,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SearchResponseDto> {
    const started = performance.now();
    const mode = body.mode ?? 'hybrid';
    const rerank = body.rerank ?? true;
    const result = await this.searchForCaller.searchForCaller({
      query: body.query,
      topK: topKWithin(body.top_k ?? body.limit, agent, DEFAULT_TOP_K),
      depth: agent?.depth,
      mode,
      rerank,
      filter: effectiveFilter,
      asOf: body.as_of,
      signal: abortSignal(reply),
    });
    const hits = this.presenter.present(result, {
      includeText: body.include_text ?? true,
      explain: body.explain ?? false,
      reranked: rerank && mode === 'hybrid',
    });
    const totalTime = performance.now() - started;
    const m = caller.filter.kind === 'unrestricted' ? { ...result.times, cacheHit: result.cacheHit } : UNTOLD;
    return {
      hits,
      total_count: result.totalCount,
      latency: totalTime / 1000,
      taxonomy_version: await this.taxonomy.current(),
      degraded: [...result.degraded],
      metrics: {
        total_time: totalTime,
        embedding_time: m.embeddingTime,
        bm25_time: m.bm25Time,
        vector_time: m.vectorTime,
        fusion_time: m.fusionTime,
        rerank_time: m.rerankTime,
        filter_time: filterTimeMs,
        bm25_candidates: result.bm25Candidates,
        vector_candidates: result.vectorCandidates,
        final_results: hits.length,
        cache_hit: m.cacheHit,
      },
    };
  }
}
