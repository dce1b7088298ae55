import { AnalysedMessage, AnalysisPlan } from '../../domain/analysed-message.js';
import { KnownItem } from '../../domain/component-probe.js';
import { PipelineComponent } from '../../domain/component.js';
import { Intent } from '../../domain/intent.js';
import {
  alone,
  barePlanOf,
  CaseSpec,
  knownItem,
  placeText,
  ProbeKit,
  rankOf,
  requestOf,
  rule,
  searched,
} from './probe-kit.js';

type Analyser = PipelineComponent<AnalysisPlan, AnalysedMessage>;

/** Messages of which everybody knows what they want. */
const INTENTS: readonly (readonly [string, Intent])[] = [
  ['도서관 대출 규정을 찾아줘', 'search'],
  ['장학금 선발 기준을 설명해 주세요', 'explanation'],
  ['안녕하세요', 'general'],
  ['휴학 신청은 언제까지 해야 하나요?', 'question'],
  ['Find the backup policy', 'search'],
  ['Please explain how failover works', 'explanation'],
  ['Hello', 'general'],
  ['How long is a backup kept?', 'question'],
];

/** A follow-up, what stands before it, and a word that it leaves unsaid. */
const FOLLOW_UPS: readonly (readonly [before: string, message: string, unsaid: string])[] = [
  ['휴학 신청은 언제까지 해야 하나요?', '그럼 대학원생은?', '휴학'],
  ['How long is a backup kept?', 'And for archives?', 'backup'],
];

/** Words with the same meaning may bring other passages up, but not push the right one out of sight. */
const IN_SIGHT = 3;

async function analysed(kit: ProbeKit, component: Analyser, message: string, history?: readonly string[]) {
  const run = kit.newRun();
  const request = requestOf(kit, message, history);
  return alone(kit, component, { request, byRules: false }, (plan) => kit.steps.analyse.execute(plan, run.settings));
}

async function keepsInSight(kit: ProbeKit, component: Analyser, item: KnownItem): Promise<string | undefined> {
  const { result, event } = await analysed(kit, component, item.question);
  const search = searched(kit);
  const plain = barePlanOf(kit, item.question);
  const before = rankOf(item, await search(plain));
  const after = rankOf(item, await search({ ...plain, analysed: result }));
  if (after <= Math.max(IN_SIGHT, before)) return undefined;
  return `the right passage is ${placeText(after)}, and ${placeText(before)} without the analysis (${event.effect})`;
}

/** Intents, follow-ups and synonyms. */
export function queryAnalyzerCases(kit: ProbeKit, component: Analyser): CaseSpec[] {
  return [
    ...INTENTS.map(([message, intent]) =>
      rule(`“${message}” is ${intent}`, async () => {
        const { result, event } = await analysed(kit, component, message);
        return result.intent === intent && event.fired ? undefined : `${result.intent} (${event.effect})`;
      }),
    ),
    ...FOLLOW_UPS.map(([before, message, unsaid]) =>
      rule(`“${message}” after “${before}” is about ${unsaid}`, async () => {
        const { result } = await analysed(kit, component, message, [before]);
        return result.question.includes(unsaid) ? undefined : `taken as “${result.question}”`;
      }),
    ),
    ...kit.items.map((item) =>
      knownItem(`keeps the passage of “${item.question}” in sight`, () => keepsInSight(kit, component, item)),
    ),
  ];
}
