import type { Gate } from '../api/sessions.js';
import { Badge } from '../parts/labels.js';
import { gateName, plainDetail } from './plain-detail.js';
import { gatesInOrder, gateStateOf } from './session-verdict.js';
import { useSessionSpeech } from './session-words.js';

/** Every gate is a share but the mean score. */
const SCALES: Readonly<Record<string, number>> = { average_score: 5 };

/** The value on its whole scale, with its interval and the threshold. */
function Scale({ gate, most }: { readonly gate: Gate; readonly most: number }) {
  if (gate.value === null) return null;
  const place = (value: number) => `${Math.min(1, Math.max(0, value / most)) * 100}%`;
  const [low, high] = gate.ci95 ?? [];
  return (
    <span class="gauge" aria-hidden="true">
      <i data-level={gateStateOf(gate) === 'missed' ? 'bad' : ''} style={{ width: place(gate.value) }} />
      {low !== undefined && high !== undefined && gate.threshold < most && (
        <s style={{ insetInlineStart: place(low), width: `${((high - low) / most) * 100}%` }} />
      )}
      <b style={{ insetInlineStart: place(gate.threshold) }} />
    </span>
  );
}

/** The quality gates of a session, those that need a look first. */
export function GateList({ gates }: { readonly gates: readonly Gate[] }) {
  const { say, name, fixed, percent, language } = useSessionSpeech();
  if (gates.length === 0) return null;
  return (
    <section>
      <h2>{say('gates')}</h2>
      <ul class="rows gates">
        {gatesInOrder(gates).map((gate) => {
          // An older server sends only the English sentence.
          const detail = language === 'ko' ? (gate.detail_ko ?? gate.detail) : gate.detail;
          const most = SCALES[gate.id] ?? 1;
          const figure = (value: number | null) =>
            value === null || most === 1 ? percent(value) : say('scoreOf', { score: fixed(value) });
          return (
            <li key={gate.id} data-gate={gate.id}>
              <Badge group="gateState" value={gateStateOf(gate)} />
              <div>
                <p class="row">
                  <strong>{gateName(gate.id, name)}</strong>
                  <span>
                    {figure(gate.value)}{' '}
                    <span class="facts">{say('wantedAtLeast', { wanted: figure(gate.threshold) })}</span>
                  </span>
                </p>
                <Scale gate={gate} most={most} />
                {detail !== null && (
                  <p class="facts" lang={detail === gate.detail ? 'en' : language}>
                    {plainDetail(detail, name)}
                  </p>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      <p class="muted">{say('gaugeExplained')}</p>
    </section>
  );
}
