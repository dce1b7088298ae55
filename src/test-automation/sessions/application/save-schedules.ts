import { Injectable } from '@nestjs/common';
import { CategoryFilter, restrictedTo } from '../../../shared/domain/category-filter.js';
import { DomainError, InvalidInputError, NotFoundError } from '../../../shared/domain/domain-error.js';
import { ownerSeenBy, SessionViewer } from '../domain/test-session.js';
import { ScheduleStore, StoredSchedule, TestSchedule } from '../domain/test-schedule.js';
import { ScheduleTimes } from './schedule-times.js';
import { SessionOwners } from './session-owners.js';
import { ChooseTarget } from '../../targets/application/choose-target.js';
import { chosenPersonas } from './chosen-personas.js';
import { SessionOrder } from '../../domain/session-request.js';
import { PersonaSets } from '../../personas/domain/persona.js';

/** Checks before a session is stored what would otherwise fail at its start. */
@Injectable()
export class CheckOrder {
  constructor(
    private readonly personaSets: PersonaSets,
    private readonly targets: ChooseTarget,
  ) {}

  /** @throws InvalidInputError for an unknown persona or set */
  async checkPersonas(order: SessionOrder, pointer: string): Promise<void> {
    await chosenPersonas(this.personaSets, order, pointer);
  }

  /** @throws InvalidInputError for an unknown target, DomainError (403) for an address that the owner may not give */
  async checkTarget({ target }: SessionOrder, owner: string, pointer: string): Promise<void> {
    await this.targets.choose(target, owner, `${pointer}/target`);
  }
}

/** A schedule with its next start; null while it is switched off, or if its owner may not start it. */
export interface PlannedSchedule extends StoredSchedule {
  readonly nextRun: string | null;
  /** Whether the owner is a valid key that may run sessions; otherwise the schedule does not start. */
  readonly isOwnerValid: boolean;
}

/** A schedule as the client sent it: its meaning depends on what its owner may see. */
export interface SentSchedule {
  /** The owner in the request; undefined is the caller. */
  readonly owner: string | undefined;
  readonly id: string;
  readonly read: (filter: CategoryFilter) => TestSchedule;
}

const NO_FILTER = restrictedTo([]);

/** Stores schedules. Each belongs to a key, and an administrator manages those of all keys. */
@Injectable()
export class SaveSchedules {
  constructor(
    private readonly store: ScheduleStore,
    private readonly times: ScheduleTimes,
    private readonly checkOrder: CheckOrder,
    private readonly owners: SessionOwners,
  ) {}

  /** The caller's own; for an administrator those of all owners. */
  async list(viewer: SessionViewer): Promise<PlannedSchedule[]> {
    const owner = ownerSeenBy(viewer);
    const stored = owner === undefined ? await this.store.all() : await this.store.list(owner);
    const valid = new Map<string, boolean>();
    for (const one of stored)
      if (!valid.has(one.owner)) valid.set(one.owner, (await this.owners.filterOf(one.owner)) !== undefined);
    return stored.map((one) => {
      const isOwnerValid = valid.get(one.owner) === true;
      const nextRun = one.schedule.enabled && isOwnerValid ? this.times.next(one.schedule) : null;
      return { ...one, nextRun, isOwnerValid };
    });
  }

  /**
   * Replaces the list of the caller, or of the owner in `named`, and the lists of owners that items name. The lists of all other owners
   * stay, so that an administrator who stores own schedules removes nobody else's.
   * @throws InvalidInputError for an expression that never fires, a duplicate id, and an unknown persona or set; DomainError (403) for
   *   another owner than the caller, except by an administrator
   */
  async replace(
    viewer: SessionViewer,
    items: readonly SentSchedule[],
    named: string | undefined,
  ): Promise<PlannedSchedule[]> {
    const target = named ?? viewer.id;
    const lists = new Map<string, TestSchedule[]>([[target, []]]);
    for (const [i, item] of items.entries()) {
      const owner = item.owner ?? target;
      if (owner !== viewer.id) this.assertMayKeepFor(owner, viewer);
      const list = lists.get(owner) ?? [];
      if (list.some(({ id }) => id === item.id))
        throw new InvalidInputError([{ pointer: `/items/${i}/id`, detail: `duplicate schedule id '${item.id}'` }]);
      const schedule = await this.read(item, owner, viewer);
      await this.assertCanStart(schedule, i, owner);
      lists.set(owner, [...list, schedule]);
    }
    if (target !== viewer.id) this.assertMayKeepFor(target, viewer);
    for (const [owner, schedules] of lists) await this.store.replace(owner, schedules);
    return this.list(viewer);
  }

  /** @throws NotFoundError, also for another owner's, except for an administrator */
  async remove(viewer: SessionViewer, scheduleId: string, named: string | undefined): Promise<void> {
    const owner = viewer.isAdministrator ? (named ?? viewer.id) : viewer.id;
    if (!(await this.store.remove(owner, scheduleId))) throw new NotFoundError('test schedule', scheduleId);
  }

  /** The sessions have the permissions of the owner, whoever sends the schedule. A schedule whose owner has ended sees nothing. */
  private async read(item: SentSchedule, owner: string, viewer: SessionViewer): Promise<TestSchedule> {
    if (owner === viewer.id) return item.read(viewer.filter);
    const filter = await this.owners.filterOf(owner);
    const read = item.read(filter ?? NO_FILTER);
    if (filter !== undefined) return read;
    const known = (await this.store.list(owner)).find(({ schedule }) => schedule.id === item.id)?.schedule;
    return known === undefined ? read : { ...read, order: { ...read.order, scope: known.order.scope } };
  }

  private assertMayKeepFor(owner: string, viewer: SessionViewer): void {
    if (viewer.isAdministrator) return;
    const detail = `The owner '${owner}' is another key; leave owner out, or use an administrator's key without categories.`;
    throw new DomainError('forbidden', 'other-owner', detail);
  }

  private async assertCanStart(schedule: TestSchedule, i: number, owner: string): Promise<void> {
    this.times.assertFires(schedule, i);
    // Reported now instead of at the start of the session.
    const pointer = `/items/${i}/template`;
    await this.checkOrder.checkPersonas(schedule.order, pointer);
    // A schedule whose owner has ended does not start; it is stored unchanged.
    if ((await this.owners.filterOf(owner)) !== undefined)
      await this.checkOrder.checkTarget(schedule.order, owner, pointer);
  }
}
