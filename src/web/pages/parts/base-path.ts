/**
 * The path under which a proxy serves these pages, without a final slash: `/rag`, or empty. The server writes it into
 * the frame.
 */
const basePath = (): string => document.documentElement.dataset.base ?? '';

/** The URL of a server path for the browser. @param path from the root of the server: `/documents` */
export const serverUrl = (path: string): string => basePath() + path;

/** The path within the server of a URL of the browser. */
export function serverPath(pathname: string): string {
  const base = basePath();
  if (base === '' || !pathname.startsWith(base)) return pathname;
  const path = pathname.slice(base.length);
  return path === '' || path.startsWith('/') ? path || '/' : pathname;
}
