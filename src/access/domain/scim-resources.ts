import { groupNameFault } from '../../shared/domain/access-groups.js';
import { Fault, InvalidInputError } from '../../shared/domain/domain-error.js';
import { fieldOf } from '../../shared/domain/free-map.js';
import { nameFault } from '../../shared/domain/visible-name.js';
import { ScimOperation } from './scim-patch.js';

/** What a directory says about a person. */
export interface ScimPerson {
  readonly userName: string;
  readonly externalId: string | null;
  readonly displayName: string | null;
  readonly givenName: string | null;
  readonly familyName: string | null;
  readonly email: string | null;
  readonly active: boolean;
}

/** What a directory says about a group, without its members. */
export interface ScimGroupNames {
  readonly displayName: string;
  readonly externalId: string | null;
}

const MOST_CHARACTERS = 200;
const MOST_MEMBERS = 20_000;

const TEXT_PATHS: Readonly<Record<string, keyof Omit<ScimPerson, 'active'>>> = {
  username: 'userName',
  externalid: 'externalId',
  displayname: 'displayName',
  'name.givenname': 'givenName',
  'name.familyname': 'familyName',
  emails: 'email',
  'emails.value': 'email',
};

/** The value of a member by its name in any case, as SCIM compares names. */
function member(holder: unknown, name: string): unknown {
  if (typeof holder !== 'object' || holder === null) return undefined;
  const exact = fieldOf(holder, name);
  return exact ?? Object.entries(holder).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
}

/** Some providers send `"False"`. */
function truth(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  return text === 'true' ? true : text === 'false' ? false : undefined;
}

function text(value: unknown, pointer: string, faults: Fault[]): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string' || value.length > MOST_CHARACTERS) {
    faults.push({ pointer, detail: `must be a string of up to ${MOST_CHARACTERS} characters` });
    return null;
  }
  const detail = nameFault(value);
  if (detail !== undefined) faults.push({ pointer, detail });
  return value.trim() === '' ? null : value.trim();
}

/** The primary address of a list, or the first; a text as it is. */
function emailIn(value: unknown): unknown {
  if (!Array.isArray(value)) return member(value, 'value') ?? value;
  const primary: unknown = value.find((each) => truth(member(each, 'primary')) === true) ?? value[0];
  return member(primary, 'value') ?? (typeof primary === 'string' ? primary : undefined);
}

function throwAll(faults: readonly Fault[]): void {
  if (faults.length > 0) throw new InvalidInputError(faults);
}

/** Reads a person; attributes that are not stored are ignored. @throws InvalidInputError */
export function readPerson(body: unknown): ScimPerson {
  const faults: Fault[] = [];
  const names = member(body, 'name');
  const active = member(body, 'active');
  const person = {
    userName: text(member(body, 'userName'), '/userName', faults) ?? '',
    externalId: text(member(body, 'externalId'), '/externalId', faults),
    displayName: text(member(body, 'displayName'), '/displayName', faults),
    givenName: text(member(names, 'givenName'), '/name/givenName', faults),
    familyName: text(member(names, 'familyName'), '/name/familyName', faults),
    email: text(emailIn(member(body, 'emails')), '/emails', faults),
    active: active === undefined ? true : (truth(active) ?? faultyTruth(faults)),
  };
  if (person.userName === '') faults.push({ pointer: '/userName', detail: 'is needed' });
  throwAll(faults);
  return person;
}

function faultyTruth(faults: Fault[]): boolean {
  faults.push({ pointer: '/active', detail: 'must be true or false' });
  return false;
}

/** Applies a PATCH to a person; paths that are not stored are ignored. @throws InvalidInputError */
export function patchPerson(person: ScimPerson, operations: readonly ScimOperation[]): ScimPerson {
  const faults: Fault[] = [];
  let changed = person;
  for (const { op, path, value } of operations) {
    if (path === 'active') {
      const active = op === 'remove' ? true : (truth(value) ?? faultyTruth(faults));
      changed = { ...changed, active };
    }
    const field = TEXT_PATHS[path];
    if (field === undefined) continue;
    const given = op === 'remove' ? null : text(field === 'email' ? emailIn(value) : value, `/${path}`, faults);
    if (field === 'userName' && given === null) faults.push({ pointer: '/userName', detail: 'is needed' });
    changed = { ...changed, [field]: given ?? (field === 'userName' ? '' : null) };
  }
  throwAll(faults);
  return changed;
}

function groupNames(displayName: unknown, externalId: unknown): ScimGroupNames {
  const faults: Fault[] = [];
  const detail = groupNameFault(displayName);
  if (detail !== undefined) faults.push({ pointer: '/displayName', detail });
  const external = text(externalId, '/externalId', faults);
  throwAll(faults);
  return { displayName: String(displayName).normalize('NFC').trim(), externalId: external };
}

/** @throws InvalidInputError */
export function readGroup(body: unknown): { readonly names: ScimGroupNames; readonly members: readonly string[] } {
  const names = groupNames(member(body, 'displayName'), member(body, 'externalId'));
  return { names, members: membersIn(member(body, 'members') ?? [], '/members') };
}

function membersIn(value: unknown, pointer: string): readonly string[] {
  const listed: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (listed.length > MOST_MEMBERS)
    throw new InvalidInputError([{ pointer, detail: `has more than ${MOST_MEMBERS} members` }]);
  const ids = listed.map((each) => member(each, 'value') ?? each);
  const valid = ids.filter((id): id is string => typeof id === 'string' && id.length <= MOST_CHARACTERS);
  if (valid.length < ids.length)
    throw new InvalidInputError([{ pointer, detail: 'must be a list of objects with the id of a user as value' }]);
  return [...new Set(valid)];
}

/** What a PATCH does to a group, in order. */
export interface GroupChange {
  readonly names: ScimGroupNames;
  readonly members: readonly {
    readonly kind: 'add' | 'remove' | 'replace';
    readonly ids: readonly string[];
  }[];
}

/** Applies a PATCH to the names of a group, and reads what it does to the members. @throws InvalidInputError */
export function patchGroup(group: ScimGroupNames, operations: readonly ScimOperation[]): GroupChange {
  let names = group;
  const members: GroupChange['members'][number][] = [];
  for (const { op, path, selected, value } of operations) {
    if (path === 'displayname') names = groupNames(op === 'remove' ? undefined : value, names.externalId);
    else if (path === 'externalid') names = groupNames(names.displayName, op === 'remove' ? null : value);
    else if (path === 'members' || path === 'members.value') {
      if (selected !== undefined) members.push({ kind: op === 'remove' ? 'remove' : 'add', ids: [selected] });
      else if (op === 'remove' && value === undefined) members.push({ kind: 'replace', ids: [] });
      else members.push({ kind: op, ids: membersIn(value ?? [], '/members') });
    }
  }
  return { names, members };
}
