import { useState } from 'preact/hooks';
import {
  type AuditEntry,
  auditExportPath,
  type AuditFilter,
  AUDITED_ACTIONS,
  listAudit,
  verifyAudit,
} from '../api/audit.js';
import { query } from '../api/call.js';
import { download } from '../api/download.js';
import { listKeys } from '../api/keys.js';
import { listPeople } from '../api/people.js';
import { fieldOf } from '../parts/form-field.js';
import { languageOf } from '../parts/language-of.js';
import { Loaded, useLoaded } from '../parts/loaded.js';
import { MoreButton, useListed } from '../parts/more.js';
import { go, Link, usePlace } from '../parts/place.js';
import { ProblemView } from '../parts/problem.js';
import { DataTable } from '../parts/data-table.js';
import { useAdministration } from './administration-words.js';

const AUDIT_PATH = '/pages/administration/audit';
/** Keys whose names are read. */
const MOST_KEYS = 2000;

/** The filter in the address, so that a search can be linked to. */
function filterOf(parameters: URLSearchParams): AuditFilter {
  const field = (name: string) => parameters.get(name) ?? '';
  return {
    text: field('text'),
    caller: field('caller'),
    action: field('action'),
    from: field('from'),
    to: field('to'),
  };
}

type Names = ReadonlyMap<string, string>;

/** Names of all keys by their id: entries hold ids, which stay when a key is renamed or revoked. */
async function readKeyNames(): Promise<Names> {
  const names = new Map<string, string>();
  let cursor: string | null = null;
  do {
    const found: Awaited<ReturnType<typeof listKeys>> = await listKeys(cursor);
    for (const { id, name } of found.items) names.set(id, name);
    cursor = found.next_cursor;
  } while (cursor !== null && names.size < MOST_KEYS);
  return names;
}

/** Names of people by their id; those of the same name have their address too. */
async function readPeopleNames(): Promise<Names> {
  const people = await listPeople();
  const count = (name: string) => people.filter((one) => one.name === name).length;
  return new Map(
    people.map(({ id, name, email }) => [id, count(name) > 1 && email !== null ? `${name} (${email})` : name]),
  );
}

const NOBODY: Names = new Map();

interface FormProps {
  readonly filter: AuditFilter;
  readonly keys: Names;
  readonly people: Names;
}

function Choices({ names, chosen }: { readonly names: Names; readonly chosen: string }) {
  return (
    <>
      {[...names].map(([id, label]) => (
        <option key={id} value={id} selected={id === chosen}>
          {label}
        </option>
      ))}
    </>
  );
}

interface CallersProps extends Pick<FormProps, 'keys' | 'people'> {
  readonly chosen: string;
}

/** People first, then keys and what has none. */
function Callers({ chosen, keys, people }: CallersProps) {
  const { say, name } = useAdministration();
  return (
    <>
      {people.size > 0 && (
        <optgroup label={say('auditPeople')}>
          <Choices names={people} chosen={chosen} />
        </optgroup>
      )}
      <optgroup label={say('auditKeys')}>
        {['admin', 'anonymous'].map((id) => (
          <option key={id} value={id}>
            {name('caller', id)}
          </option>
        ))}
        <Choices names={keys} chosen={chosen} />
      </optgroup>
    </>
  );
}

function FilterForm({ filter, keys, people }: FormProps) {
  const { say, name } = useAdministration();
  const submit = (event: Event & { readonly currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const fields = Object.fromEntries(
      ['text', 'caller', 'action', 'from', 'to'].map((one) => [one, fieldOf(data, one)]),
    );
    go(`${AUDIT_PATH}${query(fields)}`);
  };
  return (
    <form class="card fields" onSubmit={submit} role="search">
      <label>
        {say('auditText')}
        <input type="search" name="text" maxLength={200} defaultValue={filter.text} />
      </label>
      <label>
        {say('who')}
        <select name="caller" defaultValue={filter.caller}>
          <option value="">{say('anyone')}</option>
          <Callers chosen={filter.caller} keys={keys} people={people} />
        </select>
      </label>
      <label>
        {say('what')}
        <select name="action" defaultValue={filter.action}>
          <option value="">{say('anyAction')}</option>
          {AUDITED_ACTIONS.map((action) => (
            <option key={action} value={action}>
              {name('auditAction', action)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {say('firstDay')}
        <input type="date" name="from" defaultValue={filter.from} />
      </label>
      <label>
        {say('lastDay')}
        <input type="date" name="to" defaultValue={filter.to} />
      </label>
      <span class="row start">
        <button class="main">{say('apply')}</button>
        <Link to={AUDIT_PATH}>{say('clearFilters')}</Link>
      </span>
    </form>
  );
}

function Exports({ filter }: { readonly filter: AuditFilter }) {
  const { say } = useAdministration();
  const [error, setError] = useState<unknown>(undefined);
  const [state, setState] = useState('');
  const save = (format: 'csv' | 'jsonl') => () => {
    setError(undefined);
    download(auditExportPath(filter, format)).catch(setError);
  };
  const check = () => {
    setError(undefined);
    setState(say('workingShort'));
    verifyAudit().then(
      ({ entries, broken_at: seq }) => {
        setState(seq === null ? say('logIntact', { count: entries }) : say('logBroken', { seq }));
      },
      (thrown: unknown) => {
        setState('');
        setError(thrown);
      },
    );
  };
  return (
    <>
      <p class="row start">
        <button type="button" class="quiet" onClick={save('csv')}>
          {say('exportCsv')}
        </button>
        <button type="button" class="quiet" onClick={save('jsonl')}>
          {say('exportJsonl')}
        </button>
        <button type="button" class="quiet" onClick={check}>
          {say('checkLog')}
        </button>
      </p>
      <p role="status" class="muted">
        {state}
      </p>
      {error !== undefined && <ProblemView error={error} />}
    </>
  );
}

function EntryRow({ entry, caller }: { readonly entry: AuditEntry; readonly caller: string }) {
  const { say, name, time } = useAdministration();
  const { question, shown } = entry;
  return (
    <tr data-entry={entry.seq}>
      <th scope="row">
        <time dateTime={entry.at}>{time(entry.at)}</time>
      </th>
      <td>{caller}</td>
      <td>{name('auditAction', entry.action)}</td>
      <td>
        {question === null ? <code>{entry.route}</code> : <span lang={languageOf(question)}>{question}</span>}
        <details>
          <summary>{say('details')}</summary>
          <p class="facts">
            <code>{entry.route}</code> <span>{entry.detail ?? ''}</span> <span>{entry.request_id}</span>
          </p>
          {shown.length > 0 && <p class="facts">{say('shownDocuments', { count: shown.length })}</p>}
          <ul>
            {shown.map(({ id }) => (
              <li key={id}>{id}</li>
            ))}
          </ul>
        </details>
      </td>
    </tr>
  );
}

/** The audit log: searched, filtered, exported and checked. */
export function AuditView() {
  const { say, name } = useAdministration();
  const { parameters } = usePlace();
  const filter = filterOf(parameters);
  const keys = useLoaded(readKeyNames, []).value ?? NOBODY;
  const people = useLoaded(readPeopleNames, []).value ?? NOBODY;
  const { items, more } = useListed((cursor) => listAudit(filter, cursor), [parameters.toString()]);
  return (
    <>
      <h1>{say('auditLog')}</h1>
      <p class="muted">{say('auditPromise')}</p>
      <FilterForm key={parameters.toString()} filter={filter} keys={keys} people={people} />
      <Exports filter={filter} />
      <Loaded of={items}>
        {(entries) => (
          <DataTable
            label={say('auditLog')}
            heads={[say('when'), say('who'), say('what'), say('question')]}
            empty={say('noEntries')}
            rows={entries.map((entry) => (
              <EntryRow
                key={entry.seq}
                entry={entry}
                caller={entry.caller_name ?? keys.get(entry.caller) ?? name('caller', entry.caller)}
              />
            ))}
          />
        )}
      </Loaded>
      <MoreButton more={more} />
    </>
  );
}
