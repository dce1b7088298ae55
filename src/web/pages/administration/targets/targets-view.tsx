import { useState } from 'preact/hooks';
import { deleteTarget, listTargets, type Target } from '../../api/targets.js';
import { Confirm } from '../../parts/confirm.js';
import { DataTable } from '../../parts/data-table.js';
import { Dialog } from '../../parts/dialog.js';
import { Loaded, useLoaded } from '../../parts/loaded.js';
import { Link } from '../../parts/place.js';
import { startUrl } from '../../sessions/session-url.js';
import { TargetForm, useTargets } from './target-form.js';

interface RowProps {
  readonly target: Target;
  readonly changed: () => void;
}

function Row({ target, changed }: RowProps) {
  const { say, name } = useTargets();
  const [isOpen, setIsOpen] = useState(false);
  const isOfFile = target['origin'] === 'file';
  const { scopes } = target;
  const done = () => {
    setIsOpen(false);
    changed();
  };
  return (
    <tr data-target={target.name}>
      <th scope="row">{target.name}</th>
      <td>{name('target', target.kind)}</td>
      <td>
        <code>{target.base_url}</code>
      </td>
      <td>{Array.isArray(scopes) ? scopes.map((scope) => name('scope', String(scope))).join(', ') : say('none')}</td>
      <td>
        <div class="row start">
          <Link to={startUrl({ target: target.name })}>{say('startSession')}</Link>
          {isOfFile ? (
            <span class="muted">{say('targetOfFile')}</span>
          ) : (
            <>
              <button type="button" class="quiet" onClick={() => setIsOpen(true)}>
                {say('edit')}
              </button>
              <Confirm
                label={say('deleteWord')}
                question={say('deleteTargetQuestion')}
                act={() => deleteTarget(target.name)}
                done={changed}
              />
            </>
          )}
        </div>
        {isOpen && (
          <Dialog title={target.name} close={() => setIsOpen(false)}>
            <TargetForm target={target} stored={done} />
          </Dialog>
        )}
      </td>
    </tr>
  );
}

/** The systems that test sessions may question by name. */
export function TargetsView() {
  const { say } = useTargets();
  const targets = useLoaded(listTargets, []);
  const heads = ['targetName', 'targetKind', 'targetAddress', 'mayChoose', 'actions'] as const;
  return (
    <>
      <h1>{say('targets')}</h1>
      <p class="muted">{say('targetsPromise')}</p>
      <details class="card">
        <summary>{say('addTarget')}</summary>
        <TargetForm key={targets.value?.length ?? 0} target={undefined} stored={targets.reload} />
      </details>
      <Loaded of={targets}>
        {(items) => (
          <DataTable
            label={say('targets')}
            heads={heads.map((head) => say(head))}
            empty={say('noTargets')}
            rows={items.map((target) => (
              <Row key={JSON.stringify(target)} target={target} changed={targets.reload} />
            ))}
          />
        )}
      </Loaded>
    </>
  );
}
