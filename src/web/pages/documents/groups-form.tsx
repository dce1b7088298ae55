import { useState } from 'preact/hooks';
import { changeGroups, type StoredDocument } from '../api/documents.js';
import { useRights } from '../api/keys.js';
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
  const { may } = useRights();
  const submit = (event: Event) => {
    event.preventDefault();
    setError(undefined);
    changeGroups(id, groupsIn(typed)).then(() => {
      announce(say('groupsSaved'));
      changed();
    }, setError);
  };
  const named = (
    <>
      {say('whoMaySee')} <span class="muted">{groups.length === 0 ? say('everyGroup') : groups.join(', ')}</span>
    </>
  );
  if (!may('ingest')) return <p class="spaced">{named}</p>;
  return (
    <details class="card groups">
      <summary>{named}</summary>
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
