import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DEFAULT_PAGE } from '../../shared/domain/page.js';
import { allowedPaths } from '../../shared/domain/category-filter.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { CreateKey, KeyWithSecret } from '../application/create-key.js';
import { DescribedKey, ListKeys, RevokeKey } from '../application/manage-keys.js';
import { RotateKey } from '../application/rotate-key.js';
import { type Caller, isLimited, mayUse, SCOPES } from '../domain/caller.js';
import { CurrentCaller, ForWholeService, RequiresScope, ShowsSecret } from './access.decorators.js';
import { PageQueryDto } from '../../shared/interface/page-query.dto.js';
import { ApiKeyDto, ApiKeyPageDto, CreateApiKeyDto, CreatedApiKeyDto, CurrentKeyDto } from './api-key.dto.js';

/** A key without its secret. */
export function keyDto({ key, hasEnded }: DescribedKey): ApiKeyDto {
  return {
    id: key.id,
    prefix: key.prefix,
    name: key.name,
    scopes: [...key.scopes],
    allowed_category_paths: key.allowedCategoryPaths?.map((path) => [...path]) ?? null,
    groups: [...key.groups],
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    last_used_at: key.lastUsedAt,
    owner: key.owner ?? null,
    created_by: key.owner ?? key.createdBy ?? null,
    ended: hasEnded,
  };
}

export function keyWithSecretDto({ key, secret }: KeyWithSecret): CreatedApiKeyDto {
  return Object.assign(new CreatedApiKeyDto(), keyDto({ key, hasEnded: false }), { key: secret });
}

@ApiTags('Keys')
@Controller('api-keys')
export class ApiKeysController {
  constructor(
    private readonly listKeys: ListKeys,
    private readonly createKey: CreateKey,
    private readonly rotateKey: RotateKey,
    private readonly revokeKey: RevokeKey,
  ) {}

  /** Lists the keys without their secrets, in creation order. */
  @Get()
  @RequiresScope('admin')
  @ForWholeService()
  @ApiProblems(401, 403, 422, 429)
  async list(@Query() query: PageQueryDto): Promise<ApiKeyPageDto> {
    const page = await this.listKeys.list({ limit: query.limit ?? DEFAULT_PAGE, cursor: query.cursor });
    return { items: page.items.map(keyDto), next_cursor: page.nextCursor };
  }

  /** Describes the key of this request, so that a page offers only what it may do. Every valid key may ask. */
  @Get('current')
  @RequiresScope('any')
  @ApiProblems(401, 403, 429)
  current(@CurrentCaller() caller: Caller): CurrentKeyDto {
    return {
      scopes: SCOPES.filter((scope) => mayUse(caller, scope)),
      is_limited: isLimited(caller),
      allowed_category_paths: allowedPaths(caller.filter)?.map((path) => [...path]) ?? null,
    };
  }

  /**
   * Creates a key with scopes and, optionally, categories that limit what it sees and groups whose documents it sees. The secret is
   * returned only here.
   */
  @Post()
  @RequiresScope('admin')
  @ForWholeService()
  @ShowsSecret()
  @ApiProblems(400, 401, 403, 413, 415, 422, 429)
  async create(@CurrentCaller() maker: Caller, @Body() body: CreateApiKeyDto): Promise<CreatedApiKeyDto> {
    const made = await this.createKey.create({
      name: body.name,
      scopes: body.scopes,
      allowedCategoryPaths: body.allowed_category_paths,
      groups: body.groups ?? [],
      expiresAt: body.expires_at,
      maker,
    });
    return keyWithSecretDto(made);
  }

  /**
   * Replaces the secret of a key. The new secret is returned only here, and the old one is rejected at once. Scopes,
   * paths and expiry stay. The caller becomes the maker of the key, with whom it ends.
   */
  @Post(':id/rotate')
  @HttpCode(200)
  @RequiresScope('admin')
  @ForWholeService()
  @ShowsSecret()
  @ApiProblems(401, 403, 404, 409, 429)
  async rotate(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<CreatedApiKeyDto> {
    return keyWithSecretDto(await this.rotateKey.rotate(id, caller));
  }

  /** Revokes a key at once. */
  @Delete(':id')
  @HttpCode(204)
  @RequiresScope('admin')
  @ForWholeService()
  @ApiProblems(401, 403, 404, 429)
  async remove(@Param('id') id: string): Promise<void> {
    await this.revokeKey.revoke(id);
  }
}
