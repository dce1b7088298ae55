import { useState } from 'preact/hooks';
import { CallError } from '../../api/call.js';
import { type Configuration, readConfiguration, saveSynonyms } from '../../api/configuration.js';
import { announce } from '../../parts/announce.js';
import { ProblemView } from '../../parts/problem.js';
import { useConfiguration } from './configuration-words.js';
import { rebased, rowChanges, rowsOf, type SynonymRow, synonymsOf, wordsOf } from './synonym-rows.js';
import { SynonymTable } from './synonym-table.js';

const MOST_SHOWN = 100;

interface ChangedProps {
  readonly kind: 'added' | 'removed';
  readonly rows: readonly SynonymRow[];
}

function ChangedRows({ kind, rows }: ChangedProps) {
  const { name } = useConfiguration();
  return (
    <>
      {rows.slice(0, MOST_SHOWN).map((row) => (
        <li key={`${kind} ${row.id}`} data-changed={kind}>
          <span class="badge" data-value={kind}>
            {name('change', kind)}
          </span>{' '}
          {wordsOf(row)
            .map((words) => words.join(', '))
            .join(' = ')}
        </li>
      ))}
    </>
  );
}

interface EditorProps {
  readonly saved: Configuration;
  readonly reload: () => void;
}

/** The synonyms and translations as tables; saved as a new version. */
export function SynonymEditor({ saved, reload }: EditorProps) {
  const { say } = useConfiguration();
  const [base, setBase] = useState(saved);
  const [rows, setRows] = useState<readonly SynonymRow[]>(() => rowsOf(saved));
  const [note, setNote] = useState('');
  const [isRebased, setIsRebased] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const before = rowsOf(base);
  const { added, removed } = rowChanges(before, rows);
  const refuse = async (thrown: unknown) => {
    if (!(thrown instanceof CallError && thrown.status === 409)) {
      setError(thrown);
      return;
    }
    const newest = await readConfiguration();
    setRows(rebased(before, rows, rowsOf(newest)));
    setBase(newest);
    setIsRebased(true);
  };
  const save = (event: Event) => {
    event.preventDefault();
    setError(undefined);
    saveSynonyms(base.version, synonymsOf(rows), note.trim())
      .then(({ version }) => {
        announce(say('savedVersion', { version }));
        reload();
      }, refuse)
      .catch(setError);
  };
  return (
    <form onSubmit={save}>
      {isRebased && (
        <p class="card wrong" role="alert">
          {say('rebased', { version: base.version })}
        </p>
      )}
      <SynonymTable kind="synonyms" rows={rows} change={setRows} />
      <SynonymTable kind="translations" rows={rows} change={setRows} />
      {added.length + removed.length > 0 && (
        <section class="card">
          <h2>{say('difference')}</h2>
          <ul>
            <ChangedRows kind="removed" rows={removed} />
            <ChangedRows kind="added" rows={added} />
          </ul>
          <label>
            {say('reason')}
            <input maxLength={200} value={note} onInput={(event) => setNote(event.currentTarget.value)} />
          </label>
          <button class="main">{say('saveVersion')}</button>
        </section>
      )}
      {error !== undefined && <ProblemView error={error} />}
    </form>
  );
}
