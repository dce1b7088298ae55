import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequiresScope } from '../../access/interface/access.decorators.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { ApiKeyPageDto, CreateApiKeyDto, CreatedApiKeyDto } from './api-key.dto.js';
import { KEY_MANAGEMENT, nothingHas, notAvailable } from './not-available.js';
import { PlannedPageQueryDto } from './page-query.dto.js';

@ApiTags('Keys')
@Controller('api-keys')
export class ApiKeysController {
  /** Lists the keys without their secrets. Not part of this version yet. */
  @Get()
  @RequiresScope('admin')
  @ApiProblems(401, 403, 422, 429, 501)
  list(@Query() _query: PlannedPageQueryDto): ApiKeyPageDto {
    return notAvailable(KEY_MANAGEMENT);
  }

  /** Makes a key with scopes and, if wanted, categories that bound what it sees. Not part of this version yet. */
  @Post()
  @RequiresScope('admin')
  @ApiProblems(400, 401, 403, 413, 415, 422, 429, 501)
  create(@Body() _body: CreateApiKeyDto): CreatedApiKeyDto {
    return notAvailable(KEY_MANAGEMENT);
  }

  /** Revokes a key at once. Not part of this version yet, so no key is known by an id. */
  @Delete(':id')
  @HttpCode(204)
  @RequiresScope('admin')
  @ApiProblems(401, 403, 404, 429, 501)
  remove(@Param('id') id: string): void {
    nothingHas('key', id, KEY_MANAGEMENT);
  }
}
