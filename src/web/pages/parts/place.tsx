import type { ComponentChildren } from 'preact';
import { serverPath, serverUrl } from './base-path.js';
import { useSyncExternalStore } from './external-store.js';

const listeners = new Set<() => void>();
const tellAll = () => {
  for (const tell of listeners) tell();
};
addEventListener('popstate', tellAll);

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}
const read = () => location.pathname + location.search;

/**
 * The current location: each view is a URL, so that it can be linked to, reloaded and left by the browser's back
 * button.
 */
export interface Place {
  readonly path: string;
  readonly parameters: URLSearchParams;
}

export function usePlace(): Place {
  const { pathname, searchParams } = new URL(useSyncExternalStore(subscribe, read), location.origin);
  return { path: serverPath(pathname), parameters: searchParams };
}

/** @param url from the root of the server: `/pages/search?q=fees` */
export function go(url: string): void {
  history.pushState(null, '', serverUrl(url));
  scrollTo(0, 0);
  tellAll();
}

/** The same view under another address: reload and the back button lead to it. */
export function replacePlace(url: string): void {
  if (read() === serverUrl(url)) return;
  history.replaceState(null, '', serverUrl(url));
  tellAll();
}

interface LinkProps {
  readonly to: string;
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly lang?: string;
  readonly 'aria-current'?: 'page' | 'true';
  readonly 'data-state'?: string;
}

/** A link inside the pages. With a modifier key it opens a tab as any other link does. */
export function Link({ to, children, ...rest }: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    go(to);
  };
  return (
    <a {...rest} href={serverUrl(to)} onClick={follow}>
      {children}
    </a>
  );
}
