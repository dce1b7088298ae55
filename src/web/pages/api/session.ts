import { serverUrl } from '../parts/base-path.js';
import { useSyncExternalStore } from '../parts/external-store.js';
import { list, nullable, object, type Read, text } from './shape.js';

const Session = object({
  mode: text,
  person: nullable(object({ id: text, name: text, groups: list(text), scopes: list(text) })),
  csrf_token: nullable(text),
});
type Session = Read<typeof Session>;

const SignedOut = object({ provider_url: nullable(text) });

/** Before the server has answered. */
const UNKNOWN: Session = { mode: 'unknown', person: null, csrf_token: null };
/** If it cannot: the page's own requests say so. */
const UNREAD: Session = { ...UNKNOWN, mode: 'unread' };
const listeners = new Set<() => void>();
let session = UNKNOWN;
let loading: Promise<void> | undefined;

async function load(): Promise<void> {
  try {
    const response = await fetch(serverUrl('/auth/session'));
    session = response.ok ? Session(await response.json(), '') : UNREAD;
  } catch {
    session = UNREAD;
    // The next changing request asks again.
    loading = undefined;
  }
  for (const tell of listeners) tell();
}

/** How the browser is known to the server; asked once for each loading of the page. */
export async function readSession(): Promise<Session> {
  loading ??= load();
  await loading;
  return session;
}

/** Whether the server answers nothing to this browser unless it names a key. */
export const isStranger = ({ mode, person }: Session): boolean =>
  person === null && (mode === 'key' || mode === 'sign-in');

function onSession(tell: () => void): () => void {
  listeners.add(tell);
  void readSession();
  return () => listeners.delete(tell);
}

const current = (): Session => session;

/** The session; renders again when it is known. */
export const useSession = (): Session => useSyncExternalStore(onSession, current);

/** The address that signs in at the provider and returns to a path of these pages. */
export const signInUrl = (path: string): string =>
  serverUrl(`/auth/login?${new URLSearchParams({ return_to: path }).toString()}`);

/** Ends the session here, then at the provider, if it has an address for that. */
export async function signOut(): Promise<void> {
  const { csrf_token: token } = await readSession();
  const headers = token === null ? {} : { 'x-csrf-token': token };
  const response = await fetch(serverUrl('/auth/logout'), { method: 'POST', headers });
  const ended = response.ok ? SignedOut(await response.json(), '') : { provider_url: null };
  location.assign(ended.provider_url ?? serverUrl('/'));
}
