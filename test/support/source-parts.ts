import { UNRESTRICTED } from '../../src/shared/domain/category-filter.js';
import { InvalidInputError } from '../../src/shared/domain/domain-error.js';
import {
  isEntry,
  SourceConnector,
  SourceEntry,
  UnlistedPart,
} from '../../src/documents/sources/domain/source-connector.js';
import { SOURCE_DEFAULTS, SourceSettings } from '../../src/documents/sources/domain/source.js';
import { ConnectorKind } from '../../src/documents/sources/infrastructure/connector-kind.js';

/** Rights of an administrator, and of another key. */
export const UNLIMITED = { filter: UNRESTRICTED, isUnlimited: true };
export const LIMITED = { filter: UNRESTRICTED, isUnlimited: false };

/** Settings of a source with the defaults of all other members. */
export function settingsOf(
  kind: string,
  location: SourceSettings['location'],
  headers: SourceSettings['headers'] = {},
): SourceSettings {
  return { ...SOURCE_DEFAULTS, name: 'spec', kind, location, headers, category: ['Spec'] };
}

/** Pointers of the faults in a location. */
export async function pointersOf(kind: ConnectorKind, location: SourceSettings['location']): Promise<string[]> {
  const error: unknown = await kind.check(settingsOf(kind.name, location), UNLIMITED).then(
    () => undefined,
    (e: unknown) => e,
  );
  return error instanceof InvalidInputError ? error.faults.map(({ pointer }) => pointer) : [];
}

/** The listing of a connector: its files by path, the parts that could not be listed, and what the settings leave out. */
export async function listingOf(
  connector: SourceConnector,
  signal = new AbortController().signal,
): Promise<{ entries: ReadonlyMap<string, SourceEntry>; unlisted: UnlistedPart[]; leftOut: string[] }> {
  const entries = new Map<string, SourceEntry>();
  const unlisted: UnlistedPart[] = [];
  const leftOut: string[] = [];
  for await (const each of connector.list(signal))
    if (isEntry(each)) entries.set(each.path, each);
    else if ('leftOut' in each) leftOut.push(each.leftOut);
    else unlisted.push(each);
  return { entries, unlisted, leftOut };
}

/** The content of a file as text, with its address. */
export async function textOf(connector: SourceConnector, entry: SourceEntry | undefined) {
  if (entry === undefined) throw new Error('The file is not in the listing.');
  const { bytes, url, mediaType } = await connector.read(entry, new AbortController().signal);
  return { text: new TextDecoder().decode(bytes), url, mediaType };
}
