import { useId, useState } from 'preact/hooks';
import { type CreatedKey, createKey, type Key, KEY_SCOPES, listKeys, revokeKey, rotateKey } from '../api/keys.js';
import { listPeople } from '../api/people.js';
import { GrantText } from '../administration/people/grant-text.js';
import { newDraft, type RuleDraft, ruleOf } from '../administration/people/rule-draft.js';
import { CategoryChoice, useOfferedPaths } from '../documents/category-paths.js';
import { Confirm } from '../parts/confirm.js';
import { fieldOf } from '../parts/form-field.js';
import { pathText } from '../parts/labels.js';
import { Loaded, useLoaded } from '../parts/loaded.js';
import { MoreButton, useListed } from '../parts/more.js';
import { ProblemView } from '../parts/problem.js';
import { useAdministration } from '../administration/administration-words.js';
import { Secret } from './secret.js';

/** The first day that may be the last one of a key. */
const today = () => new Date().toLocaleDateString('sv');

/** A new key may ask, about everything that is open to all. */
const NEW_KEY: RuleDraft = { ...newDraft(0), seesAll: true };

interface DraftProps {
  readonly draft: RuleDraft;
  readonly change: (draft: RuleDraft) => void;
}

/** What the key may do, each with what it means. */
function ScopeChoices({ draft, change }: DraftProps) {
  const { say, name } = useAdministration();
  const { scopes } = draft;
  const toggled = (scope: string) =>
    scopes.includes(scope) ? scopes.filter((one) => one !== scope) : [...scopes, scope];
  return (
    <fieldset>
      <legend>{say('keyScopes')}</legend>
      {KEY_SCOPES.map((scope) => (
        <p key={scope}>
          <label class="choice">
            <input
              type="checkbox"
              checked={scopes.includes(scope)}
              onChange={() => change({ ...draft, scopes: toggled(scope) })}
            />{' '}
            {name('scope', scope)} <span class="muted">{name('keyScopeHelp', scope)}</span>
          </label>
        </p>
      ))}
    </fieldset>
  );
}

/** The categories and groups of documents that the key sees. */
function SeenChoices({ draft, change }: DraftProps) {
  const { say } = useAdministration();
  const { groups } = draft;
  const offered = useOfferedPaths();
  return (
    <>
      <fieldset class="paths">
        <legend>{say('keyCategoriesHead')}</legend>
        <CategoryChoice
          label=""
          seen={draft}
          offered={offered}
          isNeeded={true}
          change={(seen) => change({ ...draft, ...seen })}
        />
      </fieldset>
      <label>
        {say('keyGroups')}
        <input
          maxLength={2000}
          value={groups}
          onInput={(event) => change({ ...draft, groups: event.currentTarget.value })}
        />
      </label>
    </>
  );
}

function KeyForm({ created }: { readonly created: (made: CreatedKey) => void }) {
  const { say } = useAdministration();
  const hint = useId();
  const [draft, setDraft] = useState<RuleDraft>(NEW_KEY);
  const [error, setError] = useState<unknown>(undefined);
  const { scopes, allowed_category_paths: paths, groups } = ruleOf(draft);
  const submit = (event: Event & { readonly currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    setError(undefined);
    createKey({ name: fieldOf(data, 'name'), scopes, paths, groups, until: fieldOf(data, 'until') }).then((made) => {
      form.reset();
      setDraft(NEW_KEY);
      created(made);
    }, setError);
  };
  return (
    <details class="card">
      <summary>{say('addKey')}</summary>
      <form class="fields column" onSubmit={submit}>
        <label>
          {say('keyName')}
          <input name="name" required maxLength={100} />
        </label>
        <ScopeChoices draft={draft} change={setDraft} />
        <SeenChoices draft={draft} change={setDraft} />
        <div>
          <label>
            {say('expires')}
            <input type="date" name="until" min={today()} aria-describedby={hint} />
          </label>
          <p id={hint} class="muted">
            {say('keyExpiresHint')}
          </p>
        </div>
        <p class="facts" aria-live="polite">
          {say('keyGives')} <GrantText grant={{ scopes, paths, groups }} />
        </p>
        <p>
          <button class="main">{say('addKey')}</button>
        </p>
        {error !== undefined && <ProblemView error={error} />}
      </form>
    </details>
  );
}

interface RowProps {
  readonly one: Key;
  /** Name of the person whose token it is; null for a key of a service. */
  readonly owner: string | null;
  /** Name of the person who made the key of a service. */
  readonly maker: string | null;
  readonly rotated: (made: CreatedKey) => void;
  readonly revoked: () => void;
}

function KeyRow({ one, owner, maker, rotated, revoked }: RowProps) {
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
      <td>
        {owner ?? say('ofService')}
        {owner === null && maker !== null && ` (${say('madeBy')} ${maker})`}{' '}
        {one.ended && (
          <span class="badge" data-value="disabled">
            {say('keyEnded')}
          </span>
        )}
      </td>
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
  const nameOf = (id: string | null) => people.value?.find((person) => person.id === id)?.name ?? id;
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
                        owner={nameOf(one.owner)}
                        maker={nameOf(one.created_by)}
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
