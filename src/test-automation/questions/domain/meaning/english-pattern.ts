import { AskKind } from '../../../domain/question.js';
import { SlotClass } from '../core-question.js';
import { asI, baseVerb, isPlural, standsAlone, withoutArticle } from './english-phrases.js';

export interface Asked {
  readonly asks: AskKind;
  readonly slot: SlotClass;
  /** `how long does a backup take`. */
  readonly direct: string;
  /** `how long a backup takes`. */
  readonly embedded: string;
  readonly facts: readonly string[];
  readonly wrong?: readonly string[];
}

/** What a question asks for, by a short name. */
const TRAITS = {
  who: { asks: 'who', slot: 'who' },
  how: { asks: 'how', slot: 'value' },
  may: { asks: 'may', slot: 'value' },
  case: { asks: 'consequence', slot: 'value' },
  papers: { asks: 'papers', slot: 'value' },
  duration: { asks: 'amount', slot: 'duration' },
  often: { asks: 'amount', slot: 'count' },
  price: { asks: 'amount', slot: 'amount' },
  size: { asks: 'amount', slot: 'value' },
  limit: { asks: 'deadline', slot: 'deadline' },
} as const;
type Trait = keyof typeof TRAITS;

/** A question for one fact. @param embedded inside another sentence, if it differs there */
export const question = (trait: Trait, fact: string, direct: string, embedded = direct): Asked => ({
  ...TRAITS[trait],
  direct,
  embedded,
  facts: [fact],
});

/** The form of a sentence: a regular expression without escaping, with Unicode. */
export const sentence = (parts: TemplateStringsArray, ...inner: readonly string[]): RegExp =>
  new RegExp(String.raw(parts, ...inner), 'u');

export type Groups = Readonly<Record<string, string>>;
export interface Pattern {
  readonly form: RegExp;
  readonly read: (g: Groups, said: (subject: string) => string) => Asked | undefined;
}

/** The end of the sentence, or of the part that is read; a sentence has no line breaks here. */
export const END = String.raw`(?=[,;:]? |$)`;
export const SUBJECT = String.raw`(?<subject>[^,;:\d]{3,60}?)`;
export const word = (g: Groups, name: string): string => g[name] ?? '';
export const be = (subject: string): string => (isPlural(subject) ? 'are' : 'is');
export const does = (subject: string): string => (isPlural(subject) ? 'do' : 'does');

export function passive(g: Groups, said: (s: string) => string, how: string, trait: Trait): Asked {
  const subject = said(word(g, 'subject'));
  const be_ = be(subject);
  const verb = word(g, 'verb');
  return question(trait, word(g, 'value'), `${how} ${be_} ${subject} ${verb}`, `${how} ${subject} ${be_} ${verb}`);
}

export function active(g: Groups, said: (s: string) => string, how: string, trait: Trait): Asked {
  const subject = said(word(g, 'subject'));
  const base = baseVerb(word(g, 'verb'));
  const rest = word(g, 'object') === '' ? '' : ` ${word(g, 'object')}`;
  const verb = isPlural(subject) ? base : word(g, 'verb');
  return question(
    trait,
    word(g, 'value'),
    `${how} ${does(subject)} ${subject} ${base}${rest}`,
    `${how} ${subject} ${verb}${rest}`,
  );
}

/** `by when does the form have to be signed`. */
export function dueBy(subject: string, g: Groups): Asked {
  const verb = word(g, 'verb');
  return question(
    'limit',
    word(g, 'value'),
    `by when ${does(subject)} ${subject} have to be ${verb}`,
    `by when ${subject} ${isPlural(subject) ? 'have' : 'has'} to be ${verb}`,
  );
}

export function mine(g: Groups, direct: string, embedded: string, trait: Trait): Asked | undefined {
  // `To qualify for vision insurance, you must sign up within …`: what for belongs to it.
  const aim = word(g, 'aim') === '' ? '' : ` to ${asI(word(g, 'aim'))}`;
  const todo = `${asI(word(g, 'do'))}${aim}`;
  if (!standsAlone(todo)) return undefined;
  return question(trait, word(g, 'value'), `${direct} ${todo}`, `${embedded} ${todo}`);
}

export function whoBy(g: Groups, said: (s: string) => string): Asked | undefined {
  const subject = said(word(g, 'subject'));
  const value = withoutArticle(word(g, 'value'));
  if (!standsAlone(value) || value.length < 3 || /^the [a-z]+$/u.test(subject)) return undefined;
  const verb: Readonly<Record<string, string>> = {
    approved: 'has to sign off on',
    reviewed: 'looks over',
    run: 'runs',
    owned: 'owns',
    operated: 'runs',
    granted: 'hands out',
    led: 'leads',
    maintained: 'looks after',
    decided: 'decides',
    managed: 'looks after',
    handled: 'takes care of',
    funded: 'pays for',
    overseen: 'is in charge of',
    hosted: 'hosts',
    coordinated: 'organizes',
    signed: 'signs',
    administered: 'runs',
    conducted: 'does',
    sent: 'sends out',
    written: 'writes',
    created: 'makes',
    provided: 'gives out',
    published: 'puts out',
    facilitated: 'leads',
    organized: 'organizes',
    issued: 'gives out',
    processed: 'takes care of',
    determined: 'decides',
    assigned: 'hands out',
    chosen: 'picks',
    selected: 'picks',
    appointed: 'picks',
    set: 'decides on',
    'paid for': 'pays for',
    made: 'makes',
    developed: 'makes',
    drafted: 'writes',
  };
  const does_ = verb[word(g, 'verb')] ?? 'is in charge of';
  return question('who', value, `who ${does_} ${subject}`);
}

export const WHO =
  /(?:team|office|board|group|desk|leads?|managers?|officers?|committee|owners?|directors?|staff|supervisors?|division|service|council|legal|finance|security|engineers?|administrators?|coordinators?|specialists?|partners?|guild|network|chair|head|HR|Ops)$/iu;

export const isModal = (g: Groups): boolean =>
  /^(?:is|are|was|must|should|can|may|will|to|and|or|of|in|for|at|on|by)$/u.test(word(g, 'verb')) ||
  /\b(?:must|should|can|may|will|is|are|to)$/u.test(word(g, 'subject'));
export const unitOf = (value: string): string => `${(value.split(' ').at(-1) ?? '').replace(/s$/u, '')}s`;
