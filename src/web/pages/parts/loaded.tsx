import type { ComponentChildren, ComponentType } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { useApiKey } from '../api/key.js';
import { useSpeech } from '../words/language.js';
import { ProblemView } from './problem.js';

/** A value that is loading, loaded or failed. During a reload the last value stays. */
export interface Loading<T> {
  readonly value: T | undefined;
  readonly error: unknown;
  readonly reload: () => void;
}

/**
 * Loads a value, and reloads it when the key of this tab or one of the inputs changes.
 * @param inputs dependencies of `load`
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
      // A late response must not replace a newer one.
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

/** Shows the value, the loading state, or the error. */
export function Loaded<T>({ of, children }: LoadedProps<T>) {
  if (of.error !== undefined) return <ProblemView error={of.error} retry={of.reload} />;
  if (of.value === undefined) return <Waiting />;
  return <>{children(of.value)}</>;
}

/**
 * A page whose script is loaded when it is opened first: rare pages cost the other ones nothing.
 * @example lazy(() => import('./keys/keys-page.js').then(({ KeysPage }) => KeysPage))
 */
export function lazy(load: () => Promise<ComponentType>): ComponentType {
  return function LazyPage() {
    const page = useLoaded(load, []);
    return <Loaded of={page}>{(Page) => <Page />}</Loaded>;
  };
}
