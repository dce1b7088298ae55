import { call } from './call.js';
import { anything, list, map, object, text } from './shape.js';

export const TARGET_KINDS = ['openai', 'touchstone', 'http'] as const;
export const TARGET_SCOPES = ['query', 'ingest', 'test', 'metrics', 'admin'] as const;

/** A target with all of its members, so that one that this page does not show is sent back as it was. */
export type Target = Readonly<Record<string, unknown>> & {
  readonly name: string;
  readonly kind: string;
  readonly base_url: string;
};

function asTarget(members: Readonly<Record<string, unknown>>, at: string): Target {
  return { ...members, ...object({ name: text, kind: text, base_url: text })(members, at) };
}

const Targets = object({
  items: list((value, at) => asTarget(map(anything)(value, at), at)),
});

/** The systems that a session of the reader may question instead of this server. */
export const listTargetNames = () => call('/test-targets/names', object({ items: list(object({ name: text })) }));

export const listTargets = async (): Promise<readonly Target[]> => (await call('/test-targets', Targets)).items;

/** The API replaces all targets at once: the newest list is read, and only one of it is changed. */
async function replaceWith(change: (items: readonly Target[]) => readonly unknown[]): Promise<readonly Target[]> {
  const items = change(await listTargets());
  return (await call('/test-targets', Targets, { method: 'PUT', body: { items } })).items;
}

/** Stores a target in the place of the one with the earlier name, or as a new one. @throws CallError */
export const storeTarget = (target: Readonly<Record<string, unknown>>, earlierName: string | undefined) =>
  replaceWith((items) =>
    items.some(({ name }) => name === earlierName)
      ? items.map((one) => (one.name === earlierName ? target : one))
      : [...items, target],
  );

export const deleteTarget = (name: string) => replaceWith((items) => items.filter((one) => one.name !== name));
