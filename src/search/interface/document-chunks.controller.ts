import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { EffectiveFilter, RequiresScope } from '../../access/interface/access.decorators.js';
import type { CategoryFilter } from '../../shared/domain/category-filter.js';
import { DEFAULT_PAGE } from '../../shared/domain/page.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { PageQueryDto } from '../../shared/interface/page-query.dto.js';
import { ReadDocumentPassages } from '../application/search-passages.js';
import { StoredPassage } from '../domain/document-passages.js';
import { DocumentChunkDto, DocumentChunkPageDto } from './document-chunk.dto.js';

function toDto(passage: StoredPassage): DocumentChunkDto {
  return {
    chunk_id: passage.chunkId,
    ordinal: passage.ordinal,
    start: passage.start,
    end: passage.end,
    section: passage.section ?? null,
    article: passage.article ?? null,
    text: passage.text,
    metadata: { ...passage.metadata },
  };
}

@ApiTags('Documents')
@Controller('documents')
export class DocumentChunksController {
  constructor(private readonly readPassages: ReadDocumentPassages) {}

  /** Passages of a document in the order of its text, with the extracted metadata of each: section, article, kind, amendments. */
  @Get(':document_id/chunks')
  @ApiParam({
    name: 'document_id',
    description: 'Percent-encoded; this one is in the samples.',
    example: 'haeon/2-1-4@2026',
  })
  @RequiresScope('query')
  @ApiProblems(401, 404, 422)
  async list(
    @Param('document_id') documentId: string,
    @Query() query: PageQueryDto,
    @EffectiveFilter() filter: CategoryFilter,
  ): Promise<DocumentChunkPageDto> {
    const place = { cursor: query.cursor, limit: query.limit ?? DEFAULT_PAGE };
    const page = await this.readPassages.read({ documentId, filter, ...place });
    return { items: page.items.map(toDto), next_cursor: page.nextCursor };
  }
}
