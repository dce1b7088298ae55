import { useState } from 'preact/hooks';
import type { CreatedKey, Key } from '../../api/keys.js';
import { createToken, listTokens, revokeToken } from '../../api/people.js';
import { useSession } from '../../api/session.js';
import { Secret } from '../../keys/secret.js';
import { Confirm } from '../../parts/confirm.js';
import { DataTable } from '../../parts/data-table.js';
import { fieldOf } from '../../parts/form-field.js';
import { Loaded, useLoaded } from '../../parts/loaded.js';
import { ProblemView } from '../../parts/problem.js';
import { usePeople } from './people-words.js';

interface FormProps {
  /** What the person may do. */
  readonly scopes: readonly string[];
  readonly created: (made: CreatedKey) => void;
}

function TokenForm({ scopes, created }: FormProps) {
  const { say, name } = usePeople();
  const [error, setError] = useState<unknown>(undefined);
  const submit = (event: Event & { readonly currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    setError(undefined);
    createToken({
      name: fieldOf(data, 'name'),
      scopes: scopes.filter((scope) => data.has(scope)),
      until: fieldOf(data, 'until'),
    }).then((made) => {
      form.reset();
      created(made);
    }, setError);
  };
  return (
    <details class="card">
      <summary>{say('addToken')}</summary>
      <form class="fields" onSubmit={submit}>
        <label>
          {say('keyName')}
          <input name="name" required maxLength={200} />
        </label>
        <label>
          {say('until')}
          <input type="date" name="until" />
        </label>
        <fieldset>
          <legend>{say('keyScopes')}</legend>
          {scopes.map((scope) => (
            <label key={scope} class="choice">
              <input type="checkbox" name={scope} defaultChecked={scope === 'query'} /> {name('scope', scope)}
            </label>
          ))}
        </fieldset>
        <button class="main">{say('addToken')}</button>
        {error !== undefined && <ProblemView error={error} />}
      </form>
    </details>
  );
}

function TokenRow({ token, revoked }: { readonly token: Key; readonly revoked: () => void }) {
  const { say, name, time } = usePeople();
  const { expires_at: end, last_used_at: used } = token;
  return (
    <tr data-key={token.name}>
      <th scope="row">
        {token.name} <code>{token.prefix}…</code>
      </th>
      <td>{token.scopes.map((scope) => name('scope', scope)).join(', ')}</td>
      <td>{end === null ? say('never') : time(end)}</td>
      <td>{used === null ? say('never') : time(used)}</td>
      <td>
        <Confirm
          label={say('revokeKey')}
          question={say('revokeTokenQuestion')}
          act={() => revokeToken(token.id)}
          done={revoked}
        />
      </td>
    </tr>
  );
}

function Tokens({ scopes }: { readonly scopes: readonly string[] }) {
  const { say } = usePeople();
  const [made, setMade] = useState<CreatedKey | undefined>();
  const loaded = useLoaded(listTokens, []);
  const changed = (secret: CreatedKey | undefined) => {
    setMade(secret);
    loaded.reload();
  };
  return (
    <>
      {made !== undefined && <Secret key={made.id} made={made} close={() => setMade(undefined)} />}
      <Loaded of={loaded}>
        {({ items }) => (
          <DataTable
            label={say('personalTokens')}
            heads={[say('keyName'), say('keyScopes'), say('expires'), say('lastUsed'), say('actions')]}
            empty={say('noTokens')}
            rows={items.map((token) => (
              <TokenRow key={token.id} token={token} revoked={() => changed(undefined)} />
            ))}
          />
        )}
      </Loaded>
      <TokenForm scopes={scopes} created={changed} />
    </>
  );
}

/** The personal tokens of the one who has signed in. */
export function TokensView() {
  const { say } = usePeople();
  const { person } = useSession();
  return (
    <>
      <h1>{say('personalTokens')}</h1>
      <p class="muted">{say('tokensPromise')}</p>
      {person === null ? <p class="card">{say('tokensNeedPerson')}</p> : <Tokens scopes={person.scopes} />}
    </>
  );
}
