import { useEffect, useState } from 'preact/hooks';
import type { Session } from '../api/sessions.js';
import { Badge } from '../parts/labels.js';
import { languageOf } from '../parts/language-of.js';
import { Link } from '../parts/place.js';
import { ProblemView } from '../parts/problem.js';
import { useSessionSpeech } from './session-words.js';
import { sessionUrl } from './session-url.js';
import { remainingMs, useWatched, type Watched } from './watch.js';

const PHASES = ['preparing', 'asking', 'checking_judge', 'finding_causes', 'trying_repairs', 'reporting'];
/** Only sessions that ask for it measure their components. */
const RARE = 'measuring_components';
const SECOND_MS = 1000;

/** The time of this browser, each second. */
function useNow(): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

export function useDurationText() {
  const { say } = useSessionSpeech();
  return (ms: number) => {
    const seconds = Math.round(ms / SECOND_MS);
    if (seconds < 60) return say('seconds', { s: seconds });
    return say('minutes', { m: Math.floor(seconds / 60), s: seconds % 60 });
  };
}

function Times({ watched }: { readonly watched: Watched }) {
  const { say } = useSessionSpeech();
  const text = useDurationText();
  const now = useNow();
  const { phase } = watched;
  if (phase === undefined) return null;
  const since = now - phase.heardAt;
  const left = remainingMs(watched.steps, now);
  return (
    <p class="facts" data-part="times">
      <span>{say('runsFor', { time: text(phase.elapsed_ms + since) })}</span>
      <span>{say('stepFor', { time: text(phase.phase_elapsed_ms + since) })}</span>
      {left !== undefined && <span>{say('stepLeft', { time: text(left) })}</span>}
    </p>
  );
}

/** What a running session does, how far it is, and its newest results. */
export function LiveProgress({ session, ended }: { readonly session: Session; readonly ended: () => void }) {
  const { say, name } = useSessionSpeech();
  const { session_id: id } = session;
  const watched = useWatched(id, true, ended);
  const { progress, phase, told, error } = watched;
  const current = phase?.phase ?? session.phase ?? '';
  const phases = current === RARE ? PHASES.toSpliced(-1, 0, RARE) : PHASES;
  const place = phases.indexOf(current);
  const counted =
    current === 'asking'
      ? { done: progress?.done ?? 0, total: progress?.total ?? session.planned.queries + session.planned.turns }
      : { done: phase?.done ?? null, total: phase?.total ?? null };
  return (
    <section class="card live" aria-label={say('progressLabel')}>
      <ol class="phases">
        {phases.map((one, i) => (
          <li
            key={one}
            data-state={i < place ? 'done' : i === place ? 'now' : 'later'}
            {...(i === place ? { 'aria-current': 'step' as const } : {})}
          >
            {name('phase', one)}
          </li>
        ))}
      </ol>
      {counted.total !== null && counted.total > 0 && (
        <label>
          {current === 'asking'
            ? say('progressOf', { done: counted.done ?? 0, total: counted.total })
            : say('stepsOf', { done: counted.done ?? 0, total: counted.total })}
          <progress max={counted.total} value={counted.done ?? 0} />
        </label>
      )}
      <Times watched={watched} />
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
