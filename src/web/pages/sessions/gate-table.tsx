import type { Gate } from '../api/sessions.js';
import { Badge } from '../parts/labels.js';
import { gateName, plainDetail } from './plain-detail.js';
import { useSessionSpeech } from './session-words.js';

function stateOf({ passed, state }: Gate) {
  if (passed === null) return 'unmeasured';
  if (passed) return 'passed';
  return state === 'too_few' ? 'undecided' : 'missed';
}

/** The quality gates of a session. */
export function GateTable({ gates }: { readonly gates: readonly Gate[] }) {
  const { say, name, fixed, percent, language } = useSessionSpeech();
  // An older server sends only the English sentence.
  const told = (gate: Gate) => (language === 'ko' ? (gate.detail_ko ?? gate.detail) : gate.detail);
  // Every gate is a share but the mean score.
  const figure = ({ id }: Gate, value: number | null) => (id === 'average_score' ? fixed(value) : percent(value));
  if (gates.length === 0) return null;
  return (
    <section>
      <h2>{say('gates')}</h2>
      <div class="scroll" tabIndex={0} role="region" aria-label={say('gates')}>
        <table>
          <thead>
            <tr>
              {(['gate', 'result', 'value', 'threshold', 'interval'] as const).map((head) => (
                <th key={head} scope="col">
                  {say(head)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {gates.map((gate) => (
              <tr key={gate.id}>
                <th scope="row">
                  {gateName(gate.id, name)}
                  {gate.detail !== null && (
                    <p class="facts" lang={told(gate) === gate.detail ? 'en' : language}>
                      {plainDetail(told(gate) ?? '', name)}
                    </p>
                  )}
                </th>
                <td>
                  <Badge group="gateState" value={stateOf(gate)} />
                </td>
                <td class="figure">{figure(gate, gate.value)}</td>
                <td class="figure">{figure(gate, gate.threshold)}</td>
                <td class="figure">{gate.ci95?.map((end) => figure(gate, end)).join(' – ') ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
