import { useState } from 'preact/hooks';
import { changeSession, listResults, readSession, type Result, type Session } from '../api/sessions.js';
import { BarChart } from '../parts/charts.js';
import { Badge } from '../parts/labels.js';
import { Loaded, useLoaded } from '../parts/loaded.js';
import { MoreButton, useListed } from '../parts/more.js';
import { Link } from '../parts/place.js';
import { ProblemView } from '../parts/problem.js';
import { ServerText } from '../parts/server-text.js';
import { useSpeech } from '../words/language.js';
import { BaselineTable } from './baseline-table.js';
import { MeasuredContribution } from './contribution-chart.js';
import { FailuresView } from './failures-view.js';
import { GateList } from './gate-list.js';
import { LiveProgress, useDurationText } from './live-progress.js';
import { usePersonaNames } from './persona-names.js';
import { plainDetail } from './plain-detail.js';
import { PolicyDeviations } from './policy-differences.js';
import { ReportLinks } from './report-links.js';
import { SessionResults } from './session-results.js';
import { isRunning, labelUrl } from './session-url.js';
import { useSessionSpeech } from './session-words.js';
import { VerdictLine } from './verdict-line.js';

/** Figures that no gate shows, with their units. */
function Figures({ session }: { readonly session: Session }) {
  const { say, percent, fixed, time } = useSessionSpeech();
  const duration = useDurationText();
  const { summary, planned, started_at: started, completed_at: ended } = session;
  const gates = new Set(session.gates.map(({ id }) => id));
  const [low, high] = summary.average_score_ci95 ?? [];
  const score =
    summary.average_score === null ? say('notMeasured') : say('scoreOf', { score: fixed(summary.average_score) });
  const between = low === undefined || high === undefined ? '' : ` (${low.toFixed(2)} – ${high.toFixed(2)})`;
  const facts: readonly (readonly [string, string])[] = [
    [say('meanScore'), score + between],
    [say('questions'), say('questionsAndTurns', { questions: summary.queries, turns: planned.turns })],
    [say('notEvaluated'), say('countOf', { count: summary.not_evaluated, all: summary.queries })],
    ...(gates.has('fact_check_rate') ? [] : [[say('factCheckRate'), percent(summary.fact_check_rate)] as const]),
    ...(gates.has('intent_accuracy') ? [] : [[say('intentAccuracy'), percent(summary.intent_accuracy)] as const]),
    ...(gates.has('followup_success_rate')
      ? []
      : [[say('followupSuccess'), percent(summary.followup_success_rate)] as const]),
    [say('contextKept'), percent(summary.context_retention_rate)],
    [say('started'), time(started)],
    [
      say('tookTime'),
      started === null || ended === null ? '–' : duration(Math.max(0, Date.parse(ended) - Date.parse(started))),
    ],
    [
      say('cost'),
      summary.cost_usd === null ? say('notMeasured') : say('dollars', { usd: summary.cost_usd.toFixed(2) }),
    ],
    [say('seed'), String(session.seed)],
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

function Charts({ session: { session_id: id, summary } }: { readonly session: Session }) {
  const personaNameOf = usePersonaNames(id);
  const { say, name, percent } = useSessionSpeech();
  const rates = (group: string, values: Readonly<Record<string, number>>) =>
    Object.entries(values).map(([key, value]) => ({ key, label: name(group, key), value, shown: percent(value) }));
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
  const worstFirst = rates('persona', summary.by_persona)
    .map((bar) => ({ ...bar, label: personaNameOf(bar.key) }))
    .toSorted((a, b) => a.value - b.value);
  const asked = Object.entries(summary.by_asks ?? {})
    .map(([key, { queries, success, rate }]) => ({
      key,
      label: name('asks', key),
      value: rate,
      shown: say('countOf', { count: success, all: queries }),
    }))
    .toSorted((a, b) => a.value - b.value);
  return (
    <div class="grid">
      <BarChart
        caption={say('verdictsOf', { count: summary.queries })}
        bars={Object.entries(verdicts).map(([key, value]) => ({
          key,
          label: name('verdict', key),
          value,
          shown: String(value),
          level: key,
        }))}
        full={Math.max(1, summary.queries)}
      />
      {dimensions.length > 0 && <BarChart caption={say('dimensions')} bars={dimensions} />}
      <BarChart caption={say('byPersona')} bars={worstFirst} full={1} />
      <BarChart caption={say('byDifficulty')} bars={rates('difficulty', summary.by_difficulty)} full={1} />
      {asked.length > 0 && <BarChart caption={say('byAsks')} bars={asked} full={1} />}
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

interface DetailProps {
  readonly session: Session;
  readonly results: readonly Result[];
}

/** What came of a session: the verdict, what failed, the gates, then everything else. */
function Outcome({ session, results }: DetailProps) {
  const { say, name } = useSessionSpeech();
  const { session_id: id, summary } = session;
  return (
    <>
      <VerdictLine session={session} />
      {session.error !== null && (
        <p class="note">
          <ServerText plain={(text) => plainDetail(text, name)}>{session.error}</ServerText>
        </p>
      )}
      {summary.alarms?.map((alarm) => (
        <p key={alarm} class="note">
          <ServerText plain={(text) => plainDetail(text, name)}>{alarm}</ServerText>
        </p>
      ))}
      <FailuresView id={id} causes={session.causes} results={results} />
      <GateList gates={session.gates} />
      <PolicyDeviations deviations={session.policy_deviations} />
      <section>
        <h2>{say('sessionFigures')}</h2>
        <Figures session={session} />
        <Charts session={session} />
      </section>
      <BaselineTable session={session} />
      {session.contribution !== null && <MeasuredContribution contribution={session.contribution} />}
      <SessionResults id={id} results={results} />
    </>
  );
}

/** What there is to see and do once a session has ended. */
function Ended({ session, changed }: { readonly session: Session; readonly changed: () => void }) {
  const { say } = useSessionSpeech();
  const { session_id: id, status } = session;
  const { items, more } = useListed((cursor) => listResults(id, cursor), [id, status]);
  return (
    <>
      <Loaded of={items}>{(results) => <Outcome session={session} results={results} />}</Loaded>
      <MoreButton more={more} />
      <ReportLinks id={id} />
      <p>
        <Link to={labelUrl(id)}>{say('labelAnswers')}</Link>
      </p>
      <Controls session={session} changed={changed} />
    </>
  );
}

/** A session: its progress while it runs, then its verdict, with a link to each question. */
export function SessionView({ id }: { readonly id: string }) {
  const { say } = useSessionSpeech();
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
          {isRunning(session.status) ? (
            <>
              <LiveProgress session={session} ended={loaded.reload} />
              <Controls session={session} changed={loaded.reload} />
            </>
          ) : (
            <Ended session={session} changed={loaded.reload} />
          )}
        </>
      )}
    </Loaded>
  );
}
