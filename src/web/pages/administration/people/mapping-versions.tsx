import { type GroupMapping, listMappings, type Person, saveMapping } from '../../api/people.js';
import { Confirm } from '../../parts/confirm.js';
import { DataTable } from '../../parts/data-table.js';
import { Loaded } from '../../parts/loaded.js';
import { MoreButton, useListed } from '../../parts/more.js';
import { affectedBy, ruleChanges } from './grants.js';
import { AffectedPeople, RuleChanges } from './grant-text.js';
import { usePeople } from './people-words.js';

interface RowProps {
  readonly version: GroupMapping;
  /** The version before it; the empty one before the first. Undefined if it is not loaded yet. */
  readonly before: GroupMapping | undefined;
  readonly shared: VersionsProps;
}

function VersionRow({ version: one, before, shared }: RowProps) {
  const { say, time } = usePeople();
  const { current, people, nameOf, restored } = shared;
  const isCurrent = one.version === current.version;
  const baseRules = before?.rules ?? (one.version === 1 ? [] : undefined);
  return (
    <tr data-version={one.version}>
      <th scope="row">{one.version}</th>
      <td>{time(one.created_at)}</td>
      <td>{nameOf(one.created_by ?? '')}</td>
      <td>
        {baseRules !== undefined && (
          <details>
            <summary>{say('difference')}</summary>
            <RuleChanges changes={ruleChanges(baseRules, one.rules)} />
          </details>
        )}
      </td>
      <td>
        {isCurrent ? (
          say('inForceNow')
        ) : (
          <>
            <details>
              <summary>{say('affectedIfRestored')}</summary>
              <AffectedPeople affected={affectedBy(people, current.rules, one.rules)} />
            </details>
            <Confirm
              label={say('restore')}
              question={say('restoreQuestion', { version: one.version })}
              act={() => saveMapping(current.version, one.rules)}
              done={restored}
            />
          </>
        )}
      </td>
    </tr>
  );
}

interface VersionsProps {
  readonly current: GroupMapping;
  readonly people: readonly Person[];
  readonly nameOf: (id: string) => string;
  readonly restored: () => void;
}

/** The versions of the mapping, each with its difference to the one before. */
export function MappingVersions(props: VersionsProps) {
  const { say } = usePeople();
  const { items, more } = useListed(listMappings, [props.current.version]);
  return (
    <section>
      <h2>{say('versions')}</h2>
      <Loaded of={items}>
        {(versions) => (
          <DataTable
            label={say('versions')}
            heads={[say('version'), say('when'), say('who'), say('difference'), say('actions')]}
            empty={say('noVersions')}
            rows={versions.map((version, i) => (
              <VersionRow key={version.version} version={version} before={versions[i + 1]} shared={props} />
            ))}
          />
        )}
      </Loaded>
      <MoreButton more={more} />
    </section>
  );
}
