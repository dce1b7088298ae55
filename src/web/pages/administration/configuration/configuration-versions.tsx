import { useState } from 'preact/hooks';
import {
  type ConfigurationVersion,
  listConfigurations,
  readChanges,
  restoreConfiguration,
} from '../../api/configuration.js';
import { Confirm } from '../../parts/confirm.js';
import { DataTable } from '../../parts/data-table.js';
import { Loaded, useLoaded } from '../../parts/loaded.js';
import { MoreButton, useListed } from '../../parts/more.js';
import { ServerText } from '../../parts/server-text.js';
import { useAdministration } from '../administration-words.js';
import { byFile, plainPlace, plainValue } from './plain-changes.js';
import { useConfiguration } from './configuration-words.js';

function Changes({ version }: { readonly version: number }) {
  const { say, name, count } = useConfiguration();
  const loaded = useLoaded(() => readChanges(version), [version]);
  return (
    <Loaded of={loaded}>
      {({ changes, change_count: all }) => {
        if (changes === null) return <p class="muted">{say('firstVersion')}</p>;
        if (changes.length === 0) return <p class="muted">{say('noDifference')}</p>;
        return (
          <>
            {byFile(changes).map(({ file, changes: inFile }) => (
              <section key={file} data-file={file}>
                <h3>{name('file', file)}</h3>
                <ul>
                  {inFile.map((change, i) => (
                    <li key={i}>
                      {name('place', plainPlace(change.pointer))}{' '}
                      {change.before !== undefined && (
                        <del>
                          {name('change', 'removed')}: {plainValue(change.before, say)}
                        </del>
                      )}{' '}
                      {change.after !== undefined && (
                        <ins>
                          {name('change', 'added')}: {plainValue(change.after, say)}
                        </ins>
                      )}
                    </li>
                  ))}
                </ul>
              </section>
            ))}
            {all > changes.length && <p>{say('moreChanges', { count: count(all - changes.length) })}</p>}
          </>
        );
      }}
    </Loaded>
  );
}

interface RowProps {
  readonly one: ConfigurationVersion;
  readonly current: number;
  readonly restored: () => void;
}

function VersionRow({ one, current, restored }: RowProps) {
  const { say, time } = useConfiguration();
  const [isOpen, setIsOpen] = useState(false);
  const { name: word } = useAdministration();
  const { version, note, created_at: at, created_by: by, created_by_name: name } = one;
  return (
    <tr data-version={version}>
      <th scope="row">{version}</th>
      <td>{time(at)}</td>
      <td>{by === null ? <span class="muted">–</span> : (name ?? word('caller', by))}</td>
      <td>
        <ServerText>{note}</ServerText>
      </td>
      <td>
        <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
          <summary>{say('showDifference')}</summary>
          {isOpen && <Changes version={version} />}
        </details>
      </td>
      <td>
        {version === current ? (
          say('inForceNow')
        ) : (
          <Confirm
            label={say('restore')}
            question={say('restoreQuestion', { version })}
            act={() => restoreConfiguration(current, version)}
            done={restored}
          />
        )}
      </td>
    </tr>
  );
}

interface VersionsProps {
  readonly current: number;
  readonly restored: () => void;
}

/** The versions of the configuration, each with its difference. */
export function ConfigurationVersions({ current, restored }: VersionsProps) {
  const { say } = useConfiguration();
  const { items, more } = useListed(listConfigurations, [current]);
  return (
    <section>
      <h2>{say('versions')}</h2>
      <Loaded of={items}>
        {(versions) => (
          <DataTable
            label={say('versions')}
            heads={[say('version'), say('when'), say('who'), say('note'), say('difference'), say('actions')]}
            empty={say('none')}
            rows={versions.map((one) => (
              <VersionRow key={one.version} one={one} current={current} restored={restored} />
            ))}
          />
        )}
      </Loaded>
      <MoreButton more={more} />
    </section>
  );
}
