import { CategoryFilter, UNRESTRICTED } from '../../../shared/domain/category-filter.js';

/** The viewer of test sessions. */
export interface SessionViewer {
  readonly id: string;
  /** Documents that the viewer may see now. */
  readonly filter: CategoryFilter;
  /** Sees the sessions, schedules and improvements of every key. */
  readonly isAdministrator: boolean;
}

/** The only owner whose sessions a viewer finds; undefined for all owners. */
export function ownerSeenBy({ id, isAdministrator }: SessionViewer): string | undefined {
  return isAdministrator ? undefined : id;
}

/** A user of the command line on the data folder. */
export function operator(id: string): SessionViewer {
  return { id, filter: UNRESTRICTED, isAdministrator: true };
}

/** Port: agents, each of which searches some categories only. */
export abstract class AgentFilters {
  /** Undefined for an unknown agent. */
  abstract find(agentId: string): Promise<CategoryFilter | undefined>;
}
