import { AnalysedMessage, AnalysisPlan } from '../../domain/analysed-message.js';
import { KnownItem, Provision } from '../../domain/component-probe.js';
import { PipelineComponent } from '../../domain/component.js';
import { Intent } from '../../domain/intent.js';
import { KnownWord } from '../../domain/retriever.js';
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
import { lowered } from '../../../text/folded-text.js';

type Analyser = PipelineComponent<AnalysisPlan, AnalysedMessage>;

/** Messages with an unambiguous intent. */
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

/** A follow-up, the previous question, and a word that the follow-up leaves out. */
const FOLLOW_UPS: readonly (readonly [before: string, message: string, unsaid: string])[] = [
  ['휴학 신청은 언제까지 해야 하나요?', '그럼 대학원생은?', '휴학'],
  ['How long is a backup kept?', 'And for archives?', 'backup'],
];

/** Number of analysed headings: enough to distinguish 5 % from 20 %, few enough to take less than a second. */
const MOST_HEADINGS = 150;
/**
 * Maximum share of headings with a wrong synonym: a word that the documents distinguish from the other. The built-in synonyms do so in 2 to
 * 5 % of the headings of the samples (`latency` and `lag`), groups of unrelated words in 19 %.
 */
const CONFUSED_SHARE = 0.1;

/** Synonyms may raise other passages, but the right one must stay within this rank. */
const IN_SIGHT = 3;

async function analysed(kit: ProbeKit, component: Analyser, message: string, history?: readonly string[]) {
  const run = kit.newRun();
  const request = requestOf(kit, message, history);
  const { analyseMessage: analyse } = kit.steps;
  return alone(kit, component, { request, byRules: false, today: '' }, async (plan) =>
    analyse.analyse(plan, await analyse.questionsBefore(plan, run.settings), run.settings),
  );
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

const wordsOf = (text: string): string[] => lowered(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** The synonyms that the analysis reports in its trace. */
function synonymsIn(output: unknown): readonly KnownWord[] {
  const isWord = (value: unknown): value is KnownWord => typeof value === 'object' && value !== null && 'also' in value;
  const synonyms: unknown =
    typeof output === 'object' && output !== null && 'synonyms' in output ? output.synonyms : [];
  return Array.isArray(synonyms) ? synonyms.filter(isWord) : [];
}

/** Headings by their words. */
function byWord(provisions: readonly Provision[]): ReadonlyMap<string, readonly Provision[]> {
  const index = new Map<string, Provision[]>();
  for (const provision of provisions)
    for (const word of new Set(wordsOf(provision.heading))) index.set(word, [...(index.get(word) ?? []), provision]);
  return index;
}

/** One heading has one word, another heading has the other, and neither text has both: the documents distinguish the two words. */
function toldApart(
  { text }: Provision,
  { word, also }: KnownWord,
  headed: ReadonlyMap<string, readonly Provision[]>,
): string | undefined {
  return also.find((other) => {
    const isPartOf = other.includes(word) || word.includes(other);
    if (isPartOf || lowered(text).includes(other)) return false;
    return (headed.get(other) ?? []).some((rival) => !lowered(rival.text).includes(word));
  });
}

async function confused(kit: ProbeKit, component: Analyser): Promise<string | undefined> {
  const headed = byWord(kit.provisions);
  const found: string[] = [];
  const asked = kit.provisions.slice(0, MOST_HEADINGS);
  for (const provision of asked) {
    const { event } = await analysed(kit, component, provision.heading);
    const pair = synonymsIn(event.output)
      .map((synonym) => ({ synonym, other: toldApart(provision, synonym, headed) }))
      .find(({ other }) => other !== undefined);
    if (pair !== undefined) found.push(`“${pair.synonym.word}” for “${pair.other ?? ''}” in “${provision.heading}”`);
  }
  if (found.length <= CONFUSED_SHARE * asked.length) return undefined;
  return `in ${found.length} of ${asked.length} headings a word is taken for another one: ${found.slice(0, 3).join(', ')}`;
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
    rule('uses no synonym that the documents distinguish from the word', () => confused(kit, component)),
    ...kit.items.map((item) =>
      knownItem(`keeps the passage of “${item.question}” in sight`, () => keepsInSight(kit, component, item)),
    ),
  ];
}
