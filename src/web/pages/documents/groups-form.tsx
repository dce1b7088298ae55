import { useState } from 'preact/hooks';
import { changeGroups, type StoredDocument } from '../api/documents.js';
import { announce } from '../parts/announce.js';
import { ProblemView } from '../parts/problem.js';
import { useSpeech } from '../words/language.js';

const groupsIn = (typed: string): string[] =>
  typed
    .split(',')
    .map((group) => group.trim())
    .filter((group) => group !== '');

/** Who may see the document: the groups, and a form that changes them. */
export function GroupsForm({ document, changed }: { readonly document: StoredDocument; readonly changed: () => void }) {
  const { say } = useSpeech();
  const { document_id: id, groups } = document;
  const [error, setError] = useState<unknown>(undefined);
  const [typed, setTyped] = useState(groups.join(', '));
  const submit = (event: Event) => {
    event.preventDefault();
    setError(undefined);
    changeGroups(id, groupsIn(typed)).then(() => {
      announce(say('groupsSaved'));
      changed();
    }, setError);
  };
  return (
    <details class="card groups">
      <summary>
        {say('whoMaySee')} <span class="muted">{groups.length === 0 ? say('everyGroup') : groups.join(', ')}</span>
      </summary>
      <form class="fields" onSubmit={submit}>
        <label>
          {say('groupsField')}
          <input value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
        </label>
        <button class="main">{say('save')}</button>
      </form>
      {error !== undefined && <ProblemView error={error} />}
    </details>
  );
}
