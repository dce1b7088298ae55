import { useState } from 'preact/hooks';
import { deleteDocument, moveDocument, reprocess } from '../api/documents.js';
import { download } from '../api/download.js';
import { announce } from '../parts/announce.js';
import { Dialog } from '../parts/dialog.js';
import { fieldOf } from '../parts/form-field.js';
import { ProblemView } from '../parts/problem.js';
import { useSpeech } from '../words/language.js';
import { typedLabels } from './allowed-categories.js';
import { CategoryField } from './category-field.js';
import { DeleteDialog } from './delete-dialog.js';

interface SelectionProps {
  readonly ids: readonly string[];
  /** Their titles. */
  readonly titles: readonly string[];
  /** Paths of the stored files of these documents. */
  readonly originals: readonly string[];
  readonly clear: () => void;
  /** Others only download. */
  readonly mayChange: boolean;
  readonly changed: () => void;
}

/** Does one thing after the other with each document; those that failed stay selected by their error. */
function useBatch({ clear, changed }: SelectionProps) {
  const { say } = useSpeech();
  const [done, setDone] = useState<number | undefined>();
  const [error, setError] = useState<unknown>(undefined);
  const run = async (ids: readonly string[], work: (id: string) => Promise<unknown>) => {
    setError(undefined);
    let failed = 0;
    for (const [i, id] of ids.entries()) {
      setDone(i);
      await work(id).catch((thrown: unknown) => {
        failed += 1;
        setError(thrown);
      });
    }
    setDone(undefined);
    announce(say('batchDone', { done: ids.length - failed, total: ids.length }));
    if (failed === 0) clear();
    changed();
  };
  return {
    done,
    error,
    run: (ids: readonly string[], work: (id: string) => Promise<unknown>) => void run(ids, work),
  };
}

interface MoveProps {
  readonly close: () => void;
  readonly move: (path: readonly string[]) => void;
}

function MoveForm({ close, move }: MoveProps) {
  const { say } = useSpeech();
  const submit = (event: Event & { readonly currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const path = typedLabels(fieldOf(new FormData(event.currentTarget), 'path'));
    close();
    move(path);
  };
  return (
    <Dialog title={say('moveDocuments')} close={close}>
      <form class="fields" onSubmit={submit}>
        <CategoryField path={[]} />
        <button class="main">{say('move')}</button>
      </form>
    </Dialog>
  );
}

/** What can be done with the selected documents. */
export function SelectionBar(props: SelectionProps) {
  const { say } = useSpeech();
  const { ids, titles, originals, clear, mayChange } = props;
  const { done, error, run } = useBatch(props);
  const [asks, setAsks] = useState<'delete' | 'move' | undefined>();
  const close = () => setAsks(undefined);
  return (
    <div class="card row start selection" role="group" aria-label={say('selectedCount', { count: ids.length })}>
      <strong>{say('selectedCount', { count: ids.length })}</strong>
      {originals.length > 0 && (
        <button type="button" class="quiet" onClick={() => run(originals, download)}>
          {say('downloadOriginal')}
        </button>
      )}
      {mayChange && (
        <>
          <button type="button" class="quiet" onClick={() => run(ids, reprocess)}>
            {say('reprocess')}
          </button>
          <button type="button" class="quiet" onClick={() => setAsks('move')}>
            {say('move')}
          </button>
          <button type="button" class="quiet" onClick={() => setAsks('delete')}>
            {say('deleteWord')}
          </button>
        </>
      )}
      <button type="button" class="link" onClick={clear}>
        {say('clearSelection')}
      </button>
      {done !== undefined && <progress max={ids.length} value={done} aria-label={say('working')} />}
      {error !== undefined && <ProblemView error={error} />}
      {asks === 'move' && <MoveForm close={close} move={(path) => run(ids, (id) => moveDocument(id, path))} />}
      {asks === 'delete' && <DeleteDialog titles={titles} close={close} remove={() => run(ids, deleteDocument)} />}
    </div>
  );
}
