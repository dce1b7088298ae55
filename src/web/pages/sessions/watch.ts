import { useEffect, useState } from 'preact/hooks';
import type { ServerEvent } from '../api/events.js';
import { Progress, Status, Told, watchSession } from '../api/sessions.js';
import type { Read } from '../api/shape.js';

/** Number of newest results that are shown while a session runs. */
const TOLD = 8;

/** State of a running session from its events. */
export interface Watched {
  readonly progress: Read<typeof Progress> | undefined;
  /** Newest first. */
  readonly told: readonly Told[];
  readonly status: string | undefined;
  readonly error: unknown;
}

const NOTHING: Watched = { progress: undefined, told: [], status: undefined, error: undefined };

export function afterSessionEvent(watched: Watched, { name, data }: ServerEvent): Watched {
  switch (name) {
    case 'progress':
      return { ...watched, progress: Progress(data, '') };
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
          setWatched((before) => afterSessionEvent(before, event));
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
