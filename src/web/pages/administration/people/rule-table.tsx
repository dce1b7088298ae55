import { KEY_SCOPES } from '../../api/keys.js';
import { typedLabels } from '../../documents/allowed-categories.js';
import { CategoryChoice } from '../../documents/category-paths.js';
import { DataTable } from '../../parts/data-table.js';
import { pathText } from '../../parts/labels.js';
import { usePeople } from './people-words.js';
import { GrantText } from './grant-text.js';
import { categoriesWithoutDocuments } from './grants.js';
import { newDraft, ruleOf, showsNothing, type RuleDraft } from './rule-draft.js';

interface ScopesProps {
  readonly legend: string;
  readonly scopes: readonly string[];
  readonly change: (scopes: readonly string[]) => void;
}

function Scopes({ legend, scopes, change }: ScopesProps) {
  const { name } = usePeople();
  const toggled = (scope: string) =>
    scopes.includes(scope) ? scopes.filter((one) => one !== scope) : [...scopes, scope];
  return (
    <fieldset>
      <legend class="hush">{legend}</legend>
      {KEY_SCOPES.map((scope) => (
        <label key={scope} class="choice">
          <input type="checkbox" checked={scopes.includes(scope)} onChange={() => change(toggled(scope))} />{' '}
          {name('scope', scope)}
        </label>
      ))}
    </fieldset>
  );
}

/** What fields offer. */
export interface Offers {
  /** Groups of the people who have signed in. */
  readonly groups: readonly string[];
  /** Categories as they are typed. */
  readonly paths: readonly string[];
}

/** What the rule gives, while it is typed. */
function Given({ draft, existing }: { readonly draft: RuleDraft; readonly existing: readonly string[] }) {
  const { say } = usePeople();
  const without = categoriesWithoutDocuments(ruleOf(draft).allowed_category_paths, existing.map(typedLabels));
  const { allowed_category_paths: paths, ...rule } = ruleOf(draft);
  return (
    <p class="facts" aria-live="polite">
      {showsNothing(draft) ? (
        say('ruleShowsNothing')
      ) : (
        <>
          {say('ruleShows')} <GrantText grant={{ ...rule, paths }} />
          {without.length > 0 && (
            <strong>{say('categoryWithoutDocuments', { categories: without.map(pathText).join('; ') })}</strong>
          )}
        </>
      )}
    </p>
  );
}

interface RowProps {
  readonly draft: RuleDraft;
  readonly offers: Offers;
  /** Names the row for screen readers: its fields repeat from row to row. */
  readonly label: string;
  readonly change: (draft: RuleDraft) => void;
  readonly remove: () => void;
}

function RuleRow({ draft, offers, label, change, remove }: RowProps) {
  const { say } = usePeople();
  const { group, scopes, groups } = draft;
  return (
    <tr data-rule={group}>
      <td>
        <input
          required
          maxLength={200}
          list={GROUPS_LIST}
          aria-label={`${say('providerGroup')}, ${label}`}
          value={group}
          onInput={(event) => change({ ...draft, group: event.currentTarget.value })}
        />
      </td>
      <td>
        <Scopes
          legend={`${say('mayDo')}, ${label}`}
          scopes={scopes}
          change={(chosen) => change({ ...draft, scopes: chosen })}
        />
      </td>
      <td class="paths">
        <CategoryChoice
          label={label}
          seen={draft}
          offered={offers.paths}
          isNeeded={scopes.length > 0}
          change={(seen) => change({ ...draft, ...seen })}
        />
        <Given draft={draft} existing={offers.paths} />
      </td>
      <td>
        <input
          aria-label={`${say('documentGroupsField')}, ${label}`}
          value={groups}
          onInput={(event) => change({ ...draft, groups: event.currentTarget.value })}
        />
      </td>
      <td>
        <button type="button" class="quiet" aria-label={say('removeRule', { rule: label })} onClick={remove}>
          {say('remove')}
        </button>
      </td>
    </tr>
  );
}

const GROUPS_LIST = 'groups-at-the-provider';

interface TableProps {
  readonly offers: Offers;
  readonly drafts: readonly RuleDraft[];
  readonly change: (drafts: readonly RuleDraft[]) => void;
}

/** The rules as a table that is edited in place. */
export function RuleTable({ drafts, offers, change }: TableProps) {
  const { say } = usePeople();
  const add = () => change([...drafts, newDraft(Math.max(0, ...drafts.map(({ id }) => id)) + 1)]);
  const heads = ['providerGroup', 'mayDo', 'seesCategories', 'documentGroupsField', 'actions'] as const;
  return (
    <>
      <DataTable
        label={say('groupMapping')}
        heads={heads.map((head) => say(head))}
        empty={say('noRules')}
        rows={drafts.map((draft, i) => (
          <RuleRow
            key={draft.id}
            draft={draft}
            offers={offers}
            label={draft.group.trim() === '' ? say('ruleOf', { n: i + 1 }) : draft.group}
            change={(changed) => change(drafts.with(i, changed))}
            remove={() => change(drafts.toSpliced(i, 1))}
          />
        ))}
      />
      <datalist id={GROUPS_LIST}>
        {offers.groups.map((group) => (
          <option key={group} value={group} />
        ))}
      </datalist>
      <p class="muted">{say('documentGroupsHint')}</p>
      <p class="spaced">
        <button type="button" class="quiet" onClick={add}>
          {say('addRule')}
        </button>
      </p>
    </>
  );
}
