import { useState } from 'preact/hooks';
import type { CategoryNode } from '../../api/documents.js';
import { makeVersion, type Operation } from '../../api/taxonomy.js';
import { fieldOf } from '../../parts/form-field.js';
import { pathText } from '../../parts/labels.js';
import { Loaded, useLoaded } from '../../parts/loaded.js';
import { ProblemView } from '../../parts/problem.js';
import { useCategories } from './categories-words.js';
import { DifferenceView } from './difference-view.js';
import { EditableTree } from './editable-tree.js';
import { editedTree } from './edited-tree.js';

interface DraftProps {
  readonly operations: readonly Operation[];
  readonly base: string;
  readonly suggested: string;
  readonly undo: () => void;
  readonly created: (version: string) => void;
}

/** The collected changes, their difference as the server computes it, and the form that makes a version of them. */
function Draft({ operations, base, suggested, undo, created }: DraftProps) {
  const { say } = useCategories();
  const [error, setError] = useState<unknown>(undefined);
  const trial = useLoaded(
    () => makeVersion({ version: suggested, base, operations, isTrial: true }),
    [JSON.stringify(operations), base, suggested],
  );
  const submit = (event: Event & { readonly currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    setError(undefined);
    const version = fieldOf(new FormData(event.currentTarget), 'version');
    makeVersion({ version, base, operations, isTrial: false }).then(() => created(version), setError);
  };
  return (
    <section class="card">
      <h2>{say('changes')}</h2>
      <ol>
        {operations.map(({ op, path, to }, i) => (
          <li key={i}>{say(`done_${op}`, { path: pathText(path), to: pathText(to ?? []) })}</li>
        ))}
      </ol>
      <button type="button" class="quiet" onClick={undo}>
        {say('undoLast')}
      </button>
      <h3>{say('difference')}</h3>
      <Loaded of={trial}>{({ diff }) => <DifferenceView diff={diff} />}</Loaded>
      <form class="fields" onSubmit={submit}>
        <label>
          {say('versionName')}
          <input name="version" required maxLength={64} defaultValue={suggested} />
        </label>
        <button class="main" disabled={trial.error !== undefined}>
          {say('createVersion')}
        </button>
      </form>
      {error !== undefined && <ProblemView error={error} />}
    </section>
  );
}

interface EditorProps {
  readonly nodes: readonly CategoryNode[];
  readonly base: string;
  readonly suggested: string;
  readonly created: (version: string) => void;
}

/** Collects changes of the tree for a new version. */
export function VersionEditor({ nodes, base, suggested, created }: EditorProps) {
  const { say } = useCategories();
  const [operations, setOperations] = useState<readonly Operation[]>([]);
  const finish = (version: string) => {
    setOperations([]);
    created(version);
  };
  return (
    <>
      <EditableTree
        title={operations.length === 0 ? say('treeOf', { version: base }) : say('treeAfter')}
        nodes={editedTree(nodes, operations)}
        made={(operation) => setOperations([...operations, operation])}
      />
      {operations.length === 0 ? (
        <p class="muted">{say('noChanges')}</p>
      ) : (
        <Draft
          operations={operations}
          base={base}
          suggested={suggested}
          undo={() => setOperations(operations.slice(0, -1))}
          created={finish}
        />
      )}
    </>
  );
}
