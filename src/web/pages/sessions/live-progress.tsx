import type { Session } from '../api/sessions.js';
import { Badge } from '../parts/labels.js';
import { languageOf } from '../parts/language-of.js';
import { Link } from '../parts/place.js';
import { ProblemView } from '../parts/problem.js';
import { useSpeech } from '../words/language.js';
import { sessionUrl } from './session-url.js';
import { useWatched } from './watch.js';

/** Progress of a running session, and its newest results. */
export function LiveProgress({ session, ended }: { readonly session: Session; readonly ended: () => void }) {
  const { say } = useSpeech();
  const { session_id: id } = session;
  const { progress, told, error } = useWatched(id, true, ended);
  const done = progress?.done ?? 0;
  const total = progress?.total ?? session.planned.queries + session.planned.turns;
  return (
    <section class="card live">
      <label>
        {say('progressOf', { done, total })}
        <progress max={Math.max(total, 1)} value={done} />
      </label>
      {error !== undefined && <ProblemView error={error} retry={ended} />}
      <ul aria-label={say('lastResults')}>
        {told.map((result) => (
          <li key={result.result_id}>
            <Badge group="verdict" value={result.verdict} />{' '}
            <Link to={sessionUrl(id, result.result_id)} lang={languageOf(result.query)}>
              {result.query}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
