import { compareSessions, type Comparison, listSessions, type Session } from '../api/sessions.js';
import { Badge } from '../parts/labels.js';
import { Loaded, useLoaded } from '../parts/loaded.js';
import { go, Link, usePlace } from '../parts/place.js';
import { useSpeech } from '../words/language.js';
import { AnswerPairs } from './answer-pairs.js';
import { PolicyDifferences } from './policy-differences.js';
import { compareUrl, sessionUrl } from './session-url.js';

/** Number of sessions in the list; older ones are compared by their URL. */
const CHOICES = 100;

interface ChooserProps {
  readonly sessions: readonly Session[];
  readonly base: string;
  readonly candidate: string;
}

function Chooser({ sessions, base, candidate }: ChooserProps) {
  const { say, time, percent } = useSpeech();
  const known = (id: string) => id === '' || sessions.some((session) => session.session_id === id);
  const options = (id: string) => (
    <>
      <option value="">{say('choose')}</option>
      {!known(id) && <option value={id}>{id}</option>}
      {sessions.map(({ session_id: key, name, started_at: at, summary }) => (
        <option key={key} value={key}>
          {`${name ?? key} · ${time(at)} · ${percent(summary.success_rate)}`}
        </option>
      ))}
    </>
  );
  return (
    <div class="card fields">
      <label>
        {say('baseSession')}
        <select value={base} onChange={(event) => go(compareUrl(event.currentTarget.value, candidate))}>
          {options(base)}
        </select>
      </label>
      <label>
        {say('candidateSession')}
        <select value={candidate} onChange={(event) => go(compareUrl(base, event.currentTarget.value))}>
          {options(candidate)}
        </select>
      </label>
    </div>
  );
}

function Outcome({ found }: { readonly found: Comparison }) {
  const { say, fixed } = useSpeech();
  const { differences, p_values: p } = found;
  const points = (share: number | null | undefined) =>
    share === null || share === undefined ? say('notMeasured') : `${(share * 100).toFixed(1)} %p`;
  const facts: readonly (readonly [string, string])[] = [
    [say('pairedQuestions'), String(found.paired_queries)],
    [say('changeOfRate'), `${points(differences.success_rate)} (p = ${fixed(p.success ?? null, 3)})`],
    [say('changeOfScore'), `${fixed(differences.average_score ?? null)} (p = ${fixed(p.score ?? null, 3)})`],
    [say('interval'), found.score_change_ci95?.map((end) => end.toFixed(2)).join(' – ') ?? '–'],
    [say('neededQuestions'), found.needed_queries === null ? '–' : String(found.needed_queries)],
  ];
  return (
    <>
      <div class="row start">
        <h2>{say('outcome')}</h2>
        <Badge group="comparison" value={found.verdict ?? (found.regressed ? 'worse' : 'no effect')} />
      </div>
      <PolicyDifferences found={found} />
      <dl class="figures">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        <Link to={sessionUrl(found.base)}>{say('baseSession')}</Link> ·{' '}
        <Link to={sessionUrl(found.candidate)}>{say('candidateSession')}</Link>
      </p>
      <AnswerPairs base={found.base} candidate={found.candidate} />
    </>
  );
}

function ComparisonOf({ base, candidate }: { readonly base: string; readonly candidate: string }) {
  const loaded = useLoaded(() => compareSessions(base, candidate), [base, candidate]);
  return <Loaded of={loaded}>{(found) => <Outcome found={found} />}</Loaded>;
}

/** A comparison of two sessions on their common questions. */
export function CompareView() {
  const { say } = useSpeech();
  const { parameters } = usePlace();
  const base = parameters.get('base') ?? '';
  const candidate = parameters.get('candidate') ?? '';
  const sessions = useLoaded(() => listSessions(null, CHOICES), []);
  return (
    <>
      <h1>{say('compare')}</h1>
      <Loaded of={sessions}>{({ items }) => <Chooser sessions={items} base={base} candidate={candidate} />}</Loaded>
      {base !== '' && candidate !== '' && <ComparisonOf base={base} candidate={candidate} />}
    </>
  );
}
