import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { ManageUsers } from '../../access/application/manage-users.js';
import type { Caller } from '../../access/domain/caller.js';
import { CurrentCaller, ForWholeService, RequiresScope } from '../../access/interface/access.decorators.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { DEFAULT_PAGE } from '../../shared/domain/page.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { PageQueryDto } from '../../shared/interface/page-query.dto.js';
import { EditConfiguration } from '../application/edit-configuration.js';
import { ShowConfiguration, ShownConfiguration } from '../application/show-configuration.js';
import { ConfigurationSummary } from '../domain/configuration-version.js';
import {
  ComparedConfigurationDto,
  ConfigurationDto,
  ConfigurationVersionPageDto,
  ReplaceSynonymsDto,
  RestoreConfigurationDto,
} from './configuration.dto.js';

const MOST_CHANGES = 500;
const USUAL_NOTE = 'the synonyms were edited';

type Fields = Pick<ConfigurationSummary, 'version' | 'hash' | 'note' | 'createdAt' | 'createdBy'>;

const versionFields = ({ version, hash, note, createdAt, createdBy }: Fields, active: boolean) => ({
  version,
  hash,
  note,
  created_at: createdAt,
  created_by: createdBy,
  active,
});

function configurationDto({ current, files, problem }: ShownConfiguration): ConfigurationDto {
  const { intents, synonyms, pipeline } = current.document;
  return {
    ...versionFields(current, true),
    groups: synonyms.groups.map(({ lang, words }) => ({ lang, words: [...words] })),
    translations: synonyms.translations.map(({ ko, en }) => ({ ko: [...ko], en: [...en] })),
    intents,
    pipeline,
    files: files.map(({ name, isOwn }) => ({ name, folder: isOwn ? 'own' : 'program' })),
    problem: problem ?? null,
  };
}

/** @throws NotFoundError for a text that is not the number of a version */
function versionNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new NotFoundError('configuration version', text);
  return Number(text);
}

const VERSION = { name: 'version', description: 'Number of a version of the list.', example: '1' };

/** Intents, synonyms and the settings of the components: one versioned document. */
@ApiTags('Configuration')
@Controller('configuration')
export class ConfigurationController {
  constructor(
    private readonly show: ShowConfiguration,
    private readonly edit: EditConfiguration,
    private readonly users: ManageUsers,
  ) {}

  /** Returns the configuration in service, and which files it is made of. */
  @Get()
  @RequiresScope('admin')
  @ForWholeService()
  @ApiProblems(401, 403, 429)
  async read(): Promise<ConfigurationDto> {
    return configurationDto(await this.show.current());
  }

  /** Lists the versions of the configuration, the newest first: of edited files, of improvements, and of changes by hand. */
  @Get('versions')
  @RequiresScope('admin')
  @ForWholeService()
  @ApiProblems(401, 403, 422, 429)
  async versions(@Query() query: PageQueryDto): Promise<ConfigurationVersionPageDto> {
    const page = await this.show.versions({ limit: query.limit ?? DEFAULT_PAGE, cursor: query.cursor });
    const names = await this.users.namesOf(page.items.flatMap(({ createdBy }) => createdBy ?? []));
    const items = page.items.map((item) => ({
      ...versionFields(item, item.isActive),
      created_by_name: names.get(item.createdBy ?? '') ?? null,
    }));
    return { items, next_cursor: page.nextCursor };
  }

  /** Returns a version with its difference to the version before it. */
  @Get('versions/:version')
  @ApiParam(VERSION)
  @RequiresScope('admin')
  @ForWholeService()
  @ApiProblems(401, 403, 404, 429)
  async version(@Param('version') text: string): Promise<ComparedConfigurationDto> {
    const { version, isActive, changes } = await this.show.version(versionNumber(text));
    return {
      ...versionFields(version, isActive),
      changes:
        changes?.slice(0, MOST_CHANGES).map(({ pointer, before, after }) => ({
          pointer,
          ...(before === undefined ? {} : { before }),
          ...(after === undefined ? {} : { after }),
        })) ?? null,
      change_count: changes?.length ?? 0,
    };
  }

  /**
   * Puts an earlier version in service again, on every replica within two seconds. What later versions changed, improvements among it, is
   * no longer in service; they stay in the list.
   */
  @Post('versions/:version/restore')
  @ApiParam(VERSION)
  @HttpCode(200)
  @RequiresScope('admin')
  @ForWholeService()
  @ApiProblems(400, 401, 403, 404, 409, 413, 415, 422, 429)
  async restore(@Param('version') text: string, @Body() body: RestoreConfigurationDto): Promise<ConfigurationDto> {
    await this.edit.restore(body.base_version, versionNumber(text));
    return this.read();
  }

  /**
   * Replaces the synonyms by a new version, in service on every replica within two seconds and without a restart. A file of synonyms that is
   * edited later keeps the change.
   */
  @Put('synonyms')
  @RequiresScope('admin')
  @ForWholeService()
  @ApiProblems(400, 401, 403, 409, 413, 415, 422, 429)
  async replaceSynonyms(
    @CurrentCaller() { id: author }: Caller,
    @Body() body: ReplaceSynonymsDto,
  ): Promise<ConfigurationDto> {
    const { base_version: base, groups, translations, note } = body;
    await this.edit.replaceSynonyms(base, { groups, translations }, { note: note ?? USUAL_NOTE, author });
    return this.read();
  }
}
