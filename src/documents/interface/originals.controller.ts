import { Controller, Get, HttpCode, Param, Post, Query, Res, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { EffectiveFilter, RequiresScope, Sender } from '../../access/interface/access.decorators.js';
import type { CategoryFilter } from '../../shared/domain/category-filter.js';
import { attachment } from '../../shared/interface/attachment.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { ReadOriginal } from '../application/read-original.js';
import { ReprocessDocuments, ReprocessOutcome } from '../application/reprocess-documents.js';
import { ReprocessOutcomeDto, ReprocessPageDto, ReprocessQueryDto } from './originals.dto.js';
import { readPathParameter } from './document-mapping.js';

const ID = { name: 'document_id', description: 'Percent-encoded.', example: 'haeon/2-1-4@2026' };

function toOutcomeDto(outcome: ReprocessOutcome): ReprocessOutcomeDto {
  return {
    document_id: outcome.documentId,
    status: outcome.status,
    text_changed: outcome.textChanged,
    chunks_before: outcome.chunksBefore,
    chunks_after: outcome.chunksAfter,
    detail: outcome.detail ?? null,
  };
}

@ApiTags('Documents')
@Controller('documents')
export class OriginalsController {
  constructor(
    private readonly readOriginal: ReadOriginal,
    private readonly reprocess: ReprocessDocuments,
  ) {}

  /** The uploaded file, unchanged. 404 for a document that was not uploaded as a file, or by a release that kept no files. */
  @Get(':document_id/original')
  @ApiParam(ID)
  @RequiresScope('query')
  @ApiOkResponse({
    description: 'The file; its SHA-256 is the ETag.',
    content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
  })
  @ApiProblems(401, 404)
  async original(
    @Param('document_id') documentId: string,
    @EffectiveFilter() filter: CategoryFilter,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const { bytes, name, sha256 } = await this.readOriginal.show(documentId, filter);
    // An uploaded file never runs in the origin of this server.
    void reply
      .header('etag', `"${sha256}"`)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "sandbox; default-src 'none'");
    return new StreamableFile(bytes, {
      type: 'application/octet-stream',
      disposition: attachment(name),
      length: bytes.length,
    });
  }

  /** Reads the file of a document again and splits its text again with the rules of this release. The id stays. */
  @Post(':document_id/reprocess')
  @HttpCode(200)
  @ApiParam(ID)
  @RequiresScope('ingest')
  @ApiProblems(401, 403, 404, 422, 503)
  async reprocessOne(
    @Param('document_id') documentId: string,
    @EffectiveFilter() filter: CategoryFilter,
    @Sender() sender: string,
  ): Promise<ReprocessOutcomeDto> {
    return toOutcomeDto(await this.reprocess.one(documentId, filter, sender));
  }

  /**
   * The same for the next documents that you may see, in the order of their ids: repeat the request with next_cursor until it is null.
   * What an answer reports is stored, so that a run can be interrupted at any time.
   */
  @Post('reprocess')
  @HttpCode(200)
  @RequiresScope('ingest')
  @ApiProblems(401, 403, 422, 503)
  async reprocessAll(
    @Query() { path, cursor, limit = 20 }: ReprocessQueryDto,
    @EffectiveFilter() filter: CategoryFilter,
    @Sender() sender: string,
  ): Promise<ReprocessPageDto> {
    const page = await this.reprocess.page({ path: readPathParameter(path), cursor, limit }, filter, sender);
    return { items: page.items.map(toOutcomeDto), next_cursor: page.nextCursor };
  }
}
