import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { isAdministrator, mayUse } from '../../access/domain/caller.js';
import { Access, EffectiveFilter, RequiresScope, Sender } from '../../access/interface/access.decorators.js';
import type { AccessState } from '../../access/interface/access.decorators.js';
import type { CategoryFilter } from '../../shared/domain/category-filter.js';
import { TaxonomyVersion } from '../../shared/domain/category-path.js';
import { DEFAULT_PAGE } from '../../shared/domain/page.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { PageQueryDto } from '../../shared/interface/page-query.dto.js';
import { CompareEditions } from '../application/compare-editions.js';
import { ListOutdated, OutdatedItem } from '../application/list-outdated.js';
import { StoreEdition } from '../application/store-edition.js';
import { EditionChange, EditionPart } from '../domain/edition-changes.js';
import { PutDocumentDto } from './document.dto.js';
import { toDraft, toOutcomeDto } from './document-mapping.js';
import {
  ChangesQueryDto,
  EditionChangeDto,
  EditionChangesDto,
  EditionOutcomeDto,
  EditionPartDto,
  EditionsDto,
  OutdatedItemDto,
  OutdatedPageDto,
} from './editions.dto.js';

const EDITION = {
  document_id: 'haeon/2-1-4@2027',
  title: '휴학·복학 규정',
  text: '제1조(신청) 휴학은 개강일 14일 전까지 신청한다.',
  canonical_path: ['해온대학교', '학사'],
  version: '2027',
  effective_from: '2027-03-01',
};
const ID = { name: 'document_id', description: 'Percent-encoded.', example: 'haeon/2-1-4@2026' };

function toPartDto(part: EditionPart | undefined): EditionPartDto | null {
  return part === undefined ? null : { label: part.label ?? null, text: part.text, start: part.start };
}

const toChangeDto = ({ kind, before, after }: EditionChange): EditionChangeDto => ({
  kind,
  before: toPartDto(before),
  after: toPartDto(after),
});

const toOutdatedDto = (item: OutdatedItem): OutdatedItemDto => ({
  kind: item.kind,
  id: item.id,
  container_id: item.containerId,
  url: item.url,
  title: item.title,
  quotes: item.changes.map(({ quoted, quote, edition, change }) => ({
    document_id: quoted.documentId,
    quote,
    changed_by: edition.documentId,
    effective_from: edition.effectiveFrom,
    change: toChangeDto(change),
  })),
});

@ApiTags('Documents')
@Controller('documents/:document_id')
export class EditionsController {
  constructor(
    private readonly storeEdition: StoreEdition,
    private readonly compareEditions: CompareEditions,
    private readonly listOutdated: ListOutdated,
    private readonly taxonomy: TaxonomyVersion,
  ) {}

  /**
   * Stores a document as the next edition of another one. It is in force from `effective_from`, by default from today; the edition before
   * ends on the day before. Answers and cases that quote a passage which it changes or removes are outdated from its first day on.
   */
  @Post('editions')
  @ApiParam(ID)
  @ApiBody({ type: PutDocumentDto, examples: { edition: { value: EDITION } } })
  @RequiresScope('ingest')
  @ApiCreatedResponse({ type: EditionOutcomeDto, description: 'The document is new.' })
  @ApiOkResponse({ type: EditionOutcomeDto, description: 'The id was known: replaced.' })
  @ApiProblems(400, 401, 403, 404, 409, 413, 415, 422, 429)
  async store(
    @Param('document_id') documentId: string,
    @Body() body: PutDocumentDto,
    @EffectiveFilter() filter: CategoryFilter,
    @Sender() sender: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<EditionOutcomeDto> {
    const draft = { ...toDraft(body), onDuplicate: 'keep' as const };
    const outcome = await this.storeEdition.storeEdition(documentId, draft, filter, sender);
    reply.status(outcome.created ? 201 : 200);
    return Object.assign(toOutcomeDto(outcome, await this.taxonomy.current()), {
      previous_id: outcome.previousId,
      previous_effective_to: outcome.previousEffectiveTo,
    });
  }

  /** All editions of a document that you may see, oldest first. */
  @Get('editions')
  @ApiParam(ID)
  @RequiresScope('query')
  @ApiProblems(401, 404)
  async list(
    @Param('document_id') documentId: string,
    @EffectiveFilter() filter: CategoryFilter,
  ): Promise<EditionsDto> {
    const editions = await this.compareEditions.chain(documentId, filter);
    return {
      items: editions.map((one) => ({
        document_id: one.documentId,
        title: one.title,
        version: one.version,
        effective_from: one.effectiveFrom,
        effective_to: one.effectiveTo,
      })),
    };
  }

  /** The articles, sections or paragraphs that an edition added, changed and removed. */
  @Get('changes')
  @ApiParam(ID)
  @RequiresScope('query')
  @ApiProblems(401, 404, 422)
  async changes(
    @Param('document_id') documentId: string,
    @Query() { from }: ChangesQueryDto,
    @EffectiveFilter() filter: CategoryFilter,
  ): Promise<EditionChangesDto> {
    const { before, after, changes } = await this.compareEditions.compare(documentId, from, filter);
    return {
      from: before.documentId,
      to: after.documentId,
      changes: changes.map(toChangeDto),
    };
  }

  /**
   * What quotes a passage of an edition of this document that a later edition, in force today, changed or removed: answers, reviews, cases,
   * and questions of test sessions and datasets. Each is listed to who may read it. Outdated cases are not suggested. A page checks a limited
   * number of stored things: it may have fewer items than `limit`, and none; `next_cursor` is null at the end.
   */
  @Get('outdated')
  @ApiParam(ID)
  @RequiresScope('query')
  @ApiProblems(401, 404, 422, 429)
  async outdated(
    @Param('document_id') documentId: string,
    @Query() { limit = DEFAULT_PAGE, cursor }: PageQueryDto,
    @Access() { caller, effectiveFilter: filter }: AccessState,
  ): Promise<OutdatedPageDto> {
    const reader = {
      id: caller.id,
      filter,
      isAdministrator: isAdministrator(caller),
      may: (scope: 'ingest' | 'test' | 'admin') => mayUse(caller, scope),
    };
    const page = await this.listOutdated.list(documentId, reader, { limit, cursor });
    return { items: page.items.map(toOutdatedDto), next_cursor: page.nextCursor };
  }
}
