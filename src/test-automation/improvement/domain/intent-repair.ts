import { ConfigurationView, IntentRuleView } from './served-configuration.js';
import { Patch } from './experiment-sandbox.js';
import { stretchesOf } from './user-terms.js';

/** A message with its true intent. */
export interface LabelledMessage {
  readonly text: string;
  readonly intent: string;
}

/** A change of the rules, in words, with the messages that it corrects. */
export interface IntentChange {
  readonly patch: Patch;
  /** The intent that it corrects; null for more than one. */
  readonly intent: string | null;
  readonly description: string;
  /** The same change on another version of the rules; empty if it is no longer needed. */
  readonly onto: (view: ConfigurationView) => Patch;
  /** Misread messages that it corrects, and correct ones that it spoils. */
  readonly cured: number;
  readonly spoiled: number;
}

/** An n-gram of one message is specific to that message; one of two messages may be a habit. */
const LEAST_SUPPORT = 2;
const MOST_STRETCHES = 400;
/** A message that no rule matches is a search (`classifyIntent` of the pipeline). */
const FALLBACK = 'search';

interface CompiledRule {
  readonly intent: string;
  readonly patterns: readonly RegExp[];
}

const compiled = (patterns: readonly string[]) => patterns.map((pattern) => new RegExp(pattern, 'iu'));
const compile = (rules: readonly IntentRuleView[]): CompiledRule[] =>
  rules.map(({ intent, patterns }) => ({ intent, patterns: compiled(patterns) }));

const read = (rules: readonly CompiledRule[], text: string): string =>
  rules.find(({ patterns }) => patterns.some((pattern) => pattern.test(text)))?.intent ?? FALLBACK;

interface Reading {
  readonly cured: number;
  readonly spoiled: number;
}

function readingOf(
  before: readonly string[],
  rules: readonly CompiledRule[],
  messages: readonly LabelledMessage[],
): Reading {
  let cured = 0;
  let spoiled = 0;
  messages.forEach(({ text, intent }, i) => {
    const isRight = read(rules, text) === intent;
    const wasRight = before[i] === intent;
    if (isRight && !wasRight) cured++;
    if (!isRight && wasRight) spoiled++;
  });
  return { cured, spoiled };
}

/** Of two n-grams that cure the same, the one of more messages is the likelier habit. */
const isBetter = (a: Reading & { readonly support: number }, b: Reading & { readonly support: number }) =>
  gain(a) > gain(b) || (gain(a) === gain(b) && a.support > b.support);

const gain = ({ cured, spoiled }: Reading) => cured - 3 * spoiled;

/** Removes a pattern that misreads messages. */
function removals(
  { intents }: ConfigurationView,
  messages: readonly LabelledMessage[],
  before: readonly string[],
): IntentChange[] {
  return intents.flatMap((rule, r) =>
    rule.patterns.flatMap((_, p): IntentChange[] => {
      const rules = intents.map((other, i) =>
        i === r ? { ...other, patterns: other.patterns.toSpliced(p, 1) } : other,
      );
      const reading = readingOf(before, compile(rules), messages);
      if (reading.cured < LEAST_SUPPORT || gain(reading) <= 0) return [];
      const pattern = rule.patterns[p] ?? '';
      return [
        {
          ...reading,
          intent: null,
          patch: withoutPattern({ intents }, rule.id, pattern),
          onto: (view) => withoutPattern(view, rule.id, pattern),
          description: `A pattern of '${rule.id}' reads messages as ${rule.intent} that are something else.`,
        },
      ];
    }),
  );
}

type Rules = Pick<ConfigurationView, 'intents'>;

function withoutPattern({ intents }: Rules, ruleId: string, pattern: string): Patch {
  const r = intents.findIndex((rule) => rule.id === ruleId);
  const p = intents[r]?.patterns.indexOf(pattern) ?? -1;
  return p < 0 ? [] : [{ op: 'remove', path: `/intents/rules/${r}/patterns/${p}` }];
}

/** @param before id of the rule that the new rule precedes; undefined for the end */
function withRule(
  { intents }: Rules,
  before: string | undefined,
  rule: Pick<IntentRuleView, 'intent' | 'patterns'>,
): Patch {
  const at = intents.findIndex(({ id }) => id === before);
  const place = at < 0 ? intents.length : at;
  const value = { id: ruleId(rule.intent, intents), intent: rule.intent, patterns: rule.patterns };
  return [{ op: 'add', path: `/intents/rules/${place}`, value }];
}

/**
 * N-grams of misread messages that several messages of their intent share, including messages that are read correctly; the most shared
 * first.
 */
function sharedStretches(misread: readonly LabelledMessage[], alike: readonly LabelledMessage[]): string[] {
  const support = new Map<string, number>();
  const wanted = new Set(misread.flatMap(({ text }) => [...stretchesOf(text)]));
  for (const { text } of alike)
    for (const stretch of stretchesOf(text))
      if (wanted.has(stretch)) support.set(stretch, (support.get(stretch) ?? 0) + 1);
  return [...support]
    .filter(([, count]) => count >= LEAST_SUPPORT)
    .sort(([a, m], [b, n]) => n - m || a.length - b.length || (a < b ? -1 : 1))
    .map(([stretch]) => stretch)
    .slice(0, MOST_STRETCHES);
}

/** Positions of a new rule with different effects: before the first rule of each intent, and at the end. */
function placesIn(rules: readonly IntentRuleView[]): number[] {
  const borders = rules.flatMap((rule, i) => (i === 0 || rules[i - 1]?.intent !== rule.intent ? [i] : []));
  return [...borders, rules.length];
}

interface Chosen extends Reading {
  readonly place: number;
  readonly patterns: readonly string[];
}

/** Adds n-grams one after another while each cures more than it spoils (greedy set cover). */
function covered(
  view: ConfigurationView,
  intent: string,
  messages: readonly LabelledMessage[],
  before: readonly string[],
): Chosen | undefined {
  const misread = messages.filter((message, i) => message.intent === intent && before[i] !== intent);
  const stretches = sharedStretches(
    misread,
    messages.filter((message) => message.intent === intent),
  );
  const rules = compile(view.intents);
  let best: Chosen | undefined;
  for (const place of placesIn(view.intents)) {
    const chosen = coverAt(place, { rules, intent, messages, before, stretches });
    if (chosen !== undefined && (best === undefined || gain(chosen) > gain(best))) best = chosen;
  }
  return best;
}

/** How a message is read with a rule of the intent at a position: the rules before it, the n-gram, the rules after it. */
function coverAt(
  place: number,
  at: {
    readonly rules: readonly CompiledRule[];
    readonly intent: string;
    readonly messages: readonly LabelledMessage[];
    readonly before: readonly string[];
    readonly stretches: readonly string[];
  },
): Chosen | undefined {
  const { rules, intent, messages, before } = at;
  const earlier = rules.slice(0, place);
  // A message that an earlier rule decides never reaches the new one.
  const reached = messages
    .map((message, i) => ({ ...message, was: before[i] }))
    .filter(({ text }) => !earlier.some(({ patterns }) => patterns.some((pattern) => pattern.test(text))));
  const patterns: string[] = [];
  let open = reached;
  let total: Reading = { cured: 0, spoiled: 0 };
  for (;;) {
    const scored = at.stretches.map((stretch) => {
      const pattern = new RegExp(stretch, 'iu');
      const hit = open.filter(({ text }) => pattern.test(text));
      const alike = hit.filter((m) => m.intent === intent);
      const cured = alike.filter((m) => m.was !== intent).length;
      const spoiled = hit.filter((m) => m.intent !== intent && m.was === m.intent).length;
      return { stretch, pattern, support: alike.length, cured, spoiled };
    });
    const best = scored
      .filter((one) => one.cured > 0 && one.support >= LEAST_SUPPORT && gain(one) > 0)
      .reduce<(typeof scored)[number] | undefined>(
        (top, one) => (top === undefined || isBetter(one, top) ? one : top),
        undefined,
      );
    if (best === undefined) break;
    patterns.push(best.stretch);
    total = { cured: total.cured + best.cured, spoiled: total.spoiled + best.spoiled };
    open = open.filter(({ text }) => !best.pattern.test(text));
  }
  return patterns.length === 0 ? undefined : { place, patterns, ...total };
}

function ruleId(intent: string, rules: readonly IntentRuleView[]): string {
  for (let n = 1; ; n++)
    if (!rules.some((rule) => rule.id === `learned-${intent}-${n}`)) return `learned-${intent}-${n}`;
}

/**
 * Changes of the rules that correct misread messages: removing a wrong pattern, or adding a rule of n-grams that several misread messages
 * share. The greatest gain first. A spoiled reading counts three times, since it was correct for all users until now.
 */
export function intentChanges(view: ConfigurationView, messages: readonly LabelledMessage[]): IntentChange[] {
  const rules = compile(view.intents);
  const before = messages.map(({ text }) => read(rules, text));
  const additions = [...new Set(messages.map((message) => message.intent))].flatMap((intent): IntentChange[] => {
    const chosen = covered(view, intent, messages, before);
    if (chosen === undefined) return [];
    const { place, patterns, cured, spoiled } = chosen;
    const next = view.intents[place]?.id;
    const onto = (other: ConfigurationView) => withRule(other, next, { intent, patterns });
    const description = `No rule reads ${patterns.length} turns of speech as ${intent}.`;
    return [{ patch: onto(view), onto, intent, cured, spoiled, description }];
  });
  return [...removals(view, messages, before), ...additions].sort((a, b) => gain(b) - gain(a));
}
