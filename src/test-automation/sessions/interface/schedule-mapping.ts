import type { CategoryFilter } from '../../../shared/domain/category-filter.js';
import { PlannedSchedule, SentSchedule } from '../application/save-schedules.js';
import { TestSchedule } from '../domain/test-schedule.js';
import { toOrder } from './session-mapping.js';
import { PutTestScheduleDto, TestScheduleDto } from './test-schedule.dto.js';
import { TestSessionRequestDto } from './test-session-request.dto.js';

/** Defaults of an item of the list. */
export interface ScheduleDefaults {
  readonly id: string;
  /** IANA name. */
  readonly timeZone: string;
}

export function toSchedule(item: PutTestScheduleDto, defaults: ScheduleDefaults, filter: CategoryFilter): TestSchedule {
  const template = item.template ?? new TestSessionRequestDto();
  return {
    id: item.id ?? defaults.id,
    cron: item.cron,
    timeZone: item.time_zone ?? defaults.timeZone,
    enabled: item.enabled ?? true,
    template: Object.fromEntries(Object.entries(template)),
    order: toOrder(template, filter),
  };
}

export function toSentSchedule(item: PutTestScheduleDto, defaults: ScheduleDefaults): SentSchedule {
  return {
    owner: item.owner ?? undefined,
    id: item.id ?? defaults.id,
    read: (filter) => toSchedule(item, defaults, filter),
  };
}

/** @param isOwnerShown for an administrator, who sees those of all keys */
export function toScheduleDto(planned: PlannedSchedule, isOwnerShown: boolean): TestScheduleDto {
  const { schedule, lastRun, nextRun, owner, isOwnerValid } = planned;
  return {
    id: schedule.id,
    cron: schedule.cron,
    time_zone: schedule.timeZone,
    enabled: schedule.enabled,
    template: schedule.template,
    last_run: lastRun,
    next_run: nextRun,
    ...(isOwnerShown ? { owner, owner_valid: isOwnerValid } : {}),
  };
}
