import { useEffect } from 'preact/hooks';
import { cancelJob, type Job, listJobs } from '../../api/jobs.js';
import { listKeys, useRights } from '../../api/keys.js';
import { Confirm } from '../../parts/confirm.js';
import { DataTable } from '../../parts/data-table.js';
import { Badge } from '../../parts/labels.js';
import { Loaded, useLoaded } from '../../parts/loaded.js';
import { MoreButton, useListed } from '../../parts/more.js';
import { ServerText } from '../../parts/server-text.js';
import { useAdministration } from '../administration-words.js';
import { speechWith } from '../../words/language.js';
import words from './jobs-words.json' with { type: 'json' };

const useJobs = speechWith<keyof typeof words.en>(words);

/** Poll interval while a job is unfinished and the page is visible. */
const WATCH_MS = 2_000;
const UNFINISHED: readonly string[] = ['queued', 'running'];

/** The word of a kind; its name may have a dot. */
const kindKey = (kind: string): string => kind.replaceAll('.', '_');

interface RowProps {
  readonly job: Job;
  /** Undefined where only own jobs are listed. */
  readonly owner: string | undefined;
  readonly changed: () => void;
}

function JobRow({ job, owner, changed }: RowProps) {
  const { say, name, time } = useJobs();
  const { job_id: id, kind, status, progress, error } = job;
  return (
    <tr data-job={id}>
      <th scope="row">
        {name('kind', kindKey(kind))}
        <p class="facts">
          <code>{id}</code>
        </p>
      </th>
      <td>
        {status === 'succeeded' ? (
          <span class="badge" data-value="completed">
            {say('status_succeeded')}
          </span>
        ) : (
          <Badge group="status" value={status} />
        )}
        {status === 'cancelled' && <p class="muted">{say('cancelledAfter', progress)}</p>}
        {error !== null && (
          <p>
            <ServerText>{error}</ServerText>
          </p>
        )}
      </td>
      <td>
        {status === 'running' && <progress aria-label={say('progress')} max={progress.total} value={progress.done} />}{' '}
        {say('doneOf', progress)}
      </td>
      <td>{time(job.created_at)}</td>
      <td>{time(job.updated_at)}</td>
      {owner !== undefined && <td>{owner}</td>}
      <td>
        {job.cancellable && (
          <Confirm label={say('cancelJob')} question={say('cancelQuestion')} act={() => cancelJob(id)} done={changed} />
        )}
      </td>
    </tr>
  );
}

/** Background jobs: an administrator sees those of everyone, others their own. */
export function JobsView() {
  const { say } = useJobs();
  const { name: word } = useAdministration();
  const { isAdministrator } = useRights();
  const { items, more } = useListed(listJobs, []);
  const keys = useLoaded(() => (isAdministrator ? listKeys(null) : Promise.resolve(undefined)), [isAdministrator]);
  const names = new Map(keys.value?.items.map((key) => [key.id, key.name]));
  const ownerOf = (id: string | null) => (id === null ? say('theServer') : (names.get(id) ?? word('caller', id)));
  const isBusy = items.value?.some(({ status }) => UNFINISHED.includes(status)) === true;
  const { reload } = items;
  useEffect(() => {
    if (!isBusy) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') reload();
    }, WATCH_MS);
    return () => clearInterval(timer);
  }, [isBusy, reload]);
  const heads = ['job', 'status', 'progress', 'startedAt', 'changedAt'] as const;
  return (
    <>
      <h1>{say('jobs')}</h1>
      <p class="muted">{say('jobsPromise')}</p>
      <Loaded of={items}>
        {(jobs) => (
          <DataTable
            label={say('jobs')}
            heads={[...heads.map((head) => say(head)), ...(isAdministrator ? [say('owner')] : []), say('actions')]}
            empty={say('noJobs')}
            rows={jobs.map((job) => (
              <JobRow
                key={job.job_id}
                job={job}
                owner={isAdministrator ? ownerOf(job.owner) : undefined}
                changed={reload}
              />
            ))}
          />
        )}
      </Loaded>
      <MoreButton more={more} />
    </>
  );
}
