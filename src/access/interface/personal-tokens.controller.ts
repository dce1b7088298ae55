import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { PersonalTokens } from '../application/personal-tokens.js';
import type { Caller } from '../domain/caller.js';
import { CurrentCaller, RequiresScope, ShowsSecret } from './access.decorators.js';
import { keyDto, keyWithSecretDto } from './api-keys.controller.js';
import { ApiKeyPageDto, CreateApiKeyDto, CreatedApiKeyDto } from './api-key.dto.js';

/** Tokens that a signed-in person makes for programs. */
@ApiTags('Sign-in')
@Controller('auth/tokens')
export class PersonalTokensController {
  constructor(private readonly tokens: PersonalTokens) {}

  /** Lists the tokens of the signed-in person without their secrets: up to 50, on one page. */
  @Get()
  @RequiresScope('query')
  @ApiProblems(401, 403, 429, 501)
  async list(@CurrentCaller() caller: Caller): Promise<ApiKeyPageDto> {
    return {
      items: (await this.tokens.list(caller)).map((key) => keyDto({ key, hasEnded: false })),
      next_cursor: null,
    };
  }

  /**
   * Creates a token of the signed-in person. It may do and see what both the token and the person may, at each use. Without groups it has
   * those that the person has now; without an expiry it ends after 90 days, and after 366 days in any case. The secret is returned only
   * here.
   */
  @Post()
  @RequiresScope('query')
  @ShowsSecret()
  @ApiProblems(400, 401, 403, 409, 413, 415, 422, 429, 501)
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateApiKeyDto): Promise<CreatedApiKeyDto> {
    const made = await this.tokens.create(caller, {
      name: body.name,
      scopes: body.scopes,
      allowedCategoryPaths: body.allowed_category_paths,
      groups: body.groups,
      expiresAt: body.expires_at,
    });
    return keyWithSecretDto(made);
  }

  /** Revokes an own token at once. */
  @Delete(':id')
  @HttpCode(204)
  @RequiresScope('query')
  @ApiProblems(401, 403, 404, 429, 501)
  async remove(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<void> {
    await this.tokens.revoke(caller, id);
  }
}
