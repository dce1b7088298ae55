import { useState } from 'preact/hooks';
import { changeSession, readSession, type Session } from '../api/sessions.js';
import { BarChart } from '../parts/charts.js';
import { Badge } from '../parts/labels.js';
import { Loaded, useLoaded } from '../parts/loaded.js';
import { Link } from '../parts/place.js';
import { ProblemView } from '../parts/problem.js';
import { ServerText } from '../parts/server-text.js';
import { useSpeech } from '../words/language.js';
import { MeasuredContribution } from './contribution-chart.js';
import { GateTable } from './gate-table.js';
import { LiveProgress } from './live-progress.js';
import { ReportLinks } from './report-links.js';
import { SessionResults } from './session-results.js';
import { isRunning } from './session-url.js';

function Figures({ session }: { readonly session: Session }) {
  const { say, percent, fixed, time } = useSpeech();
  const { summary } = session;
  const interval = summary.success_rate_ci95?.map((end) => `${(end * 100).toFixed(0)} %`).join(' – ') ?? '';
  const facts: readonly (readonly [string, string])[] = [
    [say('successRate'), `${percent(summary.success_rate)}${interval === '' ? '' : ` (${interval})`}`],
    [say('averageScore'), fixed(summary.average_score)],
    [say('questions'), String(summary.queries)],
    [say('notEvaluated'), String(summary.not_evaluated)],
    [say('factCheckRate'), percent(summary.fact_check_rate)],
    [say('intentAccuracy'), percent(summary.intent_accuracy)],
    [say('followupSuccess'), percent(summary.followup_success_rate)],
    [say('contextKept'), percent(summary.context_retention_rate)],
    [say('seed'), String(session.seed)],
    [say('started'), time(session.started_at)],
    [say('ended'), time(session.completed_at)],
    [say('cost'), summary.cost_usd === null ? say('notMeasured') : `${summary.cost_usd.toFixed(2)} USD`],
  ];
  return (
    <dl class="figures">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Points of a dimension where they are not 1: the words of the bars say the same. */
const MOST_POINTS: Readonly<Record<string, number>> = { practicality: 0.5, actionability: 0.5 };

function Charts({ session: { summary } }: { readonly session: Session }) {
  const { say, name, percent } = useSpeech();
  const rates = (group: string, values: Readonly<Record<string, number>>) =>
    Object.entries(values).map(([key, value]) => ({ key, label: name(group, key), value, shown: percent(value) }));
  const counts = (group: string, values: Readonly<Record<string, number>>) =>
    Object.entries(values).map(([key, value]) => ({ key, label: name(group, key), value, shown: String(value) }));
  const verdicts = {
    success: summary.success,
    partial: summary.partial,
    failure: summary.failed,
    not_evaluated: summary.not_evaluated,
  };
  const dimensions = Object.entries(summary.dimensions ?? {}).map(([key, value]) => ({
    key,
    label: name('dimension', key),
    value,
    shown: value.toFixed(2),
    full: MOST_POINTS[key] ?? 1,
  }));
  return (
    <div class="grid">
      <BarChart
        caption={say('verdicts')}
        bars={counts('verdict', verdicts).map((bar) => ({ ...bar, level: bar.key }))}
      />
      {dimensions.length > 0 && <BarChart caption={say('dimensions')} bars={dimensions} />}
      <BarChart caption={say('byPersona')} bars={rates('persona', summary.by_persona)} full={1} />
      <BarChart caption={say('byDifficulty')} bars={rates('difficulty', summary.by_difficulty)} full={1} />
      {Object.keys(summary.by_failure_type).length > 0 && (
        <BarChart caption={say('failureTypes')} bars={counts('failure', summary.by_failure_type)} />
      )}
    </div>
  );
}

function Controls({ session, changed }: { readonly session: Session; readonly changed: () => void }) {
  const { say } = useSpeech();
  const [error, setError] = useState<unknown>(undefined);
  const { session_id: id, status } = session;
  const change = (what: 'cancel' | 'resume' | 'rejudge') => () => {
    setError(undefined);
    changeSession(id, what).then(changed, setError);
  };
  const canResume = ['cancelled', 'interrupted', 'failed'].includes(status);
  return (
    <div class="row start">
      {isRunning(status) && (
        <button type="button" class="quiet" onClick={change('cancel')}>
          {say('cancelSession')}
        </button>
      )}
      {canResume && (
        <button type="button" class="quiet" onClick={change('resume')}>
          {say('resumeSession')}
        </button>
      )}
      {!isRunning(status) && (
        <button type="button" class="quiet" onClick={change('rejudge')}>
          {say('rejudgeSession')}
        </button>
      )}
      {error !== undefined && <ProblemView error={error} />}
    </div>
  );
}

/** A session: its progress while it runs, then its results, with a link to each question. */
export function SessionView({ id }: { readonly id: string }) {
  const { say } = useSpeech();
  const loaded = useLoaded(() => readSession(id), [id]);
  return (
    <Loaded of={loaded}>
      {(session) => (
        <>
          <p>
            <Link to="/pages/sessions">‹ {say('sessionsList')}</Link>
          </p>
          <div class="row start">
            <h1>{session.name ?? session.session_id}</h1>
            <Badge group="status" value={session.status} />
          </div>
          {session.error !== null && (
            <p class="note">
              <ServerText>{session.error}</ServerText>
            </p>
          )}
          {isRunning(session.status) && <LiveProgress session={session} ended={loaded.reload} />}
          <Controls session={session} changed={loaded.reload} />
          {session.summary.alarms?.map((alarm) => (
            <p key={alarm} class="note">
              <ServerText>{alarm}</ServerText>
            </p>
          ))}
          <Figures session={session} />
          <ReportLinks id={id} />
          <GateTable gates={session.gates} />
          <Charts session={session} />
          {session.contribution !== null && <MeasuredContribution contribution={session.contribution} />}
          <SessionResults id={id} stamp={session.status} />
        </>
      )}
    </Loaded>
  );
}
