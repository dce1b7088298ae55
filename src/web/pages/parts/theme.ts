import { useSyncExternalStore } from './external-store.js';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const ITEM = 'touchstone.theme';
const listeners = new Set<() => void>();

function kept(): Theme {
  return THEMES.find((theme) => theme === localStorage.getItem(ITEM)) ?? 'system';
}

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
}

export function setTheme(theme: Theme): void {
  localStorage.setItem(ITEM, theme);
  show(theme);
  for (const tell of listeners) tell();
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

show(kept());
export const useTheme = (): Theme => useSyncExternalStore(subscribe, kept);
