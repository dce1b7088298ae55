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

interface Refused {
  readonly id: string;
  readonly error: unknown;
}

/** What came of one thing that was done with several documents. */
interface Outcome {
  readonly total: number;
  readonly refused: readonly Refused[];
}

/** Does one thing after the other with each document: what is refused does not stop the rest. */
function useBatch({ clear, changed }: SelectionProps) {
  const { say } = useSpeech();
  const [done, setDone] = useState<number | undefined>();
  const [outcome, setOutcome] = useState<Outcome | undefined>();
  const run = async (ids: readonly string[], work: (id: string) => Promise<unknown>) => {
    setOutcome(undefined);
    const refused: Refused[] = [];
    for (const [i, id] of ids.entries()) {
      setDone(i);
      await work(id).catch((thrown: unknown) => {
        refused.push({ id, error: thrown });
      });
    }
    setDone(undefined);
    setOutcome({ total: ids.length, refused });
    announce(say('batchDone', { done: ids.length - refused.length, total: ids.length }));
    if (refused.length === 0) clear();
    changed();
  };
  return {
    done,
    outcome,
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

/** How many documents it was done with, and which were refused, each with the reason. */
function OutcomeView({ outcome, titleOf }: { readonly outcome: Outcome; readonly titleOf: (id: string) => string }) {
  const { say } = useSpeech();
  const { total, refused } = outcome;
  return (
    <section class="queue whole-row" aria-label={say('batchRefused', { count: refused.length })}>
      <p role="status">
        <strong>
          {say('batchDone', { done: total - refused.length, total })}, {say('batchRefused', { count: refused.length })}
        </strong>
      </p>
      <ul class="cards">
        {refused.map(({ id, error }) => (
          <li key={id} data-state="failed">
            <strong>{titleOf(id)}</strong>
            <ProblemView error={error} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What can be done with the selected documents. */
export function SelectionBar(props: SelectionProps) {
  const { say } = useSpeech();
  const { ids, titles, originals, clear, mayChange } = props;
  const { done, outcome, run } = useBatch(props);
  const titleOf = (id: string) => titles[ids.indexOf(id)] ?? id;
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
      {outcome !== undefined && outcome.refused.length > 0 && <OutcomeView outcome={outcome} titleOf={titleOf} />}
      {asks === 'move' && <MoveForm close={close} move={(path) => run(ids, (id) => moveDocument(id, path))} />}
      {asks === 'delete' && <DeleteDialog titles={titles} close={close} remove={() => run(ids, deleteDocument)} />}
    </div>
  );
}
