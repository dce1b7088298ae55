import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequiresScope } from '../../access/interface/access.decorators.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { ImprovementDto, ImprovementPageDto } from './improvement.dto.js';
import { nothingHas, notAvailable, TEST_AUTOMATION } from './not-available.js';
import { PlannedPageQueryDto } from './page-query.dto.js';

function noImprovement(id: string): never {
  return nothingHas('improvement', id, TEST_AUTOMATION);
}

@ApiTags('Test automation')
@Controller('improvements')
export class ImprovementsController {
  /** Lists the repairs that failures of test sessions suggest. Not part of this version yet. */
  @Get()
  @RequiresScope('test')
  @ApiProblems(401, 403, 422, 429, 501)
  list(@Query() _query: PlannedPageQueryDto): ImprovementPageDto {
    return notAvailable(TEST_AUTOMATION);
  }

  /** Tries an improvement without keeping it, also on questions it was not made from. Not part of this version yet, so none is known. */
  @Post(':id/verify')
  @HttpCode(200)
  @RequiresScope('test')
  @ApiProblems(401, 403, 404, 409, 429, 501)
  verify(@Param('id') id: string): ImprovementDto {
    return noImprovement(id);
  }

  /** Applies a verified improvement. Not part of this version yet, so none is known. */
  @Post(':id/apply')
  @HttpCode(200)
  @RequiresScope('admin')
  @ApiProblems(401, 403, 404, 409, 429, 501)
  apply(@Param('id') id: string): ImprovementDto {
    return noImprovement(id);
  }

  /** Takes an applied improvement back. Not part of this version yet, so none is known. */
  @Post(':id/rollback')
  @HttpCode(200)
  @RequiresScope('admin')
  @ApiProblems(401, 403, 404, 409, 429, 501)
  rollback(@Param('id') id: string): ImprovementDto {
    return noImprovement(id);
  }
}
