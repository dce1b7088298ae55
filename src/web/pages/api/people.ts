import { call, query, send } from './call.js';
import { CreatedKey, Key } from './keys.js';
import { flag, list, nullable, number, object, page, type Page, type Read, text } from './shape.js';

const Person = object({
  id: text,
  name: text,
  email: nullable(text),
  issuer: text,
  provider_groups: list(text),
  active: flag,
  confirmed_at: text,
});
export type Person = Read<typeof Person>;

const MappingRule = object({
  provider_group: text,
  scopes: list(text),
  allowed_category_paths: nullable(list(list(text))),
  groups: list(text),
});
export type MappingRule = Read<typeof MappingRule>;

const GroupMapping = object({
  version: number,
  rules: list(MappingRule),
  created_at: nullable(text),
  created_by: nullable(text),
});
export type GroupMapping = Read<typeof GroupMapping>;

const PEOPLE_A_PAGE = 500;
/** People whose rights are compared before a change of the mapping. */
export const MOST_PEOPLE = 5000;

/** The people who match a text and a state, either of which may be empty. */
export const findPeople = (text: string, active: string, cursor: string | null) =>
  call(`/users${query({ text, active, cursor, limit: 50 })}`, page(Person));

/** The people who have signed in, up to MOST_PEOPLE. */
export async function listPeople(): Promise<readonly Person[]> {
  const people: Person[] = [];
  let cursor: string | null = null;
  do {
    const found: Page<Person> = await call(`/users${query({ cursor, limit: PEOPLE_A_PAGE })}`, page(Person));
    people.push(...found.items);
    cursor = found.next_cursor;
  } while (cursor !== null && people.length < MOST_PEOPLE);
  return people;
}

export const setActive = (id: string, active: boolean) =>
  call(`/users/${encodeURIComponent(id)}`, Person, { method: 'PATCH', body: { active } });

export const readMapping = () => call('/group-mapping', GroupMapping);
/** @param base the version that the rules were made from */
export const saveMapping = (base: number, rules: readonly MappingRule[]) =>
  call('/group-mapping', GroupMapping, { method: 'PUT', body: { base_version: base, rules } });
const PreviewedDocument = { document_id: text, title: text, canonical_path: list(text) };
const GroupPreview = object({
  scopes: list(text),
  allowed_category_paths: nullable(list(list(text))),
  groups: list(text),
  documents: number,
  categories: list(object({ canonical_path: list(text), documents: number })),
  first_documents: list(object(PreviewedDocument)),
  answer: nullable(
    object({
      response: text,
      abstained: flag,
      sources: list(object({ ...PreviewedDocument, n: number, quote: text })),
    }),
  ),
});
export type GroupPreview = Read<typeof GroupPreview>;

/** What a member of a group sees by these rules. @param question empty to ask nothing */
export const previewGroup = (group: string, rules: readonly MappingRule[], question: string) =>
  call('/group-mapping/preview', GroupPreview, {
    body: { provider_groups: [group], rules, ...(question === '' ? {} : { message: question }) },
  });

export const listMappings = (cursor: string | null) =>
  call(`/group-mapping/versions${query({ cursor, limit: 20 })}`, page(GroupMapping));

export interface NewToken {
  readonly name: string;
  readonly scopes: readonly string[];
  /** Last day; empty for the server's usual end. */
  readonly until: string;
}

export const listTokens = () => call('/auth/tokens', page(Key));
export const createToken = ({ name, scopes, until }: NewToken) =>
  call('/auth/tokens', CreatedKey, {
    body: {
      name,
      scopes,
      ...(until === '' ? {} : { expires_at: new Date(`${until}T23:59:59`).toISOString() }),
    },
  });
export const revokeToken = (id: string) => send(`/auth/tokens/${encodeURIComponent(id)}`, { method: 'DELETE' });
