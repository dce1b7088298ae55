import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { EffectiveFilter, RequiresScope } from '../../access/interface/access.decorators.js';
import type { CategoryFilter } from '../../shared/domain/category-filter.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { Duplicates, FindDuplicates } from '../application/find-duplicates.js';
import { DocumentSummary } from '../domain/document.js';
import { toNearDuplicateDto, readPathParameter } from './document-mapping.js';
import { CopyDto, DuplicatesDto, DuplicatesPageDto, ListDuplicatesDto } from './duplicates.dto.js';

function toCopyDto({ documentId, title, canonicalPath }: DocumentSummary): CopyDto {
  return { document_id: documentId, title, canonical_path: [...canonicalPath] };
}

function toDuplicatesDto({ document, copies, near }: Duplicates): DuplicatesDto {
  return Object.assign(toCopyDto(document), {
    copies: copies.map(toCopyDto),
    near: near.map(toNearDuplicateDto),
  });
}

@ApiTags('Documents')
@Controller()
export class DuplicatesController {
  constructor(private readonly findDuplicates: FindDuplicates) {}

  /** Documents that have copies or near duplicates among those that you may see, in the order of their ids. */
  @Get('duplicates')
  @RequiresScope('query')
  @ApiProblems(401, 422)
  async list(
    @Query() { path, cursor, limit = 100 }: ListDuplicatesDto,
    @EffectiveFilter() filter: CategoryFilter,
  ): Promise<DuplicatesPageDto> {
    const page = await this.findDuplicates.list({ filter, path: readPathParameter(path), cursor, limit });
    return { items: page.items.map(toDuplicatesDto), next_cursor: page.nextCursor };
  }

  /** The copies and near duplicates of a document. */
  @Get('documents/:document_id/duplicates')
  @ApiParam({ name: 'document_id', description: 'Percent-encoded.', example: 'haeon/2-1-4@2026' })
  @RequiresScope('query')
  @ApiProblems(401, 404)
  async ofDocument(
    @Param('document_id') documentId: string,
    @EffectiveFilter() filter: CategoryFilter,
  ): Promise<DuplicatesDto> {
    return toDuplicatesDto(await this.findDuplicates.ofDocument(documentId, filter));
  }
}
