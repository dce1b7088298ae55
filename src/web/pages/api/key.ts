import { useSyncExternalStore } from '../parts/external-store.js';

/** The key is stored for this tab only, and deleted with it. */
const ITEM = 'touchstone.api-key';
const listeners = new Set<() => void>();

export function apiKey(): string {
  return sessionStorage.getItem(ITEM) ?? '';
}

export function setApiKey(key: string): void {
  if (key === '') sessionStorage.removeItem(ITEM);
  else sessionStorage.setItem(ITEM, key);
  for (const tell of listeners) tell();
}

function onKeyChange(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

/** The key; renders again when it changes. */
export const useApiKey = (): string => useSyncExternalStore(onKeyChange, apiKey);
