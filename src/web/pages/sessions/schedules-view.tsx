import { useState } from 'preact/hooks';
import { listSchedules, saveSchedules, type Schedule } from '../api/sessions.js';
import { announce } from '../parts/announce.js';
import { Loaded, useLoaded } from '../parts/loaded.js';
import { ProblemView } from '../parts/problem.js';
import { useSpeech } from '../words/language.js';

/** A schedule in the form; the template is sent back unchanged. */
type Draft = Pick<Schedule, 'id' | 'cron' | 'time_zone' | 'enabled' | 'template'>;

const NIGHTLY: Draft = {
  id: 'nightly',
  cron: '0 3 * * *',
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  enabled: true,
  template: {},
};

const draftOf = ({ id, cron, time_zone, enabled, template }: Draft): Draft => ({
  id,
  cron,
  time_zone,
  enabled,
  template,
});

interface RowProps {
  readonly draft: Draft;
  readonly saved: Schedule | undefined;
  readonly change: (draft: Draft) => void;
  readonly remove: () => void;
}

function ScheduleRow({ draft, saved, change, remove }: RowProps) {
  const { say, time } = useSpeech();
  const fields = [
    ['id', say('scheduleId')],
    ['cron', say('cron')],
    ['time_zone', say('timeZone')],
  ] as const;
  return (
    <li class="card">
      <div class="fields">
        {fields.map(([field, label]) => (
          <label key={field}>
            {label}
            <input
              required
              value={draft[field]}
              onInput={(event) => change({ ...draft, [field]: event.currentTarget.value })}
            />
          </label>
        ))}
        <label class="choice">
          <input
            type="checkbox"
            checked={draft.enabled}
            onChange={(event) => change({ ...draft, enabled: event.currentTarget.checked })}
          />{' '}
          {say('enabled')}
        </label>
      </div>
      <p class="facts">
        <span>{say('nextRun', { time: time(saved?.next_run ?? null) })}</span>
        <span>{say('lastRun', { time: time(saved?.last_run ?? null) })}</span>
      </p>
      {Object.keys(draft.template).length > 0 && (
        <details>
          <summary>{say('template')}</summary>
          <pre tabIndex={0}>{JSON.stringify(draft.template, null, 1)}</pre>
        </details>
      )}
      <button type="button" class="quiet" onClick={remove}>
        {say('remove')}
      </button>
    </li>
  );
}

interface EditorProps {
  readonly saved: readonly Schedule[];
  readonly reload: () => void;
}

function Editor({ saved, reload }: EditorProps) {
  const { say } = useSpeech();
  const [drafts, setDrafts] = useState<readonly Draft[]>(saved.map(draftOf));
  const [error, setError] = useState<unknown>(undefined);
  const save = (event: Event) => {
    event.preventDefault();
    setError(undefined);
    saveSchedules(drafts).then(() => {
      announce(say('saved'));
      reload();
    }, setError);
  };
  const add = () => {
    const isTaken = drafts.some(({ id }) => id === NIGHTLY.id);
    setDrafts([...drafts, { ...NIGHTLY, id: isTaken ? `schedule-${drafts.length + 1}` : NIGHTLY.id }]);
  };
  return (
    <form onSubmit={save}>
      {drafts.length === 0 && <p class="muted">{say('noSchedules')}</p>}
      <ul class="cards">
        {drafts.map((draft, i) => (
          <ScheduleRow
            key={i}
            draft={draft}
            saved={saved.find(({ id }) => id === draft.id)}
            change={(changed) => setDrafts(drafts.with(i, changed))}
            remove={() => setDrafts(drafts.toSpliced(i, 1))}
          />
        ))}
      </ul>
      <div class="row start">
        <button type="button" class="quiet" onClick={add}>
          {say('addSchedule')}
        </button>
        <button class="main">{say('save')}</button>
      </div>
      {error !== undefined && <ProblemView error={error} />}
    </form>
  );
}

/** Schedules of test sessions. */
export function SchedulesView() {
  const { say } = useSpeech();
  const loaded = useLoaded(listSchedules, []);
  return (
    <>
      <h1>{say('schedules')}</h1>
      <p class="muted">{say('schedulesPromise')}</p>
      <Loaded of={loaded}>
        {({ items }) => <Editor key={JSON.stringify(items)} saved={items} reload={loaded.reload} />}
      </Loaded>
    </>
  );
}
