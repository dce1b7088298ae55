import type { Gate, Session } from '../api/sessions.js';

export type GateState = 'missed' | 'undecided' | 'unmeasured' | 'passed';

/** States in the order in which they are shown: what needs a look comes first. */
const ORDER: readonly GateState[] = ['missed', 'undecided', 'unmeasured', 'passed'];

export function gateStateOf({ passed, state }: Gate): GateState {
  if (passed === null) return 'unmeasured';
  if (passed) return 'passed';
  return state === 'too_few' ? 'undecided' : 'missed';
}

/** Gates that need a look first. */
export const gatesInOrder = (gates: readonly Gate[]): Gate[] =>
  gates.toSorted((a, b) => ORDER.indexOf(gateStateOf(a)) - ORDER.indexOf(gateStateOf(b)));

/** `unfinished`: the session ended before all its questions were asked. */
export type SessionVerdict = GateState | 'unfinished';

/** A session in one word, and the gates that decided it. */
export interface Verdict {
  readonly verdict: SessionVerdict;
  readonly deciding: readonly Gate[];
}

/** The verdict on a session that has ended: the worst state of its gates. */
export function verdictOf({ status, gates, summary }: Pick<Session, 'status' | 'gates' | 'summary'>): Verdict {
  const inState = (state: GateState) => gates.filter((gate) => gateStateOf(gate) === state);
  if (summary.success_rate === null || gates.length === 0) return { verdict: 'unmeasured', deciding: [] };
  const missed = inState('missed');
  const isWhole = status === 'completed' || (status === 'failed' && missed.length > 0);
  if (!isWhole) return { verdict: 'unfinished', deciding: [] };
  const verdict = ORDER.find((state) => inState(state).length > 0) ?? 'unmeasured';
  return { verdict, deciding: inState(verdict) };
}
