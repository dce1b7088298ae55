import { useState } from 'preact/hooks';
import { findPeople, type MappingRule, type Person, readMapping, setActive } from '../../api/people.js';
import { query } from '../../api/call.js';
import { useSession } from '../../api/session.js';
import { Confirm } from '../../parts/confirm.js';
import { DataTable } from '../../parts/data-table.js';
import { fieldOf } from '../../parts/form-field.js';
import { Loaded, useLoaded } from '../../parts/loaded.js';
import { MoreButton, useListed } from '../../parts/more.js';
import { Link } from '../../parts/place.js';
import { grantOf } from './grants.js';
import { GrantText } from './grant-text.js';
import { usePeople } from './people-words.js';

/** Groups at the provider; one without a rule leads to a new rule. */
function Groups({ groups, rules }: { readonly groups: readonly string[]; readonly rules: readonly MappingRule[] }) {
  const { say } = usePeople();
  const hasRule = (group: string) => rules.some((rule) => rule.provider_group === group);
  return (
    <ul>
      {groups.map((group) => (
        <li key={group}>
          {group}
          {!hasRule(group) && (
            <>
              {' '}
              <Link to={`/pages/administration/groups${query({ group })}`}>{say('letGroupIn', { group })}</Link>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

interface RowProps {
  readonly person: Person;
  readonly rules: readonly MappingRule[];
  readonly changed: () => void;
}

function PersonRow({ person, rules, changed }: RowProps) {
  const { say, name: word, time } = usePeople();
  const { id, name, email, provider_groups: groups, active, confirmed_at: at } = person;
  const act = active ? 'deactivate' : 'activate';
  return (
    <tr data-person={name}>
      <th scope="row">
        {name}
        {email !== null && <span class="muted"> {email}</span>}
      </th>
      <td>
        {groups.length === 0 ? <span class="muted">{say('noGroups')}</span> : <Groups groups={groups} rules={rules} />}
      </td>
      <td>
        <GrantText grant={active ? grantOf(groups, rules) : undefined} />
      </td>
      <td>
        <time dateTime={at}>{time(at)}</time>
      </td>
      <td>
        <span class="badge" data-value={active ? 'healthy' : 'disabled'}>
          {word('active', String(active))}
        </span>
      </td>
      <td>
        <Confirm
          key={act}
          label={say(act)}
          question={say(`${act}Question`, { name })}
          act={() => setActive(id, !active)}
          done={changed}
        />
      </td>
    </tr>
  );
}

interface Search {
  readonly text: string;
  readonly state: string;
}

function SearchForm({ searched, search }: { readonly searched: Search; readonly search: (wanted: Search) => void }) {
  const { say, name } = usePeople();
  const submit = (event: Event & { readonly currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    search({ text: fieldOf(data, 'text'), state: fieldOf(data, 'state') });
  };
  return (
    <form class="card fields" role="search" onSubmit={submit}>
      <label>
        {say('nameOrGroup')}
        <input type="search" name="text" maxLength={200} defaultValue={searched.text} />
      </label>
      <label>
        {say('state')}
        <select name="state" onChange={(event) => event.currentTarget.form?.requestSubmit()}>
          <option value="">{say('anyState')}</option>
          {['true', 'false'].map((value) => (
            <option key={value} value={value} selected={value === searched.state}>
              {name('active', value)}
            </option>
          ))}
        </select>
      </label>
      <button class="main">{say('searchPeople')}</button>
    </form>
  );
}

function PeopleList({ rules }: { readonly rules: readonly MappingRule[] }) {
  const { say } = usePeople();
  const [searched, setSearched] = useState<Search>({ text: '', state: '' });
  const { text, state } = searched;
  const { items, more } = useListed((cursor) => findPeople(text, state, cursor), [text, state]);
  return (
    <>
      <SearchForm searched={searched} search={setSearched} />
      <Loaded of={items}>
        {(people) => (
          <DataTable
            label={say('people')}
            heads={[
              say('person'),
              say('providerGroups'),
              say('gives'),
              say('lastSignIn'),
              say('state'),
              say('actions'),
            ]}
            empty={say(text === '' && state === '' ? 'noPeople' : 'noSuchPerson')}
            rows={people.map((person) => (
              <PersonRow key={person.id} person={person} rules={rules} changed={items.reload} />
            ))}
          />
        )}
      </Loaded>
      <MoreButton more={more} />
    </>
  );
}

/** The people who have signed in: searched, deactivated and activated. */
export function PeopleView() {
  const { say } = usePeople();
  const { mode } = useSession();
  const mapping = useLoaded(readMapping, []);
  return (
    <>
      <h1>{say('people')}</h1>
      <p class="muted">{say('peoplePromise')}</p>
      {mode !== 'sign-in' && <p class="card">{say('noProvider')}</p>}
      <Loaded of={mapping}>{({ rules }) => <PeopleList rules={rules} />}</Loaded>
    </>
  );
}
