import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { EffectiveFilter, RequiresScope, Sender } from '../../access/interface/access.decorators.js';
import type { CategoryFilter } from '../../shared/domain/category-filter.js';
import { TaxonomyVersion } from '../../shared/domain/taxonomy-version.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { CompareEditions } from '../application/compare-editions.js';
import { StoreEdition } from '../application/store-edition.js';
import { EditionPart } from '../domain/edition-changes.js';
import { PutDocumentDto } from './document.dto.js';
import { toDraft, toOutcomeDto } from './document-mapping.js';
import { ChangesQueryDto, EditionChangesDto, EditionOutcomeDto, EditionPartDto, EditionsDto } from './editions.dto.js';

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

@ApiTags('Documents')
@Controller('documents/:document_id')
export class EditionsController {
  constructor(
    private readonly storeEdition: StoreEdition,
    private readonly compareEditions: CompareEditions,
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
      changes: changes.map((change) => ({
        kind: change.kind,
        before: toPartDto(change.before),
        after: toPartDto(change.after),
      })),
    };
  }
}
