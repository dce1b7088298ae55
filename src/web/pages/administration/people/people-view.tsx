import { useState } from 'preact/hooks';
import {
  type GroupMapping,
  listPeople,
  type MappingRule,
  MOST_PEOPLE,
  type Person,
  readMapping,
  setActive,
} from '../../api/people.js';
import { useSession } from '../../api/session.js';
import { Confirm } from '../../parts/confirm.js';
import { DataTable } from '../../parts/data-table.js';
import { Loaded, useLoaded } from '../../parts/loaded.js';
import { grantOf } from './grants.js';
import { GrantText } from './grant-text.js';
import { usePeople } from './people-words.js';

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
      <td>{groups.length === 0 ? <span class="muted">{say('noGroups')}</span> : groups.join(', ')}</td>
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

function matches({ name, email, provider_groups: groups, active }: Person, text: string, state: string): boolean {
  if (state !== '' && String(active) !== state) return false;
  const wanted = text.trim().toLowerCase().normalize('NFC');
  return [name, email ?? '', ...groups].some((one) => one.toLowerCase().normalize('NFC').includes(wanted));
}

interface ListProps {
  readonly people: readonly Person[];
  readonly mapping: GroupMapping;
  readonly changed: () => void;
}

function PeopleList({ people, mapping, changed }: ListProps) {
  const { say, name, count } = usePeople();
  const [text, setText] = useState('');
  const [state, setState] = useState('');
  const found = people.filter((person) => matches(person, text, state));
  return (
    <>
      <form class="card fields" role="search" onSubmit={(event) => event.preventDefault()}>
        <label>
          {say('nameOrGroup')}
          <input type="search" maxLength={200} value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <label>
          {say('state')}
          <select value={state} onChange={(event) => setState(event.currentTarget.value)}>
            <option value="">{say('anyState')}</option>
            {['true', 'false'].map((value) => (
              <option key={value} value={value}>
                {name('active', value)}
              </option>
            ))}
          </select>
        </label>
      </form>
      {people.length >= MOST_PEOPLE && <p class="muted">{say('peopleCut', { count: count(MOST_PEOPLE) })}</p>}
      <DataTable
        label={say('people')}
        heads={[say('person'), say('providerGroups'), say('gives'), say('lastSignIn'), say('state'), say('actions')]}
        empty={say(people.length === 0 ? 'noPeople' : 'noSuchPerson')}
        rows={found.map((person) => (
          <PersonRow key={person.id} person={person} rules={mapping.rules} changed={changed} />
        ))}
      />
    </>
  );
}

/** The people who have signed in: searched, deactivated and activated. */
export function PeopleView() {
  const { say } = usePeople();
  const { mode } = useSession();
  const loaded = useLoaded(() => Promise.all([listPeople(), readMapping()]), []);
  return (
    <>
      <h1>{say('people')}</h1>
      <p class="muted">{say('peoplePromise')}</p>
      {mode !== 'sign-in' && <p class="card">{say('noProvider')}</p>}
      <Loaded of={loaded}>
        {([people, mapping]) => <PeopleList people={people} mapping={mapping} changed={loaded.reload} />}
      </Loaded>
    </>
  );
}
