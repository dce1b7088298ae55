import type { Operation } from '../../api/taxonomy.js';
import { typedLabels } from '../../documents/allowed-categories.js';
import { Dialog } from '../../parts/dialog.js';
import { fieldOf } from '../../parts/form-field.js';
import { pathText } from '../../parts/labels.js';
import { useCategories } from './categories-words.js';

/** More suggestions would slow the browser down; any path may be typed. */
const MOST_SUGGESTIONS = 500;

interface DialogProps {
  readonly op: 'add' | 'rename' | 'move' | 'merge';
  /** The category; for a new one its parent. */
  readonly path: readonly string[];
  readonly paths: readonly (readonly string[])[];
  readonly made: (operation: Operation) => void;
  readonly close: () => void;
}

/** The operation that a form describes. */
function operationOf({ op, path }: Pick<DialogProps, 'op' | 'path'>, typed: string): Operation {
  const label = path.at(-1) ?? '';
  if (op === 'add') return { op, path: [...path, typed] };
  if (op === 'rename') return { op, path, to: [...path.slice(0, -1), typed] };
  return { op, path, to: op === 'move' ? [...typedLabels(typed), label] : typedLabels(typed) };
}

/** Asks for what an operation needs: a name, or another category. */
export function OperationDialog({ op, path, paths, made, close }: DialogProps) {
  const { say, name } = useCategories();
  const isNamed = op === 'add' || op === 'rename';
  const submit = (event: Event & { readonly currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    made(operationOf({ op, path }, fieldOf(new FormData(event.currentTarget), 'typed')));
  };
  const title = path.length === 0 ? say('addTop') : `${name('op', op)}: ${pathText(path)}`;
  return (
    <Dialog title={title} close={close}>
      <form class="fields" onSubmit={submit}>
        <label>
          {say(isNamed ? 'newLabel' : op === 'move' ? 'newParent' : 'mergeTarget')}
          {isNamed ? (
            <input name="typed" required maxLength={100} defaultValue={op === 'rename' ? (path.at(-1) ?? '') : ''} />
          ) : (
            <input name="typed" required={op === 'merge'} maxLength={600} list="category-paths" />
          )}
        </label>
        {!isNamed && (
          <datalist id="category-paths">
            {paths.slice(0, MOST_SUGGESTIONS).map((one) => (
              <option key={pathText(one)} value={pathText(one)} />
            ))}
          </datalist>
        )}
        <button class="main">{name('op', op)}</button>
      </form>
    </Dialog>
  );
}
