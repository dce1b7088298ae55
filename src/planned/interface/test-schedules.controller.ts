import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequiresScope } from '../../access/interface/access.decorators.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { notAvailable, TEST_AUTOMATION } from './not-available.js';
import { PutTestSchedulesDto, TestScheduleListDto } from './test-schedule.dto.js';

@ApiTags('Test automation')
@Controller('test-schedules')
export class TestSchedulesController {
  /** Lists when test sessions start by themselves. Not part of this version yet. */
  @Get()
  @RequiresScope('test')
  @ApiProblems(401, 403, 429, 501)
  list(): TestScheduleListDto {
    return notAvailable(TEST_AUTOMATION);
  }

  /** Replaces the list of schedules. Not part of this version yet. */
  @Put()
  @RequiresScope('test')
  @ApiProblems(400, 401, 403, 413, 415, 422, 429, 501)
  replace(@Body() _body: PutTestSchedulesDto): TestScheduleListDto {
    return notAvailable(TEST_AUTOMATION);
  }
}
