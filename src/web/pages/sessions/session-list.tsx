import { useState } from 'preact/hooks';
import { listSessions, type Session } from '../api/sessions.js';
import { TrendChart } from '../parts/charts.js';
import { Badge } from '../parts/labels.js';
import { Loaded } from '../parts/loaded.js';
import { MoreButton, useListed } from '../parts/more.js';
import { go, Link } from '../parts/place.js';
import { StartForm } from './start-form.js';
import { verdictOf } from './session-verdict.js';
import { compareUrl, isRunning, sessionUrl } from './session-url.js';
import { useSessionSpeech } from './session-words.js';
import { VerdictBadge } from './verdict-line.js';

/** The wanted success rate: the gate of the server (REQ-S-003). */
const WANTED_RATE = 0.8;

function Trend({ sessions }: { readonly sessions: readonly Session[] }) {
  const { say, time, shortDay } = useSessionSpeech();
  const points = sessions
    .flatMap(
      ({ session_id: key, completed_at: at, status, summary: { success_rate: rate, success_rate_ci95: ci } }) => {
        if (status !== 'completed' || rate === null) return [];
        const day = at === null ? '–' : shortDay(at);
        return [{ key, label: time(at), day, rate, low: ci?.[0] ?? rate, high: ci?.[1] ?? rate }];
      },
    )
    .toReversed();
  if (points.length < 2) return null;
  return (
    <section class="card">
      <h2>{say('trend')}</h2>
      <p class="muted">{say('trendExplained', { wanted: `${WANTED_RATE * 100} %` })}</p>
      <TrendChart points={points} threshold={WANTED_RATE} />
    </section>
  );
}

interface RowProps {
  readonly session: Session;
  readonly isChosen: boolean;
  readonly choose: () => void;
}

/** The outcome of a session that has ended; the state of the others. */
function Outcome({ session }: { readonly session: Session }) {
  if (isRunning(session.status)) return <Badge group="status" value={session.status} />;
  return <VerdictBadge verdict={verdictOf(session).verdict} />;
}

function SessionRow({ session, isChosen, choose }: RowProps) {
  const { say, time, percent, fixed } = useSessionSpeech();
  const { session_id: id, summary } = session;
  const [low, high] = (summary.success_rate_ci95 ?? []).map((end) => Math.round(end * 100));
  const interval = low === undefined || high === undefined ? '' : ` (${low} – ${high} %)`;
  return (
    <li>
      <input
        type="checkbox"
        checked={isChosen}
        onChange={choose}
        aria-label={say('chooseToCompare', { id: session.name ?? id })}
      />
      <div>
        <p class="row start">
          <Link to={sessionUrl(id)}>{session.name ?? id}</Link>
          <Outcome session={session} />
        </p>
        <p class="facts">
          <span>{time(session.started_at)}</span>
          {summary.success_rate !== null && (
            <span>
              {say('rateOfQuestions', { rate: percent(summary.success_rate) + interval, count: summary.queries })}
            </span>
          )}
          {summary.average_score !== null && <span>{say('scoreOf', { score: fixed(summary.average_score) })}</span>}
        </p>
      </div>
    </li>
  );
}

function SessionRows({ sessions }: { readonly sessions: readonly Session[] }) {
  const { say } = useSessionSpeech();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const choose = (id: string) => () =>
    setChosen((ids) => (ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id].slice(-2)));
  const compare = () => {
    // The list is newest first: the earlier session is the baseline of the later one.
    const [candidate, base] = sessions.map((session) => session.session_id).filter((id) => chosen.includes(id));
    if (base !== undefined && candidate !== undefined) go(compareUrl(base, candidate));
  };
  return (
    <>
      <ul class="rows" aria-label={say('sessionsList')}>
        {sessions.map((session) => (
          <SessionRow
            key={session.session_id}
            session={session}
            isChosen={chosen.includes(session.session_id)}
            choose={choose(session.session_id)}
          />
        ))}
      </ul>
      <button type="button" class="quiet" disabled={chosen.length !== 2} onClick={compare}>
        {say('compareChosen')}
      </button>
    </>
  );
}

/** The sessions, newest first, with trends, and the form that starts one. */
export function SessionList() {
  const { say } = useSessionSpeech();
  const { items, more } = useListed((cursor) => listSessions(cursor), []);
  return (
    <>
      <h1>{say('sessions')}</h1>
      <p class="muted">{say('sessionsPromise')}</p>
      <StartForm />
      <Loaded of={items}>
        {(sessions) =>
          sessions.length === 0 ? (
            <p class="muted">{say('noSessions')}</p>
          ) : (
            <>
              <Trend sessions={sessions} />
              <SessionRows sessions={sessions} />
            </>
          )
        }
      </Loaded>
      <MoreButton more={more} />
    </>
  );
}
