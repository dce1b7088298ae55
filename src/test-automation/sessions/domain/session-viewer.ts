import { CategoryFilter, UNRESTRICTED } from '../../../shared/domain/category-filter.js';

/** Who looks at test sessions. */
export interface SessionViewer {
  readonly id: string;
  /** What the viewer may see now. */
  readonly filter: CategoryFilter;
  /** Sees the sessions, schedules and improvements of every key. */
  readonly isAdministrator: boolean;
}

/** The only owner whose sessions a viewer finds; undefined for all owners. */
export function ownerSeenBy({ id, isAdministrator }: SessionViewer): string | undefined {
  return isAdministrator ? undefined : id;
}

/** Whoever runs the command line on the data folder itself. */
export function operator(id: string): SessionViewer {
  return { id, filter: UNRESTRICTED, isAdministrator: true };
}
