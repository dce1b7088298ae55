import { trialsToPass } from '../../domain/interval.js';
import { ResultSummary } from './result-summary.js';

export const GATE_LIMITS = {
  intent_accuracy: 0.85,
  fact_check_rate: 1,
  success_rate: 0.8,
  followup_success_rate: 0.85,
} as const;

const MOST_DIALOGUES = 100;
const MOST_QUERIES = 200;

/** Where a session is made longer, and how long it is. */
export interface Longer {
  /** What is counted: `queries`, `follow-ups`. */
  readonly noun: 'queries' | 'follow-ups';
  /** Questions of each person, or dialogues, as they are. */
  readonly now: number;
  readonly most: number;
  /** The fields that set it. */
  readonly setBy: string;
  /** What the gate counts for one of the noun: an intent has three levels. */
  readonly countedEach: number;
}

/**
 * How much longer a session has to be that would decide, at the rate that was found; empty where nothing can be made longer.
 * @param needed what the gate has to count
 */
export function whatDecides(
  { all, longer }: { readonly all: number; readonly longer?: Longer },
  needed: number,
): string {
  if (longer === undefined || longer.now === 0) return '';
  const { noun, now, most, setBy, countedEach } = longer;
  const more = Math.max(1, Math.ceil((needed - all) / countedEach));
  const units = Math.max(now + 1, Math.ceil((needed * now) / all));
  const said = ` At this rate ${more} more ${noun} would decide it`;
  if (units > most) return `${said}.`;
  return noun === 'queries'
    ? `${said}: ${units} for each persona instead of ${now} (${setBy}).`
    : `${said}: ${units} dialogues instead of ${now} (${setBy}).`;
}

const differentIn = (results: readonly ResultSummary[], of: (result: ResultSummary) => string | null): number =>
  new Set(results.map(of)).size;

/** Single questions, of which each persona has as many. */
export function moreQueries(single: readonly ResultSummary[], countedEach: number): Longer {
  const personas = differentIn(single, (r) => r.personaId);
  const now = Math.round(single.length / Math.max(1, personas));
  return { noun: 'queries', now, most: MOST_QUERIES, setBy: 'queries_per_persona, --queries', countedEach };
}

/** Dialogues of some follow-ups each. */
export function moreDialogues(followUps: readonly ResultSummary[]): Longer {
  const now = differentIn(followUps, (r) => r.scenarioId);
  return { noun: 'follow-ups', now, most: MOST_DIALOGUES, setBy: 'multi_turn.scenarios, --scenarios', countedEach: 1 };
}

/**
 * What a session of this size cannot pass even if every answer is right, before it runs, in words; empty where it can pass every gate
 * that its size decides.
 * @param followUps turns after the openings of all dialogues
 */
export function tooFewToPass({
  queries,
  followUps,
}: {
  readonly queries: number;
  readonly followUps: number;
}): string[] {
  const sizes = [
    ['success_rate', queries, 'questions', '--queries'],
    ['followup_success_rate', followUps, 'follow-ups', '--scenarios'],
  ] as const;
  return sizes.flatMap(([id, planned, noun, option]) => {
    const needed = trialsToPass(1, GATE_LIMITS[id]) ?? 0;
    return planned >= needed || planned === 0
      ? []
      : [
          `${planned} ${noun} cannot pass the gate ${id} even if all are right, ${needed} can: ask for more (${option}).`,
        ];
  });
}
