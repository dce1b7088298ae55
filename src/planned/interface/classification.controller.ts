import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequiresScope } from '../../access/interface/access.decorators.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { ClassificationDto, ClassifyTextDto } from './classification.dto.js';
import { CLASSIFICATION, notAvailable } from './not-available.js';

@ApiTags('taxonomy')
@Controller()
export class ClassificationController {
  /** Finds the categories that a text may belong to. Not part of this version yet. */
  @Post('classify')
  @HttpCode(200)
  @RequiresScope('query')
  @ApiProblems(400, 401, 403, 413, 415, 422, 429, 501)
  classify(@Body() _body: ClassifyTextDto): ClassificationDto {
    return notAvailable(CLASSIFICATION);
  }
}
