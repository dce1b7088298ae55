import { analysedPlainly } from '../../domain/analysed-message.js';
import { AskRequest } from '../../domain/answer.js';
import { Next, PipelineComponent } from '../../domain/component.js';
import { KnownItem, ProbeCase, ProbeMaterial, ProbePlace } from '../../domain/component-probe.js';
import { RetrievalPlan, RetrievedEvidence } from '../../domain/retrieval-plan.js';
import { TraceEvent } from '../../domain/trace.js';
import { QuestionSteps } from '../question-steps.js';
import { PipelineRun } from '../pipeline-run.js';
import { foldedWithoutSpaces } from '../../../text/folded-text.js';

/** Default number of passages of a question. */
const TOP_K = 10;

/** Input of the probes: the parts of the pipeline in service. */
export interface ProbeKit extends ProbeMaterial {
  readonly place: ProbePlace;
  readonly steps: QuestionSteps;
  /** Starts a separate run with its own deadline. */
  readonly newRun: () => PipelineRun;
}

/** Definition of a case: `run` returns the fault, or undefined. */
export interface CaseSpec {
  readonly name: string;
  readonly kind: ProbeCase['kind'];
  readonly run: () => Promise<string | undefined>;
}

export const rule = (name: string, run: CaseSpec['run']): CaseSpec => ({ name, kind: 'rule', run });
export const knownItem = (name: string, run: CaseSpec['run']): CaseSpec => ({ name, kind: 'known_item', run });

/** A case that throws fails with the error's message. */
export async function runCase({ name, kind, run }: CaseSpec): Promise<ProbeCase> {
  try {
    const fault = await run();
    return { name, kind, passed: fault === undefined, found: fault ?? '' };
  } catch (error) {
    return { name, kind, passed: false, found: error instanceof Error ? error.message : 'it failed' };
  }
}

export function requestOf({ place }: ProbeKit, message: string, history?: readonly string[]): AskRequest {
  return {
    message,
    conversationId: undefined,
    owner: place.owner,
    filter: place.filter,
    asOf: undefined,
    topK: TOP_K,
    history,
    switches: {},
  };
}

/** The raw question and BM25: the baseline of a component of the retrieval. */
export function barePlanOf(kit: ProbeKit, question: string): RetrievalPlan {
  return {
    request: requestOf(kit, question),
    analysed: analysedPlainly(question),
    attempt: 1,
    topK: TOP_K,
    beside: undefined,
    feedback: false,
    hybrid: false,
    rerank: false,
  };
}

export interface Observed<Out> {
  readonly result: Out;
  readonly event: TraceEvent;
}

/** Runs the configured component alone, with all others off. */
export async function alone<In, Out>(
  kit: ProbeKit,
  component: PipelineComponent<In, Out>,
  input: In,
  part: Next<In, Out>,
): Promise<Observed<Out>> {
  const run = kit.newRun();
  const result = await run.withComponents([component], part)(input);
  const event = run.trace.events().find((one) => one.component === component.name);
  if (event === undefined) throw new Error(`${component.name} is in no trace.`);
  return { result, event };
}

/** The search in service, as the part that a component of the retrieval wraps. */
export function searched(kit: ProbeKit): Next<RetrievalPlan, RetrievedEvidence> {
  const { signal } = new AbortController();
  return (plan) => kit.steps.retrieveEvidence.retrieveEvidence(plan, signal);
}

/** A passage may end inside a long quote. */
const TELLING_CHARACTERS = 24;

/** Rank of the known passage, from 1; Infinity if it is not in the results. */
export function rankOf(item: KnownItem, { evidence }: RetrievedEvidence): number {
  const quote = foldedWithoutSpaces(item.quote).slice(0, TELLING_CHARACTERS);
  const at = evidence.findIndex((e) => e.documentId === item.documentId && foldedWithoutSpaces(e.text).includes(quote));
  return at < 0 ? Infinity : at + 1;
}

export const placeText = (rank: number): string =>
  Number.isFinite(rank) ? `at place ${rank}` : 'not among the passages';
