import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { useApiKey } from '../api/key.js';
import { useSpeech } from '../words/language.js';
import { ProblemView } from './problem.js';

/** Something that is on its way, has come, or did not. While it is read again, the last value stays. */
export interface Loading<T> {
  readonly value: T | undefined;
  readonly error: unknown;
  readonly reload: () => void;
}

/**
 * Reads something, and reads it again when the key of this tab or one of the inputs changes.
 * @param inputs what `load` depends on
 */
export function useLoaded<T>(load: () => Promise<T>, inputs: readonly unknown[]): Loading<T> {
  const [state, setState] = useState<{ readonly value: T | undefined; readonly error: unknown }>({
    value: undefined,
    error: undefined,
  });
  const key = useApiKey();
  const latest = useRef(0);
  const reload = useCallback(() => {
    latest.current += 1;
    const mine = latest.current;
    const settle = (value: T | undefined, error: unknown) => {
      // An answer that comes late must not stand in the place of a newer one.
      if (mine === latest.current) setState({ value, error });
    };
    load().then(
      (value) => settle(value, undefined),
      (error: unknown) => settle(undefined, error),
    );
  }, [key, ...inputs]);
  useEffect(reload, [reload]);
  return { ...state, reload };
}

export function Waiting() {
  const { say } = useSpeech();
  return (
    <p class="wait" role="status">
      <i aria-hidden="true" />
      {say('loading')}
    </p>
  );
}

interface LoadedProps<T> {
  readonly of: Loading<T>;
  readonly children: (value: T) => ComponentChildren;
}

/** Shows what came, that it is still on its way, or why it did not come. */
export function Loaded<T>({ of, children }: LoadedProps<T>) {
  if (of.error !== undefined) return <ProblemView error={of.error} retry={of.reload} />;
  if (of.value === undefined) return <Waiting />;
  return <>{children(of.value)}</>;
}
