import { useState } from 'preact/hooks';
import { type CreatedKey, createKey, type Key, KEY_SCOPES, listKeys, revokeKey, rotateKey } from '../api/keys.js';
import { listPeople } from '../api/people.js';
import { typedLabels } from '../documents/allowed-categories.js';
import { Confirm } from '../parts/confirm.js';
import { fieldOf } from '../parts/form-field.js';
import { pathText } from '../parts/labels.js';
import { Loaded, useLoaded } from '../parts/loaded.js';
import { MoreButton, useListed } from '../parts/more.js';
import { ProblemView } from '../parts/problem.js';
import { useAdministration } from '../administration/administration-words.js';
import { Secret } from './secret.js';

const namesIn = (typed: string): string[] =>
  typed
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

function KeyForm({ created }: { readonly created: (made: CreatedKey) => void }) {
  const { say, name } = useAdministration();
  const [error, setError] = useState<unknown>(undefined);
  const submit = (event: Event & { readonly currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const field = (one: string) => fieldOf(data, one);
    const paths = field('paths').split('\n').map(typedLabels);
    setError(undefined);
    createKey({
      name: field('name'),
      scopes: KEY_SCOPES.filter((scope) => data.has(scope)),
      paths: paths.filter((path) => path.length > 0),
      groups: namesIn(field('groups')),
      until: field('until'),
    }).then((made) => {
      form.reset();
      created(made);
    }, setError);
  };
  return (
    <details class="card">
      <summary>{say('addKey')}</summary>
      <form class="fields" onSubmit={submit}>
        <label>
          {say('keyName')}
          <input name="name" required maxLength={100} />
        </label>
        <label>
          {say('expires')}
          <input type="date" name="until" />
        </label>
        <label class="whole-row">
          {say('keyCategories')}
          <textarea name="paths" rows={2} />
        </label>
        <label class="whole-row">
          {say('keyGroups')}
          <input name="groups" maxLength={2000} />
        </label>
        <fieldset>
          <legend>{say('keyScopes')}</legend>
          {KEY_SCOPES.map((scope) => (
            <label key={scope} class="choice">
              <input type="checkbox" name={scope} defaultChecked={scope === 'query'} /> {name('scope', scope)}
            </label>
          ))}
        </fieldset>
        <button class="main">{say('addKey')}</button>
        {error !== undefined && <ProblemView error={error} />}
      </form>
    </details>
  );
}

interface RowProps {
  readonly one: Key;
  /** Name of the person whose token it is; null for a key of a service. */
  readonly owner: string | null;
  readonly rotated: (made: CreatedKey) => void;
  readonly revoked: () => void;
}

function KeyRow({ one, owner, rotated, revoked }: RowProps) {
  const { say, name, time } = useAdministration();
  const { id, allowed_category_paths: paths, groups } = one;
  return (
    <tr data-key={one.name}>
      <th scope="row">
        {one.name} <code>{one.prefix}…</code>
      </th>
      <td>{one.scopes.map((scope) => name('scope', scope)).join(', ')}</td>
      <td>{paths === null ? say('allDocuments') : paths.map(pathText).join('; ')}</td>
      <td>{groups.length === 0 ? say('none') : groups.join(', ')}</td>
      <td>{owner ?? say('ofService')}</td>
      <td>{one.expires_at === null ? say('never') : time(one.expires_at)}</td>
      <td>{one.last_used_at === null ? say('never') : time(one.last_used_at)}</td>
      <td>
        <span class="row start">
          <Confirm
            label={say('rotateKey')}
            question={say('rotateQuestion')}
            act={() => rotateKey(id).then(rotated)}
            done={() => undefined}
          />
          <Confirm label={say('revokeKey')} question={say('revokeQuestion')} act={() => revokeKey(id)} done={revoked} />
        </span>
      </td>
    </tr>
  );
}

/** The API keys: who may do what, in which categories, and until when. */
export function KeysPage() {
  const { say } = useAdministration();
  const [changes, setChanges] = useState(0);
  const [made, setMade] = useState<CreatedKey | undefined>();
  const { items, more } = useListed(listKeys, [changes]);
  const changed = (secret: CreatedKey | undefined) => {
    setMade(secret);
    setChanges((count) => count + 1);
  };
  const people = useLoaded(listPeople, []);
  const ownerOf = (id: string | null) => people.value?.find((person) => person.id === id)?.name ?? id;
  const heads = (
    ['keyName', 'keyScopes', 'categories', 'groupsWord', 'keyOwner', 'expires', 'lastUsed', 'actions'] as const
  ).map((head) => say(head));
  return (
    <>
      <h1>{say('apiKeys')}</h1>
      <p class="muted">{say('keysPromise')}</p>
      {made !== undefined && <Secret key={made.id} made={made} close={() => setMade(undefined)} />}
      <Loaded of={items}>
        {(keys) => (
          <>
            <KeyForm created={changed} />
            {keys.length === 0 ? (
              <p class="muted">{say('noKeys')}</p>
            ) : (
              <div class="scroll" tabIndex={0} role="region" aria-label={say('apiKeys')}>
                <table>
                  <thead>
                    <tr>
                      {heads.map((head) => (
                        <th key={head} scope="col">
                          {head}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {keys.map((one) => (
                      <KeyRow
                        key={one.id}
                        one={one}
                        owner={ownerOf(one.owner)}
                        rotated={changed}
                        revoked={() => changed(undefined)}
                      />
                    ))}
                  </tbody>
                </table>
              </div>
            )}
          </>
        )}
      </Loaded>
      <MoreButton more={more} />
    </>
  );
}
