import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequiresScope } from '../../access/interface/access.decorators.js';
import { InvalidInputError } from '../../shared/domain/domain-error.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import {
  CaseDto,
  CaseFeedbackOutcomeDto,
  CasePageDto,
  CaseSuggestionsDto,
  CreatedCaseDto,
  DeletedCaseDto,
  UpdatedCaseDto,
  UpdatedCaseQualityDto,
} from './case-answer.dto.js';
import { CaseBaseSwitch } from './case-base-switch.guard.js';
import {
  CaseFeedbackDto,
  CasesQueryDto,
  CreateCaseDto,
  SuggestCasesDto,
  UpdateCaseDto,
  UpdateCaseQualityDto,
} from './case-request.dto.js';
import { CASE_BASE, nothingHas, notAvailable } from './not-available.js';

@ApiTags('Cases')
@Controller('cbr')
@UseGuards(CaseBaseSwitch)
export class CasesController {
  /** Suggests cases that resemble a question. Not part of this version yet. */
  @Post('suggest')
  @HttpCode(200)
  @RequiresScope('query')
  @ApiProblems(400, 401, 403, 413, 415, 422, 429, 501)
  suggest(@Body() _body: SuggestCasesDto): CaseSuggestionsDto {
    return notAvailable(CASE_BASE);
  }

  /** Takes what somebody thought of a suggested case. Not part of this version yet, so no case is known. */
  @Post('feedback')
  @HttpCode(200)
  @RequiresScope('query')
  @ApiProblems(400, 401, 403, 404, 413, 415, 422, 429, 501)
  feedback(@Body() body: CaseFeedbackDto): CaseFeedbackOutcomeDto {
    return nothingHas('case', body.case_id, CASE_BASE);
  }

  /** Stores a case. Not part of this version yet. */
  @Post('case')
  @RequiresScope('ingest')
  @ApiProblems(400, 401, 403, 409, 413, 415, 422, 429, 501)
  create(@Body() _body: CreateCaseDto): CreatedCaseDto {
    return notAvailable(CASE_BASE);
  }

  /** Lists the cases, page by page. Not part of this version yet. */
  @Get('cases')
  @RequiresScope('query')
  @ApiProblems(401, 403, 422, 429, 501)
  list(@Query() _query: CasesQueryDto): CasePageDto {
    return notAvailable(CASE_BASE);
  }

  /** Shows a case. Not part of this version yet, so no case is known. */
  @Get('cases/:case_id')
  @RequiresScope('query')
  @ApiProblems(401, 403, 404, 429, 501)
  read(@Param('case_id') caseId: string): CaseDto {
    return nothingHas('case', caseId, CASE_BASE);
  }

  /** Changes fields of a case, all or none. Not part of this version yet, so no case is known. */
  @Put('cases/:case_id')
  @RequiresScope('ingest')
  @ApiProblems(400, 401, 403, 404, 413, 415, 422, 429, 501)
  update(@Param('case_id') caseId: string, @Body() body: UpdateCaseDto): UpdatedCaseDto {
    if (Object.values(body).every((value) => value === undefined)) {
      throw new InvalidInputError([{ pointer: '', detail: 'the body must have at least one field to change' }]);
    }
    return nothingHas('case', caseId, CASE_BASE);
  }

  /** Removes a case and its logs. Not part of this version yet, so no case is known. */
  @Delete('cases/:case_id')
  @RequiresScope('ingest')
  @ApiProblems(401, 403, 404, 429, 501)
  remove(@Param('case_id') caseId: string): DeletedCaseDto {
    return nothingHas('case', caseId, CASE_BASE);
  }

  /** Sets the quality of a case. Not part of this version yet, so no case is known. */
  @Put('cases/:case_id/quality')
  @RequiresScope('ingest')
  @ApiProblems(400, 401, 403, 404, 413, 415, 422, 429, 501)
  setQuality(@Param('case_id') caseId: string, @Body() _body: UpdateCaseQualityDto): UpdatedCaseQualityDto {
    return nothingHas('case', caseId, CASE_BASE);
  }
}
