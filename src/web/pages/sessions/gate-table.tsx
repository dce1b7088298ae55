import type { Gate } from '../api/sessions.js';
import { Badge } from '../parts/labels.js';
import { useSpeech } from '../words/language.js';

function stateOf({ passed, state }: Gate) {
  if (passed === null) return 'unmeasured';
  if (passed) return 'passed';
  return state === 'too_few' ? 'undecided' : 'missed';
}

/** The quality gates of a session. */
export function GateTable({ gates }: { readonly gates: readonly Gate[] }) {
  const { say, name, fixed, language } = useSpeech();
  // An older server sends only the English sentence.
  const told = (gate: Gate) => (language === 'ko' ? (gate.detail_ko ?? gate.detail) : gate.detail);
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
                  {name('gate', gate.id)}
                  {gate.detail !== null && (
                    <p class="facts" lang={told(gate) === gate.detail ? 'en' : language}>
                      {told(gate)}
                    </p>
                  )}
                </th>
                <td>
                  <Badge group="gateState" value={stateOf(gate)} />
                </td>
                <td class="figure">{fixed(gate.value, 3)}</td>
                <td class="figure">{gate.threshold}</td>
                <td class="figure">{gate.ci95?.map((end) => end.toFixed(2)).join(' – ') ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
