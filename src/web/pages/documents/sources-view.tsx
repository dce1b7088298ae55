import { useEffect, useState } from 'preact/hooks';
import { listRuns, listSources, removeSource, type Run, type Source, startRun } from '../api/sources.js';
import { Badge, pathText } from '../parts/labels.js';
import { Loaded, useLoaded } from '../parts/loaded.js';
import { MoreButton, useListed } from '../parts/more.js';
import { ProblemView } from '../parts/problem.js';
import { ServerText } from '../parts/server-text.js';
import { useSpeech } from '../words/language.js';
import { SourceForm } from './source-form.js';

/** Poll interval while a run is unfinished. */
const POLL_MS = 1500;
const COUNTS = ['added', 'changed', 'moved', 'removed', 'unchanged', 'failed'] as const;

const isUnfinished = ({ status }: Run) => status === 'queued' || status === 'running';

function RunView({ run }: { readonly run: Run }) {
  const { say, name, time } = useSpeech();
  const counted = COUNTS.filter((count) => run.counts[count] > 0);
  return (
    <li class="card" data-run={run.status}>
      <p class="row start">
        <Badge group="status" value={run.status} />
        {run.dry_run && <span class="badge">{say('dryRun')}</span>}
        <time dateTime={run.started_at}>{time(run.started_at)}</time>
        {isUnfinished(run) && <progress max={Math.max(1, run.total)} value={run.done} aria-label={say('working')} />}
      </p>
      <p class="facts">
        {counted.length === 0
          ? say('nothingToDo')
          : counted.map((count) => (
              <span key={count}>
                {name('outcome', count)}: {run.counts[count]}
              </span>
            ))}
      </p>
      {run.error !== null && (
        <p class="note">
          <ServerText>{run.error}</ServerText>
        </p>
      )}
      {run.files.length > 0 && (
        <details>
          <summary>{say('filesOfRun', { count: run.files.length })}</summary>
          <ul>
            {run.files.map(({ path, outcome, reason }) => (
              <li key={path}>
                {path} <span class="muted">{name('outcome', outcome)}</span>{' '}
                {reason !== null && (
                  <em>
                    <ServerText>{reason}</ServerText>
                  </em>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

function Runs({ source, revision }: { readonly source: Source; readonly revision: number }) {
  const { say } = useSpeech();
  const runs = useLoaded(() => listRuns(source.source_id), [source.source_id, revision]);
  const { reload } = runs;
  const isWaiting = runs.value?.items.some(isUnfinished) === true;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(reload, POLL_MS);
    return () => clearInterval(timer);
  }, [isWaiting, reload]);
  return (
    <Loaded of={runs}>
      {({ items }) =>
        items.length === 0 ? (
          <p class="muted">{say('noRuns')}</p>
        ) : (
          <ol class="cards" aria-label={say('runs')}>
            {items.map((run) => (
              <RunView key={run.run_id} run={run} />
            ))}
          </ol>
        )
      }
    </Loaded>
  );
}

function RemoveQuestion({
  remove,
  cancel,
}: {
  readonly remove: (documents: 'keep' | 'delete') => void;
  readonly cancel: () => void;
}) {
  const { say } = useSpeech();
  return (
    <div class="note" role="alertdialog" aria-label={say('removeSource')}>
      <p>{say('removeSource')}</p>
      <p class="row start">
        <button type="button" class="quiet" onClick={() => remove('keep')}>
          {say('keepItsDocuments')}
        </button>
        <button type="button" class="quiet" onClick={() => remove('delete')}>
          {say('deleteItsDocuments')}
        </button>
        <button type="button" class="quiet" onClick={cancel}>
          {say('cancel')}
        </button>
      </p>
    </div>
  );
}

function SourceCard({ source, changed }: { readonly source: Source; readonly changed: () => void }) {
  const { say } = useSpeech();
  const { source_id: id, name, kind, location, category, schedule, origin } = source;
  const [asks, setAsks] = useState<'edit' | 'remove' | undefined>();
  const [revision, setRevision] = useState(0);
  const [error, setError] = useState<unknown>(undefined);
  const run = (isDryRun: boolean) => () => {
    setError(undefined);
    startRun(id, isDryRun).then(() => setRevision((count) => count + 1), setError);
  };
  const done = () => {
    setAsks(undefined);
    changed();
  };
  const facts = [kind, ...Object.values(location).map(String), pathText(category), schedule?.cron ?? ''];
  return (
    <li class="card" data-source={name}>
      <h2>{name}</h2>
      <p class="facts">
        {facts
          .filter((fact) => fact !== '')
          .map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        {source.paused === true && <span>{say('pausedSource')}</span>}
      </p>
      <p class="row start">
        <button type="button" class="quiet" onClick={run(false)}>
          {say('syncNow')}
        </button>
        <button type="button" class="quiet" onClick={run(true)}>
          {say('dryRun')}
        </button>
        {origin === 'api' && (
          <>
            <button type="button" class="quiet" onClick={() => setAsks('edit')}>
              {say('edit')}
            </button>
            <button type="button" class="quiet" onClick={() => setAsks('remove')}>
              {say('remove')}
            </button>
          </>
        )}
      </p>
      {asks === 'edit' && <SourceForm source={source} done={done} />}
      {asks === 'remove' && (
        <RemoveQuestion
          remove={(documents) => void removeSource(id, documents).then(done, setError)}
          cancel={() => setAsks(undefined)}
        />
      )}
      {error !== undefined && <ProblemView error={error} />}
      <Runs source={source} revision={revision} />
    </li>
  );
}

/** Sources that documents are synchronized from, with their runs. */
export function SourcesView() {
  const { say } = useSpeech();
  const [changes, setChanges] = useState(0);
  const [isAdding, setIsAdding] = useState(false);
  const { items, more } = useListed(listSources, [changes]);
  const changed = () => setChanges((count) => count + 1);
  const added = () => {
    setIsAdding(false);
    changed();
  };
  return (
    <section class="sources-view">
      <p class="muted">{say('sourcesPromise')}</p>
      {isAdding ? (
        <div class="card">
          <SourceForm source={undefined} done={added} />
        </div>
      ) : (
        <button type="button" class="quiet" onClick={() => setIsAdding(true)}>
          {say('addSource')}
        </button>
      )}
      <Loaded of={items}>
        {(sources) =>
          sources.length === 0 ? (
            <p class="muted">{say('noSources')}</p>
          ) : (
            <ul class="cards">
              {sources.map((source) => (
                <SourceCard key={source.source_id} source={source} changed={changed} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <MoreButton more={more} />
    </section>
  );
}
