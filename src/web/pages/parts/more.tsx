import { useEffect, useState } from 'preact/hooks';
import type { Page } from '../api/shape.js';
import { useSpeech } from '../words/language.js';
import { type Loading, useLoaded } from './loaded.js';

export interface Listed<T> {
  readonly items: Loading<readonly T[]>;
  /** Loads the next page after the loaded ones; undefined at the end. */
  readonly more: (() => void) | undefined;
}

/** A list of pages, one below the other. @param inputs dependencies of `load` */
export function useListed<T>(load: (cursor: string | null) => Promise<Page<T>>, inputs: readonly unknown[]): Listed<T> {
  const first = useLoaded(() => load(null), inputs);
  const [rest, setRest] = useState<{ readonly items: readonly T[]; readonly next: string | null } | undefined>();
  const [error, setError] = useState<unknown>(undefined);
  useEffect(() => {
    setRest(undefined);
    setError(undefined);
  }, [first.value]);
  const next = rest === undefined ? (first.value?.next_cursor ?? null) : rest.next;
  const more = () => {
    load(next).then(({ items, next_cursor }) => {
      setRest((before) => ({ items: [...(before?.items ?? []), ...items], next: next_cursor }));
    }, setError);
  };
  const value = first.value === undefined ? undefined : [...first.value.items, ...(rest?.items ?? [])];
  return {
    items: { value, error: first.error ?? error, reload: first.reload },
    more: next === null ? undefined : more,
  };
}

export function MoreButton({ more }: { readonly more: (() => void) | undefined }) {
  const { say } = useSpeech();
  if (more === undefined) return null;
  return (
    <button type="button" class="quiet" onClick={more}>
      {say('showMore')}
    </button>
  );
}
