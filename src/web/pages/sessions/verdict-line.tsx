import type { Session } from '../api/sessions.js';
import { type SessionVerdict, verdictOf } from './session-verdict.js';
import { gateName } from './plain-detail.js';
import { useSessionSpeech } from './session-words.js';

/** How many questions were answered right, with its interval, in words. */
function useRate() {
  const { say, percent } = useSessionSpeech();
  return ({ summary }: Pick<Session, 'summary'>) => {
    const [low, high] = (summary.success_rate_ci95 ?? []).map((end) => `${Math.round(end * 100)} %`);
    const all = summary.queries - summary.not_evaluated;
    const values = { right: summary.success, all, rate: percent(summary.success_rate) };
    return low === undefined || high === undefined
      ? say('rightOf', values)
      : say('rightOfWithInterval', { ...values, low, high });
  };
}

export function VerdictBadge({ verdict }: { readonly verdict: SessionVerdict }) {
  const { name } = useSessionSpeech();
  return (
    <span class="badge" data-value={verdict}>
      {name('sessionVerdict', verdict)}
    </span>
  );
}

/** What came of a session, in one sentence. */
export function VerdictLine({ session }: { readonly session: Session }) {
  const { say, name } = useSessionSpeech();
  const rate = useRate()(session);
  const { verdict, deciding } = verdictOf(session);
  const isMeasured = session.summary.success_rate !== null;
  const values = { rate, count: deciding.length, gates: session.gates.length };
  const sentence = isMeasured ? say(`verdictSays_${verdict}`, values) : say('nothingMeasured');
  return (
    <div class="card verdict" data-verdict={verdict}>
      <p>
        <VerdictBadge verdict={verdict} /> {sentence}
      </p>
      {verdict !== 'passed' && deciding.length > 0 && (
        <p class="facts">
          {deciding.map((gate) => (
            <span key={gate.id}>{gateName(gate.id, name)}</span>
          ))}
        </p>
      )}
    </div>
  );
}
