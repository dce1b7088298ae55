import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { EffectiveFilter, RequiresScope } from '../../access/interface/access.decorators.js';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { DEFAULT_PAGE } from '../../shared/domain/page.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { PageQueryDto } from '../../shared/interface/page-query.dto.js';
import { ActivateTaxonomyVersion } from '../application/activate-taxonomy-version.js';
import { CreateTaxonomyVersion } from '../application/create-taxonomy-version.js';
import { TaxonomyReader } from '../application/taxonomy-reader.js';
import { categoriesByName } from '../domain/categories-by-name.js';
import {
  ActivatedTaxonomyDto,
  CreatedTaxonomyVersionDto,
  NamedCategoriesDto,
  TaxonomyTreeDto,
  TaxonomyVersionsDto,
} from './taxonomy-answer.dto.js';
import { CategoriesQueryDto, CreateTaxonomyVersionDto, CreateTaxonomyVersionQueryDto } from './taxonomy-request.dto.js';

@ApiTags('taxonomy')
@Controller('taxonomy')
export class TaxonomyController {
  constructor(
    private readonly taxonomy: TaxonomyReader,
    private readonly creation: CreateTaxonomyVersion,
    private readonly activation: ActivateTaxonomyVersion,
  ) {}

  /** Lists the versions of the taxonomy, newest first: those of this server, or those of the service of TAXONOMY_BASE. */
  @Get('versions')
  @RequiresScope('query')
  @ApiProblems(401, 403, 422, 429)
  async list(@Query() query: PageQueryDto): Promise<TaxonomyVersionsDto> {
    return new TaxonomyVersionsDto(
      await this.taxonomy.versions({ limit: query.limit ?? DEFAULT_PAGE, cursor: query.cursor }),
    );
  }

  /**
   * Shows the categories of a version (`current` is the active one) with their documents, as far as the caller may see them. With
   * TAXONOMY_BASE they are those of the service, and other categories that hold documents.
   */
  @Get(':version/tree')
  @ApiParam({ name: 'version', description: 'A version of the list, or `current`.', example: 'current' })
  @RequiresScope('query')
  @ApiProblems(401, 403, 404, 429)
  async tree(@Param('version') version: string, @EffectiveFilter() filter: CategoryFilter): Promise<TaxonomyTreeDto> {
    return new TaxonomyTreeDto(await this.taxonomy.tree(version, filter));
  }

  /** Finds the categories that the caller may see and whose labels resemble a name, nearest first. */
  @Get(':version/categories')
  @ApiParam({ name: 'version', description: 'A version of the list, or `current`.', example: 'current' })
  @RequiresScope('query')
  @ApiProblems(401, 403, 404, 422, 429)
  async categories(
    @Param('version') version: string,
    @Query() { name, limit = 10 }: CategoriesQueryDto,
    @EffectiveFilter() filter: CategoryFilter,
  ): Promise<NamedCategoriesDto> {
    const tree = await this.taxonomy.tree(version, filter);
    return new NamedCategoriesDto(tree, categoriesByName(tree.nodes, name, limit));
  }

  /** Prepares a new version from operations on an existing one; documents move when it is activated. `dry_run=true` only shows the difference. */
  @Post('versions')
  @ApiBody({
    type: CreateTaxonomyVersionDto,
    // Works on any store: the category need not exist.
    examples: { add: { value: { version: '1.1.0', operations: [{ op: 'add', path: ['Archive', 'Minutes'] }] } } },
  })
  @RequiresScope('ingest')
  @ApiCreatedResponse({ type: CreatedTaxonomyVersionDto, description: 'The version is there and can be activated.' })
  @ApiOkResponse({ type: CreatedTaxonomyVersionDto, description: 'A dry run: nothing was stored.' })
  @ApiProblems(400, 401, 403, 409, 413, 415, 422, 429, 501)
  async create(
    @Body() body: CreateTaxonomyVersionDto,
    @Query() query: CreateTaxonomyVersionQueryDto,
    @EffectiveFilter() filter: CategoryFilter,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CreatedTaxonomyVersionDto> {
    this.taxonomy.assertWritable();
    const { version, base_version: baseVersion, operations } = body;
    const dryRun = query.dry_run === 'true';
    const made = await this.creation.createTaxonomyVersion({ version, baseVersion, operations, dryRun }, filter);
    reply.status(dryRun ? 200 : 201);
    return new CreatedTaxonomyVersionDto(made, dryRun);
  }

  /** Makes a version the active one; activating an earlier version undoes what came after it. */
  @Post('versions/:version/activate')
  @ApiParam({ name: 'version', description: 'A version of the list.', example: '1.0.0' })
  @HttpCode(200)
  @RequiresScope('ingest')
  @ApiProblems(401, 403, 404, 409, 429, 501)
  async activate(
    @Param('version') version: string,
    @EffectiveFilter() filter: CategoryFilter,
  ): Promise<ActivatedTaxonomyDto> {
    this.taxonomy.assertWritable();
    return new ActivatedTaxonomyDto(await this.activation.activateTaxonomyVersion(version, filter));
  }
}
