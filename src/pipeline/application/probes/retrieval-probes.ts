import { KnownItem } from '../../domain/component-probe.js';
import { PipelineComponent } from '../../domain/component.js';
import { RetrievalPlan, RetrievedEvidence } from '../../domain/retrieval-plan.js';
import { ComponentName } from '../../domain/trace.js';
import { inventedPassage, inventedSet } from './fixtures.js';
import {
  alone,
  barePlanOf,
  CaseSpec,
  knownItem,
  Observed,
  placeText,
  ProbeKit,
  rankOf,
  rule,
  searched,
} from './probe-kit.js';

type Component = PipelineComponent<RetrievalPlan, RetrievedEvidence>;
type Retrieved = Observed<RetrievedEvidence>;

const QUESTION = 'How long is a saw lent?';
const RIGHT = inventedPassage('probe-right#0', 'A saw is lent for twelve days.', 0.9);
const TRACE = inventedPassage('probe-trace#0', 'The yard has a blue gate.', 0.0001);
const POOR = inventedSet(0, [inventedPassage('probe-poor#0', 'Tools are listed here.', 0.2)]);
const GOOD = inventedSet(1, [RIGHT]);

/** Rank up to which the writer reads the right passage. */
const IN_SIGHT = 3;

/** Runs the component around a search that returns these sets in turn, and repeats the last one. */
async function observe(kit: ProbeKit, component: Component, message: string, ...sets: readonly RetrievedEvidence[]) {
  const plans: RetrievalPlan[] = [];
  const observed = await alone(kit, component, barePlanOf(kit, message), (plan) => {
    const set = sets[Math.min(plans.push(plan), sets.length) - 1];
    return set === undefined ? Promise.reject(new Error('nothing to give')) : Promise.resolve(set);
  });
  return { ...observed, plans };
}

function inService(kit: ProbeKit, component: Component, question: string): Promise<Retrieved> {
  return alone(kit, component, barePlanOf(kit, question), searched(kit));
}

const ids = ({ evidence }: RetrievedEvidence): string => evidence.map((e) => e.chunkId).join(', ') || 'nothing';

/** The component does not lose the right passage: it is in sight with the component, or not lower than without it. */
function keepsInSight(kit: ProbeKit, component: Component): CaseSpec[] {
  const fault = async (item: KnownItem): Promise<string | undefined> => {
    const before = rankOf(item, await searched(kit)(barePlanOf(kit, item.question)));
    const { result, event } = await inService(kit, component, item.question);
    const after = rankOf(item, result);
    if (after <= Math.max(IN_SIGHT, before)) return undefined;
    return `it is ${placeText(after)}, and ${placeText(before)} without the component (${event.effect})`;
  };
  return kit.items.map((item) => knownItem(`keeps the passage of “${item.question}” in sight`, () => fault(item)));
}

function selfRag(kit: ProbeKit, component: Component): CaseSpec[] {
  return [
    ...['안녕하세요', 'Good morning'].map((greeting) =>
      rule(`retrieves nothing for “${greeting}”`, async () => {
        const { plans, event } = await observe(kit, component, greeting, GOOD);
        return plans.length === 0 && event.fired ? undefined : `retrieved ${plans.length} times (${event.effect})`;
      }),
    ),
    rule('drops an unlikely passage, and keeps the likely one', async () => {
      const { result, event } = await observe(kit, component, QUESTION, inventedSet(1, [RIGHT, TRACE]));
      return ids(result) === RIGHT.chunkId ? undefined : `${ids(result)} (${event.effect})`;
    }),
    ...keepsInSight(kit, component),
  ];
}

function expansion(kit: ProbeKit, component: Component): CaseSpec[] {
  const unsure = { ...GOOD, search: { ...GOOD.search, decisiveness: 0, decisive: 1, learned: ['saw', 'loan'] } };
  return [
    rule('expands the question of an uncertain search, and reports the added words', async () => {
      const { plans, event } = await observe(kit, component, QUESTION, unsure);
      return plans[0]?.feedback === true && event.fired ? undefined : event.effect;
    }),
    rule('adds nothing if the words single out their passages', async () => {
      const sure = { ...GOOD, search: { ...GOOD.search, decisiveness: 1, decisive: 0.5 } };
      const { plans, event } = await observe(kit, component, QUESTION, sure);
      return plans.length === 1 && !event.fired ? undefined : event.effect;
    }),
    ...keepsInSight(kit, component),
  ];
}

function hyde(kit: ProbeKit, component: Component): CaseSpec[] {
  const worried = 'I am so worried and do not know what to do, please help me';
  return [
    rule('searches for a hypothetical passage in addition to an emotional question', async () => {
      const { plans, event } = await observe(kit, component, worried, GOOD);
      return event.fired && (plans[0]?.beside ?? '') !== '' ? undefined : event.effect;
    }),
    rule('adds no hypothetical passage for an exact reference', async () => {
      const { plans, event } = await observe(kit, component, '제8조가 무슨 뜻인지 너무 불안해요', GOOD);
      return !event.fired && plans[0]?.beside === undefined ? undefined : event.effect;
    }),
    ...keepsInSight(kit, component),
  ];
}

function hybridSearch(kit: ProbeKit, component: Component): CaseSpec[] {
  const found = async (item: KnownItem): Promise<string | undefined> => {
    const { result, event } = await inService(kit, component, item.question);
    if (!event.fired) return event.effect;
    return Number.isFinite(rankOf(item, result)) ? undefined : `the right passage is not among ${ids(result)}`;
  };
  return [
    rule('searches by words and by vectors', async () => {
      const { plans, event } = await observe(kit, component, QUESTION, GOOD);
      return plans[0]?.hybrid === true && event.fired ? undefined : event.effect;
    }),
    ...kit.items.map((item) => knownItem(`finds the passage of “${item.question}”`, () => found(item))),
  ];
}

function corrective(kit: ProbeKit, component: Component): CaseSpec[] {
  return [
    rule('does not change a good set', async () => {
      const { plans, event } = await observe(kit, component, QUESTION, GOOD);
      return plans.length === 1 ? undefined : `retrieved ${plans.length} times (${event.effect})`;
    }),
    rule('retrieves again if the set is poor, and keeps the better set', async () => {
      const { result, plans, event } = await observe(kit, component, QUESTION, POOR, GOOD);
      const isWidened = plans.length === 2 && (plans[1]?.beside ?? '') !== '';
      return isWidened && ids(result) === RIGHT.chunkId ? undefined : `${ids(result)} (${event.effect})`;
    }),
    rule('keeps the first set if the second is not better', async () => {
      const { result, event } = await observe(kit, component, QUESTION, POOR, inventedSet(0, [TRACE]));
      return ids(result) === ids(POOR) ? undefined : `${ids(result)} (${event.effect})`;
    }),
    ...keepsInSight(kit, component),
  ];
}

function reranker(kit: ProbeKit, component: Component): CaseSpec[] {
  const ordered = async (item: KnownItem): Promise<string | undefined> => {
    const before = rankOf(item, await searched(kit)(barePlanOf(kit, item.question)));
    const { result, event } = await inService(kit, component, item.question);
    const after = rankOf(item, result);
    if (!event.fired) return event.effect;
    return after <= IN_SIGHT || after < before
      ? undefined
      : `it is ${placeText(after)}, and ${placeText(before)} by words alone (${event.effect})`;
  };
  return [
    rule('orders the passages by their relevance', async () => {
      const { plans, event } = await observe(kit, component, QUESTION, GOOD);
      return plans[0]?.rerank === true && event.fired ? undefined : event.effect;
    }),
    ...kit.items.map((item) => knownItem(`brings the passage of “${item.question}” in sight`, () => ordered(item))),
  ];
}

const CASES: Readonly<Partial<Record<ComponentName, (kit: ProbeKit, component: Component) => CaseSpec[]>>> = {
  self_rag: selfRag,
  dynamic_query_expansion: expansion,
  hyde,
  hybrid_search: hybridSearch,
  corrective_rag: corrective,
  reranker,
};

/** The cases of a component of the retrieval. */
export function retrievalCases(kit: ProbeKit, component: Component): CaseSpec[] {
  return CASES[component.name]?.(kit, component) ?? [];
}
