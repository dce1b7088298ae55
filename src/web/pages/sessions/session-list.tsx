import { useState } from 'preact/hooks';
import { listSessions, type Session } from '../api/sessions.js';
import { TrendChart } from '../parts/charts.js';
import { Badge } from '../parts/labels.js';
import { Loaded } from '../parts/loaded.js';
import { MoreButton, useListed } from '../parts/more.js';
import { go, Link } from '../parts/place.js';
import { useSpeech } from '../words/language.js';
import { StartForm } from './start-form.js';
import { compareUrl, sessionUrl } from './session-url.js';

/** REQ-S-003: the targets of a session. */
const WANTED_RATE = 0.8;

function Trend({ sessions }: { readonly sessions: readonly Session[] }) {
  const { say, time, shortDay } = useSpeech();
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

function SessionRow({ session, isChosen, choose }: RowProps) {
  const { say, time, percent, fixed } = useSpeech();
  const { session_id: id, summary } = session;
  return (
    <tr>
      <td>
        <input type="checkbox" checked={isChosen} onChange={choose} aria-label={say('chooseToCompare', { id })} />
      </td>
      <th scope="row">
        <Link to={sessionUrl(id)}>{session.name ?? id}</Link>
      </th>
      <td>
        <Badge group="status" value={session.status} />
      </td>
      <td>{time(session.started_at)}</td>
      <td class="figure">{summary.queries}</td>
      <td class="figure">{percent(summary.success_rate)}</td>
      <td class="figure">{fixed(summary.average_score)}</td>
    </tr>
  );
}

function SessionTable({ sessions }: { readonly sessions: readonly Session[] }) {
  const { say } = useSpeech();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const choose = (id: string) => () =>
    setChosen((ids) => (ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id].slice(-2)));
  const compare = () => {
    // The list is newest first: the earlier session is the baseline of the later one.
    const [candidate, base] = sessions.map((session) => session.session_id).filter((id) => chosen.includes(id));
    if (base !== undefined && candidate !== undefined) go(compareUrl(base, candidate));
  };
  const heads = ['status', 'started', 'questions', 'successRate', 'averageScore'] as const;
  return (
    <>
      <div class="scroll" tabIndex={0} role="region" aria-label={say('sessionsList')}>
        <table>
          <thead>
            <tr>
              <td />
              <th scope="col">{say('session')}</th>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {say(head)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sessions.map((session) => (
              <SessionRow
                key={session.session_id}
                session={session}
                isChosen={chosen.includes(session.session_id)}
                choose={choose(session.session_id)}
              />
            ))}
          </tbody>
        </table>
      </div>
      <button type="button" class="quiet" disabled={chosen.length !== 2} onClick={compare}>
        {say('compareChosen')}
      </button>{' '}
    </>
  );
}

/** The sessions, newest first, with trends, and the form that starts one. */
export function SessionList() {
  const { say } = useSpeech();
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
              <SessionTable sessions={sessions} />
            </>
          )
        }
      </Loaded>
      <MoreButton more={more} />
    </>
  );
}
