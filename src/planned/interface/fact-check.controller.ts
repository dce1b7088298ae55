import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequiresScope } from '../../access/interface/access.decorators.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { FactCheckAnswerDto, FactCheckRequestDto } from './fact-check.dto.js';
import { FACT_CHECK, notAvailable } from './not-available.js';

@ApiTags('Chat')
@Controller()
export class FactCheckController {
  /** Checks each claim of an answer against texts that are sent along, or against the documents. Not part of this version yet. */
  @Post('fact-check')
  @HttpCode(200)
  @RequiresScope('query')
  @ApiProblems(400, 401, 403, 413, 415, 422, 429, 501)
  check(@Body() _body: FactCheckRequestDto): FactCheckAnswerDto {
    return notAvailable(FACT_CHECK);
  }
}
