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
import { fieldOf } from '../parts/form-field.js';
import { languageOf } from '../parts/language-of.js';
import { Loaded, useLoaded } from '../parts/loaded.js';
import { MoreButton, useListed } from '../parts/more.js';
import { go, Link, usePlace } from '../parts/place.js';
import { ProblemView } from '../parts/problem.js';
import { DataTable } from '../parts/data-table.js';
import { useAdministration } from './administration-words.js';

const AUDIT_PATH = '/pages/administration/audit';

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

/** Names of keys by their id: entries hold ids, which stay when a key is renamed or revoked. */
function useKeyNames(): ReadonlyMap<string, string> {
  const keys = useLoaded(() => listKeys(null), []);
  return new Map((keys.value?.items ?? []).map(({ id, name }) => [id, name]));
}

interface FormProps {
  readonly filter: AuditFilter;
  readonly names: ReadonlyMap<string, string>;
}

function FilterForm({ filter, names }: FormProps) {
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
          {['admin', 'anonymous'].map((id) => (
            <option key={id} value={id}>
              {name('caller', id)}
            </option>
          ))}
          {[...names].map(([id, label]) => (
            <option key={id} value={id} selected={id === filter.caller}>
              {label}
            </option>
          ))}
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
  const names = useKeyNames();
  const { items, more } = useListed((cursor) => listAudit(filter, cursor), [parameters.toString()]);
  return (
    <>
      <h1>{say('auditLog')}</h1>
      <p class="muted">{say('auditPromise')}</p>
      <FilterForm key={parameters.toString()} filter={filter} names={names} />
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
                caller={names.get(entry.caller) ?? name('caller', entry.caller)}
              />
            ))}
          />
        )}
      </Loaded>
      <MoreButton more={more} />
    </>
  );
}
