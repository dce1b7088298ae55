import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../access/domain/caller.js';
import { CurrentCaller, EffectiveFilter, RequiresScope } from '../../access/interface/access.decorators.js';
import type { CategoryFilter } from '../../shared/domain/category-filter.js';
import { Clock } from '../../shared/domain/clock.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { KeepSchedules, PlannedSchedule } from '../application/keep-schedules.js';
import { toSchedule, toScheduleDto } from './schedule-mapping.js';
import { PutTestSchedulesDto, TestScheduleListDto } from './test-schedule.dto.js';

const toList = (schedules: readonly PlannedSchedule[]): TestScheduleListDto => ({
  items: schedules.map(toScheduleDto),
});

@ApiTags('Test automation')
@Controller('test-schedules')
export class TestSchedulesController {
  constructor(
    private readonly keepSchedules: KeepSchedules,
    private readonly clock: Clock,
  ) {}

  /** Lists when the caller's test sessions start by themselves. */
  @Get()
  @RequiresScope('test')
  @ApiProblems(401, 403, 429)
  async list(@CurrentCaller() caller: Caller): Promise<TestScheduleListDto> {
    return toList(await this.keepSchedules.list(caller.id));
  }

  /** Replaces the caller's schedules; their sessions see what the caller may see now. */
  @Put()
  @RequiresScope('test')
  @ApiProblems(400, 401, 403, 413, 415, 422, 429)
  async replace(
    @Body() body: PutTestSchedulesDto,
    @CurrentCaller() caller: Caller,
    @EffectiveFilter() filter: CategoryFilter,
  ): Promise<TestScheduleListDto> {
    const timeZone = this.clock.timeZone ?? 'UTC';
    const schedules = body.items.map((item, i) => toSchedule(item, { id: `schedule-${i + 1}`, timeZone }, filter));
    return toList(await this.keepSchedules.replace(caller.id, schedules));
  }
}
