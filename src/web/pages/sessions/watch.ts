import { useEffect, useState } from 'preact/hooks';
import type { ServerEvent } from '../api/events.js';
import { Phase, Progress, Status, Told, watchSession } from '../api/sessions.js';
import type { Read } from '../api/shape.js';

/** Number of newest results that are shown while a session runs. */
const TOLD = 8;

/** Steps of a phase that were done at a time of this browser (ms). */
export interface Steps {
  readonly phase: string;
  readonly at: number;
  readonly done: number;
  readonly total: number;
}

/** State of a running session from its events. */
export interface Watched {
  readonly progress: Read<typeof Progress> | undefined;
  readonly phase: (Phase & { readonly heardAt: number }) | undefined;
  /** The first and the newest count of the steps of the phase. */
  readonly steps: { readonly first: Steps; readonly newest: Steps } | undefined;
  /** Newest first. */
  readonly told: readonly Told[];
  readonly status: string | undefined;
  readonly error: unknown;
}

const NOTHING: Watched = {
  progress: undefined,
  phase: undefined,
  steps: undefined,
  told: [],
  status: undefined,
  error: undefined,
};

const ASKING = 'asking';

/** The steps after another count. The count of another phase starts over. */
function counted(steps: Watched['steps'], newest: Steps): Watched['steps'] {
  return steps?.first.phase === newest.phase ? { first: steps.first, newest } : { first: newest, newest };
}

/** Fewer steps give no pace. */
const FEWEST_STEPS = 3;

/** Remaining time of the phase at the pace of its steps so far; undefined before a few of them are measured. @param now as `Steps.at` */
export function remainingMs(steps: Watched['steps'], now: number): number | undefined {
  if (steps === undefined) return undefined;
  const { first, newest } = steps;
  const measured = newest.done - first.done;
  if (measured < FEWEST_STEPS || newest.done >= newest.total) return undefined;
  const left = ((newest.at - first.at) / measured) * (newest.total - newest.done);
  return Math.max(0, left - (now - newest.at));
}

/** @param at time of this browser (ms) */
export function afterSessionEvent(watched: Watched, { name, data }: ServerEvent, at: number): Watched {
  switch (name) {
    case 'progress': {
      const progress = Progress(data, '');
      const steps = counted(watched.steps, { phase: ASKING, at, done: progress.done, total: progress.total });
      return { ...watched, progress, steps };
    }
    case 'phase': {
      const phase = Phase(data, '');
      const { done, total } = phase;
      const isCounted = done !== null && total !== null;
      const steps = isCounted ? counted(watched.steps, { phase: phase.phase, at, done, total }) : watched.steps;
      const isSame = steps?.newest.phase === phase.phase;
      return { ...watched, phase: { ...phase, heardAt: at }, steps: isSame ? steps : undefined };
    }
    case 'result':
      return { ...watched, told: [Told(data, ''), ...watched.told].slice(0, TOLD) };
    case 'status':
      return { ...watched, status: Status(data, '').status };
    default:
      return watched;
  }
}

/** Follows a session while it runs. @param onEnd called when the stream ends, which is when the session ends */
export function useWatched(id: string, isOn: boolean, onEnd: () => void): Watched {
  const [watched, setWatched] = useState(NOTHING);
  useEffect(() => {
    if (!isOn) return undefined;
    const controller = new AbortController();
    const follow = async () => {
      try {
        for await (const event of watchSession(id, controller.signal))
          setWatched((before) => afterSessionEvent(before, event, performance.now()));
        onEnd();
      } catch (error) {
        if (!controller.signal.aborted) setWatched((before) => ({ ...before, error }));
      }
    };
    void follow();
    return () => controller.abort();
  }, [id, isOn]);
  return watched;
}
