import { useState } from 'preact/hooks';
import { type CategoryNode, readTree } from '../../api/documents.js';
import { activateVersion, listVersions, readVersionTree, type TaxonomyVersion } from '../../api/taxonomy.js';
import { Confirm } from '../../parts/confirm.js';
import { DataTable } from '../../parts/data-table.js';
import { Loaded, useLoaded } from '../../parts/loaded.js';
import { MoreButton, useListed } from '../../parts/more.js';
import { useCategories } from './categories-words.js';
import { PathList } from './difference-view.js';
import { nextVersion, pathDifference } from './edited-tree.js';
import { VersionEditor } from './version-editor.js';

interface ComparedProps {
  readonly version: string;
  readonly active: readonly CategoryNode[];
}

/** The categories of a version that differ from those of the active one. */
function Compared({ version, active }: ComparedProps) {
  const { say } = useCategories();
  const tree = useLoaded(() => readVersionTree(version), [version]);
  return (
    <Loaded of={tree}>
      {({ nodes }) => {
        const { added, removed } = pathDifference(active, nodes);
        if (added.length + removed.length === 0) return <p class="muted">{say('sameTree')}</p>;
        return (
          <>
            <PathList title={say('addedCategories')} paths={added} />
            <PathList title={say('removedCategories')} paths={removed} />
          </>
        );
      }}
    </Loaded>
  );
}

interface RowProps {
  readonly one: TaxonomyVersion;
  /** Whether it is older than the active version. */
  readonly isEarlier: boolean;
  readonly active: readonly CategoryNode[];
  /** Undefined if versions are not activated here. */
  readonly activated: ((version: string, documents: number) => void) | undefined;
}

function VersionRow({ one, isEarlier, active, activated }: RowProps) {
  const { say, time } = useCategories();
  const [isOpen, setIsOpen] = useState(false);
  const { version, base_version: base, created_at: at, active: isActive, activated_at: since } = one;
  const activate = async () => {
    const { documents_moved: documents } = await activateVersion(version);
    activated?.(version, documents);
  };
  return (
    <tr data-version={version}>
      <th scope="row">{version}</th>
      <td>{base ?? '–'}</td>
      <td>{time(at)}</td>
      <td>
        {isActive ? (
          <span class="badge" data-value="applied">
            {say('activeSince', { time: time(since) })}
          </span>
        ) : (
          <>
            <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
              <summary>{say('comparedToActive')}</summary>
              {isOpen && <Compared version={version} active={active} />}
            </details>
            {activated !== undefined && (
              <Confirm
                label={say(isEarlier ? 'rollBack' : 'activate')}
                question={say('activateQuestion', { version })}
                act={activate}
                done={() => undefined}
              />
            )}
          </>
        )}
      </td>
    </tr>
  );
}

/** The categories: changed as a new version, compared, activated and rolled back. */
export function CategoriesView() {
  const { say, count } = useCategories();
  const [changes, setChanges] = useState(0);
  const [state, setState] = useState('');
  const tree = useLoaded(readTree, [changes]);
  const { items, more } = useListed(listVersions, [changes]);
  const changed = (words: string) => {
    setState(words);
    setChanges((before) => before + 1);
  };
  const tellActivated = (version: string, documents: number) =>
    changed(say('activated', { version, count: count(documents) }));
  const isOwn = tree.value?.source !== 'service';
  return (
    <>
      <h1>{say('categories')}</h1>
      <p class="muted">{say('categoriesPromise')}</p>
      <p role="status">{state}</p>
      <Loaded of={tree}>
        {({ nodes, version }) =>
          isOwn ? (
            <VersionEditor
              nodes={nodes}
              base={version}
              suggested={nextVersion([version, ...(items.value ?? []).map((one) => one.version)])}
              created={(made) => changed(say('versionMade', { version: made }))}
            />
          ) : (
            <p class="card">{say('serviceOnly')}</p>
          )
        }
      </Loaded>
      <section>
        <h2>{say('versions')}</h2>
        <Loaded of={items}>
          {(versions) => {
            const activeAt = versions.findIndex(({ active }) => active);
            return (
              <DataTable
                label={say('versions')}
                heads={[say('version'), say('base'), say('created'), say('actions')]}
                empty={say('none')}
                rows={versions.map((one, i) => (
                  <VersionRow
                    key={one.version}
                    one={one}
                    isEarlier={activeAt >= 0 && i > activeAt}
                    active={tree.value?.nodes ?? []}
                    activated={isOwn ? tellActivated : undefined}
                  />
                ))}
              />
            );
          }}
        </Loaded>
        <MoreButton more={more} />
      </section>
    </>
  );
}
