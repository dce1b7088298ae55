import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { EffectiveFilter, RequiresScope, Sender } from '../../access/interface/access.decorators.js';
import type { CategoryFilter } from '../../shared/domain/category-filter.js';
import { InvalidInputError } from '../../shared/domain/domain-error.js';
import { TaxonomyVersion } from '../../shared/domain/category-path.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { ChangeDocument } from '../application/change-document.js';
import { DeleteDocument } from '../application/delete-document.js';
import { ReadDocuments } from '../application/read-documents.js';
import { ReadOriginal } from '../application/read-original.js';
import { StoreDocuments } from '../application/store-documents.js';
import { ChangeDocumentDto } from './change-document.dto.js';
import { DocumentSummary } from '../domain/document.js';
import {
  DocumentDto,
  DocumentOutcomeDto,
  DocumentPageDto,
  DocumentSummaryDto,
  PutDocumentDto,
  ListDocumentsDto,
} from './document.dto.js';
import {
  toChanges,
  toDraft,
  toDocumentDto,
  toOutcomeDto,
  toSummaryDto,
  readPathParameter,
  tableOf,
} from './document-mapping.js';

@ApiTags('Documents')
@Controller('documents')
export class DocumentsController {
  constructor(
    private readonly storeDocuments: StoreDocuments,
    private readonly readDocuments: ReadDocuments,
    private readonly readOriginal: ReadOriginal,
    private readonly changeDocument: ChangeDocument,
    private readonly deleteDocument: DeleteDocument,
    private readonly taxonomy: TaxonomyVersion,
  ) {}

  /** Stores a document; the same id replaces it in one transaction. It can be searched as soon as it is acknowledged. */
  @Post()
  @RequiresScope('ingest')
  @ApiCreatedResponse({ type: DocumentOutcomeDto, description: 'The document is new.' })
  @ApiOkResponse({ type: DocumentOutcomeDto, description: 'The id was known: replaced (indexed) or unchanged.' })
  @ApiProblems(400, 401, 403, 404, 413, 415, 422, 429)
  async put(
    @Body() body: PutDocumentDto,
    @EffectiveFilter() filter: CategoryFilter,
    @Sender() sender: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DocumentOutcomeDto> {
    const outcome = await this.storeDocuments.one(toDraft(body), filter, sender);
    reply.status(outcome.created ? 201 : 200);
    return toOutcomeDto(outcome, await this.taxonomy.current());
  }

  /**
   * Changes the title, category, dates, metadata or groups of a document; its text stays. Who may replace the document may do this. A change
   * of the groups alone does not index it again. It holds from the next request on, for every replica and every stored answer.
   */
  @Put(':document_id')
  @ApiParam({ name: 'document_id', description: 'Percent-encoded.', example: 'library/opening-hours' })
  @ApiBody({
    type: ChangeDocumentDto,
    examples: {
      groups: { summary: 'Who may see it', value: { groups: ['staff'] } },
      title: {
        summary: 'Title and category',
        value: { title: '도서관 이용 안내', canonical_path: ['도서관', '이용'] },
      },
    },
  })
  @RequiresScope('ingest')
  @ApiOkResponse({ type: DocumentOutcomeDto, description: 'Changed (indexed), or unchanged.' })
  @ApiProblems(400, 401, 403, 404, 409, 413, 415, 422, 429)
  async change(
    @Param('document_id') documentId: string,
    @Body() body: ChangeDocumentDto,
    @EffectiveFilter() filter: CategoryFilter,
    @Sender() sender: string,
  ): Promise<DocumentOutcomeDto> {
    const changes = toChanges(body);
    if (Object.keys(changes).length === 0)
      throw new InvalidInputError([{ pointer: '', detail: 'must have at least one field to change' }]);
    const outcome = await this.changeDocument.change(documentId, changes, filter, sender);
    return toOutcomeDto(outcome, await this.taxonomy.current());
  }

  /**
   * Documents at or below a category, in the order of their ids; with `title`, those whose title resembles it, nearest first, on one page. With
   * `sort` or one of the filters after it the list is sorted and filtered as a whole, whatever its length.
   */
  @Get()
  @RequiresScope('query')
  @ApiProblems(401, 422)
  async list(@Query() query: ListDocumentsDto, @EffectiveFilter() filter: CategoryFilter): Promise<DocumentPageDto> {
    const path = readPathParameter(query.path);
    const { title, cursor, limit = 50 } = query;
    const table = tableOf(query);
    const page =
      table !== undefined
        ? await this.readDocuments.table({ ...table, filter, path, title, cursor, limit })
        : title !== undefined
          ? { items: await this.nearest({ filter, path, title, limit }, cursor), nextCursor: null }
          : await this.readDocuments.list({ filter, path, cursor, limit });
    return { items: await this.summaries(page.items), next_cursor: page.nextCursor };
  }

  /**
   * A document with its stored text. A browser that opens this address without a key is led to the page of the document; `start` and `end`,
   * offsets in the text, mark a passage there.
   */
  @Get(':document_id')
  @ApiParam({
    name: 'document_id',
    description: 'Percent-encoded; this one is in the samples.',
    example: 'haeon/2-1-4@2026',
  })
  @RequiresScope('query')
  @ApiOkResponse({ type: DocumentDto, description: '' })
  @ApiResponse({ status: 303, description: 'The page of the document, for a browser without a key.' })
  @ApiProblems(401, 404)
  async read(
    @Param('document_id') documentId: string,
    @EffectiveFilter() filter: CategoryFilter,
  ): Promise<DocumentDto> {
    const document = await this.readDocuments.show(documentId, filter);
    return toDocumentDto(document, await this.readOriginal.kept([document]));
  }

  /** Deletes a document from the store and every index. */
  @Delete(':document_id')
  @HttpCode(204)
  @RequiresScope('ingest')
  @ApiProblems(401, 403, 404)
  async remove(@Param('document_id') documentId: string, @EffectiveFilter() filter: CategoryFilter): Promise<void> {
    await this.deleteDocument.delete(documentId, filter);
  }

  private nearest(query: Parameters<ReadDocuments['byTitle']>[0], cursor: string | undefined) {
    if (cursor !== undefined) throw new InvalidInputError([{ pointer: '/cursor', detail: 'leave it out with title' }]);
    return this.readDocuments.byTitle(query);
  }

  private async summaries(documents: readonly DocumentSummary[]): Promise<DocumentSummaryDto[]> {
    const kept = await this.readOriginal.kept(documents);
    return documents.map((document) => toSummaryDto(document, kept));
  }
}
