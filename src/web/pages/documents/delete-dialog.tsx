import { Dialog } from '../parts/dialog.js';
import { useSpeech } from '../words/language.js';

interface DeleteProps {
  readonly titles: readonly string[];
  readonly close: () => void;
  readonly remove: () => void;
}

/** Asks before documents are deleted, and says what follows. It closes before the deletion begins. */
export function DeleteDialog({ titles, close, remove }: DeleteProps) {
  const { say } = useSpeech();
  const [first = ''] = titles;
  const isOne = titles.length === 1;
  const confirm = () => {
    close();
    remove();
  };
  return (
    <Dialog
      title={isOne ? say('deleteDocument', { title: first }) : say('deleteDocuments', { count: titles.length })}
      close={close}
    >
      <p>{say('deletionFollows')}</p>
      <p class="row start">
        <button type="button" class="main" onClick={confirm}>
          {say('deleteWord')}
        </button>
        <button type="button" class="quiet" onClick={close}>
          {say('cancel')}
        </button>
      </p>
    </Dialog>
  );
}
