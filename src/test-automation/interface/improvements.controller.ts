import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../access/domain/caller.js';
import { CurrentCaller, RequiresScope } from '../../access/interface/access.decorators.js';
import { DomainError, NotFoundError } from '../../shared/domain/domain-error.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { Improvement, ImprovementStore } from '../domain/improvement.js';
import { ImprovementDto, ImprovementPageDto } from './improvement.dto.js';

const toDto = ({ suggestedValue, ...rest }: Improvement): ImprovementDto => ({
  ...rest,
  suggested_value: suggestedValue,
});

@ApiTags('Test automation')
@Controller('improvements')
export class ImprovementsController {
  constructor(private readonly improvements: ImprovementStore) {}

  /** Lists the repairs that failures of the caller's test sessions suggest, newest session first. */
  @Get()
  @RequiresScope('test')
  @ApiProblems(401, 403, 429)
  async list(@CurrentCaller() caller: Caller): Promise<ImprovementPageDto> {
    return { items: (await this.improvements.list(caller.id)).map(toDto), next_cursor: null };
  }

  /** Tries an improvement without keeping it, also on questions it was not made from. Not part of this version yet. */
  @Post(':id/verify')
  @HttpCode(200)
  @RequiresScope('test')
  @ApiProblems(401, 403, 404, 409, 429, 501)
  verify(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<ImprovementDto> {
    return this.notYet(id, caller);
  }

  /** Applies a verified improvement. Not part of this version yet. */
  @Post(':id/apply')
  @HttpCode(200)
  @RequiresScope('admin')
  @ApiProblems(401, 403, 404, 409, 429, 501)
  apply(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<ImprovementDto> {
    return this.notYet(id, caller);
  }

  /** Takes an applied improvement back. Not part of this version yet. */
  @Post(':id/rollback')
  @HttpCode(200)
  @RequiresScope('admin')
  @ApiProblems(401, 403, 404, 409, 429, 501)
  rollback(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<ImprovementDto> {
    return this.notYet(id, caller);
  }

  private async notYet(id: string, caller: Caller): Promise<never> {
    if ((await this.improvements.find(id, caller.id)) === undefined) throw new NotFoundError('improvement', id);
    throw new DomainError(
      'not-available',
      'not-available',
      'Trying and applying improvements is not available in this version of Touchstone; edit data/config by hand, and run a session with the same seed before and after.',
    );
  }
}
