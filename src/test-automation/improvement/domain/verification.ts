import { clusterBootstrap, Interval } from '../../domain/interval.js';
import { mcNemar } from '../../domain/paired-tests.js';
import { SeededRandom } from '../../domain/seeded-random.js';
import { TrialOutcome } from './trial.js';

/** A set of questions before and after a patch. */
export interface SetComparison {
  /** Evaluated both times. */
  readonly queries: number;
  readonly gained: number;
  readonly lost: number;
  readonly failedBefore: number;
  readonly scoreChange: number | null;
  readonly scoreChangeCi95: Interval | null;
  /** McNemar's exact test of pass and fail. */
  readonly successP: number;
  /** Worse beyond its interval, in scores or in passes. */
  readonly regressed: boolean;
  /** Provisions of failed questions, and those with a cured one; a message without a provision counts as its own. */
  readonly failedIn: readonly string[];
  readonly gainedIn: readonly string[];
}

export const UNTRIED: SetComparison = {
  queries: 0,
  gained: 0,
  lost: 0,
  failedBefore: 0,
  scoreChange: null,
  scoreChangeCi95: null,
  successP: 1,
  regressed: false,
  failedIn: [],
  gainedIn: [],
};

/** Figures of the verification of a patch, and the decision. */
export interface Verification {
  readonly accepted: boolean;
  /** Reasons, in sentences. */
  readonly reasons: readonly string[];
  /** The questions that it should cure. */
  readonly failing: SetComparison;
  /** Paraphrases of them that it was not made from. */
  readonly paraphrases: SetComparison;
  /** Questions that are unrelated to it. */
  readonly regression: SetComparison;
  /** Failures and paraphrases under an analogous meaningless change (a synonym with an unrelated word); null without one. */
  readonly control: SetComparison | null;
  /** The same under the best analogous change from these passages (another word that most of them have); null without one. */
  readonly rival?: SetComparison | null;
  /** How near the words of a synonym are in meaning, by vectors that do not depend on the documents; null for a patch without synonyms. */
  readonly meaning?: number | null;
  /** Of the passages of questions with the one word of a synonym, how many have the other; null for a patch without synonyms. */
  readonly holding?: { readonly passages: number; readonly having: number; readonly named: number } | null;
}

/** Fewer questions cannot show that nothing else became worse. */
export const LEAST_REGRESSION = 20;
/** A general repair cures more than one provision, if the questions are about more than one. */
const LEAST_PROVISIONS = 2;
/** Share of the cures that a meaningless change may achieve by chance: any change of the ranking changes some answer. */
const LUCK = 0.5;
/** Share of the failures with its word that a true synonym cures; one that cures fewer moved them by accident. */
const LEAST_CURED = 1 / 3;
/**
 * Words that are nearer than this mean the same or nearly: of the synonyms that come with the program, 83 % of the Korean words have one of
 * their group as near, and 0.1 % of the pairs of different groups are.
 */
export const NEAR_IN_MEANING = 0.6;
const ALPHA = 0.05;

interface Pair {
  readonly base: TrialOutcome;
  readonly candidate: TrialOutcome;
}

function pairsOf(base: readonly TrialOutcome[], candidate: readonly TrialOutcome[]): Pair[] {
  const after = new Map(candidate.map((outcome) => [outcome.trial.question.id, outcome]));
  return base.flatMap((before) => {
    const other = after.get(before.trial.question.id);
    return other === undefined || before.success === null || other.success === null
      ? []
      : [{ base: before, candidate: other }];
  });
}

/**
 * The same questions under two configurations; clustered by persona. Fewer than two clusters have no interval: then any net loss counts.
 */
export function compareOutcomes(base: readonly TrialOutcome[], candidate: readonly TrialOutcome[]): SetComparison {
  const pairs = pairsOf(base, candidate);
  const gained = pairs.filter((p) => p.base.success === false && p.candidate.success === true).length;
  const lost = pairs.filter((p) => p.base.success === true && p.candidate.success === false).length;
  const changes = pairs.flatMap(({ base: before, candidate: after }) =>
    before.score === null || after.score === null
      ? []
      : [{ cluster: before.trial.question.personaId, value: after.score - before.score }],
  );
  const interval = clusterBootstrap(changes, new SeededRandom('verification')) ?? null;
  const successP = mcNemar(gained, lost);
  const isWorse = interval === null ? lost > gained : interval[1] < 0;
  const failed = pairs.filter((p) => p.base.success === false);
  return {
    queries: pairs.length,
    gained,
    lost,
    failedBefore: pairs.filter((p) => p.base.success === false).length,
    scoreChange: changes.length === 0 ? null : changes.reduce((sum, c) => sum + c.value, 0) / changes.length,
    scoreChangeCi95: interval,
    successP,
    regressed: isWorse || (successP < ALPHA && lost > gained),
    failedIn: provisionsOf(failed),
    gainedIn: provisionsOf(failed.filter((p) => p.candidate.success === true)),
  };
}

function provisionsOf(pairs: readonly Pair[]): string[] {
  const names = pairs.map(({ base }) => base.trial.question.gold.quote ?? base.trial.question.id);
  return [...new Set(names)];
}

/** Whether vectors say that the words mean the same: then cures need not prove it, but only that it helps. */
const isNear = ({ meaning }: Pick<Verification, 'meaning'>): boolean => (meaning ?? 0) >= NEAR_IN_MEANING;

/**
 * Whether the repair cures one provision only although several fail for the same reason, or has evidence from one question and no
 * paraphrase of it.
 */
function narrowness(tried: Pick<Verification, 'failing' | 'paraphrases' | 'meaning'>): string[] {
  if (isNear(tried)) return [];
  const { failing, paraphrases } = tried;
  const union = (name: 'failedIn' | 'gainedIn') => new Set([...failing[name], ...paraphrases[name]]).size;
  if (union('failedIn') >= LEAST_PROVISIONS)
    return union('gainedIn') >= LEAST_PROVISIONS
      ? []
      : ['It helps with one provision alone, and with none of the others that fail.'];
  return [];
}

/** Whether paraphrases that it was not made from are cured too: without that it may have learned one question only. */
function unproven({ paraphrases }: Pick<Verification, 'paraphrases'>): string[] {
  if (paraphrases.queries === 0)
    return ['There is no other wording of what it cures, so that nothing shows that it is general.'];
  if (paraphrases.failedBefore === 0)
    return ['No other wording of it failed, so that nothing shows that it is general.'];
  return paraphrases.gained === 0
    ? ['It helps only the wordings that it was made from, and no other wording of them.']
    : [];
}

/**
 * If another word of the passages cures as much, the repair is refused, unless most of the passages have its word in their heading: that is
 * stronger evidence.
 */
function rivalry({ failing, paraphrases, rival, holding }: Tried): string[] {
  const cured = failing.gained + paraphrases.gained;
  const isNamed = holding != null && 2 * holding.named > holding.passages;
  return rival == null || rival.gained < cured || (isNamed && rival.gained === cured)
    ? []
    : [`Another word of the same passages cures ${rival.gained} of the same failures, this one ${cured}.`];
}

/** Synonyms are used for the same things: a word in few of the passages is only mentioned there. */
function aside({ holding, meaning }: Tried): string[] {
  return isNear({ meaning: meaning ?? null }) || holding == null || 2 * holding.having > holding.passages
    ? []
    : [`The word is in ${holding.having} of the ${holding.passages} passages of questions with the other.`];
}

function luck(tried: Tried): string[] {
  const { failing, paraphrases, control } = tried;
  const cured = failing.gained + paraphrases.gained;
  const isLess = control === null || (isNear(tried) ? control.gained < cured : control.gained <= LUCK * cured);
  return isLess
    ? []
    : [`A meaningless change of the same kind cures ${control.gained} of the same failures, this one ${cured}.`];
}

function rarity({
  failing,
  paraphrases,
  control,
}: Pick<Verification, 'failing' | 'paraphrases' | 'control'>): string[] {
  const cured = failing.gained + paraphrases.gained;
  const open = failing.failedBefore + paraphrases.failedBefore;
  return control === null || cured >= LEAST_CURED * open
    ? []
    : [`It cures ${cured} of ${open} failures that ask with its word; a synonym would cure more.`];
}

type Tried = Omit<Verification, 'accepted' | 'reasons'>;

/** Objections from the failures and their paraphrases alone. */
function cureObjections(tried: Pick<Tried, 'failing' | 'paraphrases' | 'meaning'>): string[] {
  const { failing, paraphrases } = tried;
  if (failing.gained <= failing.lost) return ['It does not cure the failures that it was made for.'];
  return [
    ...unproven({ paraphrases }),
    ...narrowness(tried),
    ...(paraphrases.regressed || paraphrases.lost > paraphrases.gained
      ? ['Other wordings of the same questions became worse.']
      : []),
  ];
}

function objections(tried: Tried): string[] {
  const { failing, paraphrases, regression } = tried;
  const net = failing.gained - failing.lost + paraphrases.gained - paraphrases.lost;
  return [
    ...cureObjections(tried),
    ...luck(tried),
    ...rivalry(tried),
    ...aside(tried),
    ...rarity(tried),
    ...(regression.regressed ? ['Questions that have nothing to do with it became worse beyond their interval.'] : []),
    ...(!regression.regressed && regression.lost - regression.gained >= Math.max(1, net)
      ? ['It loses as many other questions as it cures.']
      : []),
    ...(regression.queries >= LEAST_REGRESSION
      ? []
      : [`Only ${regression.queries} other questions could be tried; ${LEAST_REGRESSION} are needed to decide.`]),
  ];
}

const counted = (set: SetComparison) => `${set.gained} gained and ${set.lost} lost of ${set.queries}`;

/** Accepted only if the failures and their paraphrases improve, by more than controls do, and nothing regresses beyond its interval. */
export function decide(sets: Tried): Verification {
  const against = objections(sets);
  const controls = [
    ['a control', sets.control],
    ['another word of the passages', sets.rival ?? null],
  ] as const;
  const beside = controls.flatMap(([name, set]) => (set === null ? [] : [`; ${name}: ${counted(set)}`])).join('');
  const found = `Failures: ${counted(sets.failing)}; other wordings: ${counted(sets.paraphrases)}; other questions: ${counted(sets.regression)}${beside}.`;
  return { ...sets, accepted: against.length === 0, reasons: [found, ...against] };
}

/** Refuses early by the failures and their paraphrases, before more is tried; undefined without an objection. */
export function refuseEarly(tried: Pick<Tried, 'failing' | 'paraphrases' | 'meaning'>): Verification | undefined {
  const against = cureObjections(tried);
  if (against.length === 0) return undefined;
  const found = `Failures: ${counted(tried.failing)}; other wordings: ${counted(tried.paraphrases)}; nothing else was tried.`;
  return { ...tried, regression: UNTRIED, control: null, accepted: false, reasons: [found, ...against] };
}
