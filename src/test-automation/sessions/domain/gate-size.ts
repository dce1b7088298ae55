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

/** The options that make a session longer, and its present length. */
export interface Longer {
  /** The counted thing: `queries`, `follow-ups`. */
  readonly noun: 'queries' | 'follow-ups';
  /** Present number of questions of each person, or of dialogues. */
  readonly now: number;
  readonly most: number;
  /** The fields that set it. */
  readonly setBy: string;
  /** Items of the gate for one of the noun: an intent has three levels. */
  readonly countedEach: number;
}

/**
 * How much longer a session has to be to decide, at the present rate; empty if nothing can be made longer.
 * @param needed number of items that the gate needs
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

/** Single questions; each persona has the same number. */
export function moreQueries(single: readonly ResultSummary[], countedEach: number): Longer {
  const personas = differentIn(single, (r) => r.personaId);
  const now = Math.round(single.length / Math.max(1, personas));
  return { noun: 'queries', now, most: MOST_QUERIES, setBy: 'queries_per_persona, --queries', countedEach };
}

/** Dialogues with several follow-ups each. */
export function moreDialogues(followUps: readonly ResultSummary[]): Longer {
  const now = differentIn(followUps, (r) => r.scenarioId);
  return { noun: 'follow-ups', now, most: MOST_DIALOGUES, setBy: 'multi_turn.scenarios, --scenarios', countedEach: 1 };
}

/**
 * Before a session runs: the gates that a session of this size cannot pass even if every answer is right, in words; empty if its size can
 * decide every gate.
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
