import { Body, Controller, Delete, Get, HttpCode, Param, Put, Query } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { type Caller, isAdministrator } from '../../../access/domain/caller.js';
import { CurrentCaller, EffectiveFilter, RequiresScope } from '../../../access/interface/access.decorators.js';
import type { CategoryFilter } from '../../../shared/domain/category-filter.js';
import { Clock } from '../../../shared/domain/clock.js';
import { ApiProblems } from '../../../shared/interface/api-errors.decorator.js';
import { SaveSchedules, PlannedSchedule } from '../application/save-schedules.js';
import { toScheduleDto, toSentSchedule } from './schedule-mapping.js';
import { toViewer } from './session-mapping.js';
import { PutTestSchedulesDto, ScheduleOwnerQueryDto, TestScheduleListDto } from './test-schedule.dto.js';

const toList = (schedules: readonly PlannedSchedule[], caller: Caller): TestScheduleListDto => ({
  items: schedules.map((planned) => toScheduleDto(planned, isAdministrator(caller))),
});

/** Without an owner: it is the caller's. */
const NIGHTLY = {
  id: 'nightly',
  cron: '0 3 * * *',
  time_zone: 'Asia/Seoul',
  enabled: true,
  template: { name: 'nightly', personas: ['freshman', 'new_staff'], seed: 7 },
};

@ApiTags('Test automation')
@Controller('test-schedules')
export class TestSchedulesController {
  constructor(
    private readonly saveSchedules: SaveSchedules,
    private readonly clock: Clock,
  ) {}

  /**
   * Lists the schedules of the caller's test sessions; for an administrator the schedules of all keys, each with its owner. A schedule does
   * not start once its key was revoked, has expired, or may run no sessions.
   */
  @Get()
  @RequiresScope('test')
  @ApiProblems(401, 403, 429)
  async list(@CurrentCaller() caller: Caller): Promise<TestScheduleListDto> {
    return toList(await this.saveSchedules.list(toViewer(caller)), caller);
  }

  /**
   * Replaces the caller's schedules; their sessions see what the caller may see at each start. For an administrator, items may name an
   * owner, as GET returns it: the lists of the named owners are replaced as well, and those of others stay. `?owner=` replaces the list of
   * that owner instead of the caller's own.
   */
  @Put()
  @ApiBody({ type: PutTestSchedulesDto, examples: { nightly: { value: { items: [NIGHTLY] } } } })
  @RequiresScope('test')
  @ApiProblems(400, 401, 403, 413, 415, 422, 429)
  async replace(
    @Body() body: PutTestSchedulesDto,
    @Query() query: ScheduleOwnerQueryDto,
    @CurrentCaller() caller: Caller,
    @EffectiveFilter() filter: CategoryFilter,
  ): Promise<TestScheduleListDto> {
    const timeZone = this.clock.timeZone ?? 'UTC';
    const items = body.items.map((item, i) => toSentSchedule(item, { id: `schedule-${i + 1}`, timeZone }));
    const viewer = { ...toViewer(caller), filter };
    return toList(await this.saveSchedules.replace(viewer, items, query.owner), caller);
  }

  /** Deletes a schedule of the caller; for an administrator, with `?owner=`, one of any key. */
  @Delete(':id')
  @HttpCode(204)
  @RequiresScope('test')
  @ApiProblems(401, 403, 404, 422, 429)
  async remove(
    @Param('id') id: string,
    @Query() query: ScheduleOwnerQueryDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    await this.saveSchedules.remove(toViewer(caller), id, query.owner);
  }
}
