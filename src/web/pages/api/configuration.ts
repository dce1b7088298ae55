import { call, query } from './call.js';
import { anything, flag, list, nullable, number, object, page, type Read, text } from './shape.js';

const summary = { version: number, note: text, created_at: text, created_by: nullable(text), active: flag };
const ConfigurationVersion = object({ ...summary, created_by_name: nullable(text) });
export type ConfigurationVersion = Read<typeof ConfigurationVersion>;

const SynonymGroup = object({ lang: text, words: list(text) });
export type SynonymGroup = Read<typeof SynonymGroup>;
const Translation = object({ ko: list(text), en: list(text) });
export type Translation = Read<typeof Translation>;

const Configuration = object({
  ...summary,
  groups: list(SynonymGroup),
  translations: list(Translation),
  intents: anything,
  pipeline: anything,
  files: list(object({ name: text, folder: text })),
  problem: nullable(text),
});
export type Configuration = Read<typeof Configuration>;

export interface Synonyms {
  readonly groups: readonly SynonymGroup[];
  readonly translations: readonly Translation[];
}

const ComparedVersion = object({
  changes: nullable(list(object({ pointer: text, before: anything, after: anything }))),
  change_count: number,
});
export type VersionChanges = Read<typeof ComparedVersion>;

export const readConfiguration = () => call('/configuration', Configuration);
export const listConfigurations = (cursor: string | null) =>
  call(`/configuration/versions${query({ cursor, limit: 20 })}`, page(ConfigurationVersion));
export const readChanges = (version: number) => call(`/configuration/versions/${version}`, ComparedVersion);
/** @param base the version that the synonyms were made from @param note empty for the usual one */
export const saveSynonyms = (base: number, { groups, translations }: Synonyms, note: string) =>
  call('/configuration/synonyms', Configuration, {
    method: 'PUT',
    body: { base_version: base, groups, translations, ...(note === '' ? {} : { note }) },
  });
export const restoreConfiguration = (base: number, version: number) =>
  call(`/configuration/versions/${version}/restore`, Configuration, { body: { base_version: base } });
