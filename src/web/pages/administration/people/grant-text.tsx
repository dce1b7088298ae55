import { pathText } from '../../parts/labels.js';
import type { Affected, Grant, RuleChange } from './grants.js';
import { usePeople } from './people-words.js';

/** What somebody may do and see, in one line. */
export function GrantText({ grant }: { readonly grant: Grant | undefined }) {
  const { say, name } = usePeople();
  if (grant === undefined || grant.scopes.length === 0) return <span class="muted">{say('givesNothing')}</span>;
  const { scopes, paths, groups } = grant;
  const seen =
    paths === null ? say('allCategories') : paths.length === 0 ? say('noCategory') : paths.map(pathText).join('; ');
  return (
    <span>
      {scopes.map((scope) => name('scope', scope)).join(', ')} · {seen}
      {groups.length > 0 && ` · ${say('documentGroups', { groups: groups.join(', ') })}`}
    </span>
  );
}

/** Rules that differ, with what they gave and give. */
export function RuleChanges({ changes }: { readonly changes: readonly RuleChange[] }) {
  const { say, name } = usePeople();
  if (changes.length === 0) return <p class="muted">{say('noDifference')}</p>;
  return (
    <ul class="cards">
      {changes.map(({ group, kind, before, after }) => (
        <li key={group} class="card" data-rule-change={group}>
          <strong>{group}</strong>{' '}
          <span class="badge" data-value={kind}>
            {name('ruleChange', kind)}
          </span>
          {before !== undefined && (
            <p>
              {say('before')}: <GrantText grant={before} />
            </p>
          )}
          {after !== undefined && (
            <p>
              {say('after')}: <GrantText grant={after} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** People whose rights would change: the first of them with what they have and would have. */
export function AffectedPeople({ affected }: { readonly affected: readonly Affected[] }) {
  const { say, count } = usePeople();
  const MOST = 50;
  if (affected.length === 0) return <p class="muted">{say('affectsNobody')}</p>;
  return (
    <>
      <p>{say('affectedPeople', { count: count(affected.length) })}</p>
      <ul>
        {affected.slice(0, MOST).map(({ person, before, after }) => (
          <li key={person.id} data-affected={person.name}>
            {person.name}: <GrantText grant={before} /> → <GrantText grant={after} />
          </li>
        ))}
        {affected.length > MOST && <li>…</li>}
      </ul>
    </>
  );
}
