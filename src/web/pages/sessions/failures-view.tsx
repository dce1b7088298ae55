import type { Cause, Result } from '../api/sessions.js';
import { Link } from '../parts/place.js';
import { type FailureGroup, failureGroups } from './failure-groups.js';
import { plainDetail } from './plain-detail.js';
import { ResultRows } from './result-rows.js';
import { useSessionSpeech } from './session-words.js';
import { sessionUrl } from './session-url.js';

interface GroupProps {
  readonly id: string;
  readonly group: FailureGroup<Result>;
  readonly isFirst: boolean;
}

function Group({ id, isFirst, group: { component, failureType, because, becauseKo, ids, rows } }: GroupProps) {
  const { say, name, language } = useSessionSpeech();
  const said = language === 'ko' ? (becauseKo ?? because) : because;
  const others = ids.filter((one) => !rows.some(({ result_id: known }) => known === one));
  return (
    <details class="card" data-failure={failureType} open={isFirst}>
      <summary>
        <strong>{name('failure', failureType)}</strong>
        {component !== null && <> · {name('component', component)}</>} ({ids.length})
      </summary>
      {said !== null && (
        <p class="muted" lang={said === because ? 'en' : language}>
          {say('forExampleThis', { detail: plainDetail(said, name) })}
        </p>
      )}
      <ResultRows id={id} results={rows} />
      {others.length > 0 && (
        <p class="row start">
          {others.map((one, i) => (
            <Link key={one} to={sessionUrl(id, one)}>
              {say('failureNumber', { n: rows.length + i + 1 })}
            </Link>
          ))}
        </p>
      )}
    </details>
  );
}

interface FailuresProps {
  readonly id: string;
  readonly causes: readonly Cause[];
  readonly results: readonly Result[];
}

/** What failed, grouped by cause; each group opens to its questions. */
export function FailuresView({ id, causes, results }: FailuresProps) {
  const { say } = useSessionSpeech();
  const groups = failureGroups(causes, results);
  const count = groups.reduce((sum, { ids }) => sum + ids.length, 0);
  return (
    <section aria-label={say('failuresByCause')}>
      <h2>
        {say('failuresByCause')} {count > 0 && <>({count})</>}
      </h2>
      {count === 0 ? (
        <p class="card calm">{say('noFailures')}</p>
      ) : (
        groups.map((group, i) => <Group key={group.key} id={id} group={group} isFirst={i === 0} />)
      )}
    </section>
  );
}
