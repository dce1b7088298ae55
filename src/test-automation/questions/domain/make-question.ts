import { withParticle } from '../../../text/korean/korean-particle.js';
import { Persona } from '../../personas/domain/persona.js';
import { AskKind, Difficulty, Gold, Intents, Question, QuestionKind, surroundingsOf } from '../../domain/question.js';
import { CoreQuestion, SlotClass } from './core-question.js';
import { stableHash } from '../../domain/seeded-random.js';

export function goldOf(cores: readonly CoreQuestion[], textOf: (documentId: string) => string): Gold {
  const [first] = cores;
  if (first === undefined) return NO_GOLD;
  const start = Math.min(...cores.map((c) => c.start));
  const end = Math.max(...cores.map((c) => c.start + c.quote.length));
  const text = textOf(first.documentId);
  const quote = cores.length === 1 ? first.quote : text.slice(start, end);
  const requiredFacts = [...new Set(cores.flatMap((c) => c.facts))];
  const forbiddenFacts = [...new Set(cores.flatMap((c) => c.wrong))].filter((fact) => !quote.includes(fact));
  return {
    documentId: first.documentId,
    section: first.section,
    quote,
    requiredFacts,
    forbiddenFacts,
    answerable: true,
    provision: surroundingsOf(quote, text) ?? null,
    ...partsOf(cores),
  };
}

/** Facts of the same sentence have one passage. */
function partsOf(cores: readonly CoreQuestion[]): Pick<Gold, 'parts'> {
  if (new Set(cores.map(({ quote }) => quote)).size < 2) return {};
  return { parts: cores.map(({ section, quote, facts }) => ({ section, quote, facts })) };
}

export const NO_GOLD: Gold = {
  documentId: null,
  section: null,
  quote: null,
  requiredFacts: [],
  forbiddenFacts: [],
  answerable: false,
};

/** The three levels of the intent of a question, each a statement that an answer can be compared with. */
export function intentsOf(
  persona: Persona,
  { language, topic, asked }: { readonly language: 'en' | 'ko'; readonly topic: string; readonly asked: string },
  isAnswerable: boolean,
): Intents {
  const [goal = ''] = persona.goals;
  if (language === 'ko')
    return {
      surface: isAnswerable ? `답변이 ${asked} 밝힌다.` : `답변이 ${asked} 문서에 없다고 밝힌다.`,
      hidden: `답변이 ${topic}에 관한 근거를 대어 ${persona.name}의 목표(${goal})를 돕는다.`,
      behavioral: `${withParticle(persona.name, 'subject')} 답변만 읽고 다음에 할 일을 정할 수 있다.`,
    };
  return {
    surface: isAnswerable ? `The answer says ${asked}.` : `The answer says that the documents do not state ${asked}.`,
    hidden: `The answer names its ground on ${topic} and serves the goal: ${goal}.`,
    behavioral: `After reading the answer alone, the ${persona.name.toLowerCase()} can decide what to do next.`,
  };
}

/** What a seed that says no kind asks for, by the type of its value. */
const ASKED_VALUE: Readonly<Record<SlotClass, AskKind | undefined>> = {
  deadline: 'deadline',
  duration: 'amount',
  amount: 'amount',
  people: 'amount',
  share: 'amount',
  count: 'amount',
  score: 'amount',
  value: undefined,
  who: 'who',
};

/** What all seeds of a question ask for; undefined for a comparison, and if they ask for different things. */
export function asksOf(cores: readonly Pick<CoreQuestion, 'asks' | 'slot' | 'isComparison'>[]): AskKind | undefined {
  const [first, ...others] = new Set(
    cores.map(({ asks, slot, isComparison }) => (isComparison ? undefined : (asks ?? ASKED_VALUE[slot]))),
  );
  return others.length === 0 ? first : undefined;
}

export interface Wording {
  readonly text: string;
  readonly language: 'en' | 'ko';
  readonly topic: string;
  /** The question as part of a sentence, for the intents. */
  readonly asked: string;
}

/** Stable for a provision, a kind and a person: the same question has the same id in every session. */
export function questionId(kind: QuestionKind, personaId: string, keys: readonly string[]): string {
  return `q-${stableHash([kind, personaId, ...keys].join('|'))}`;
}

export function questionOf(
  id: string,
  persona: Persona,
  is: { kind: QuestionKind; difficulty: Difficulty; asOf: string | undefined; asks?: AskKind | undefined },
  said: { wording: Wording; gold: Gold },
): Question {
  const { wording, gold } = said;
  return {
    id,
    personaId: persona.id,
    text: wording.text,
    language: wording.language,
    difficulty: is.difficulty,
    kind: is.kind,
    ...(is.asks === undefined ? {} : { asks: is.asks }),
    intents: intentsOf(persona, wording, gold.answerable),
    gold,
    asOf: is.asOf,
  };
}

/** A longer question says more than its subject. */
const BRIEF_WORDS = 4;

/** Questions as people type them who give the subject only. */
const BRIEFLY: Readonly<Record<CoreQuestion['language'], readonly ((topic: string) => string)[]>> = {
  ko: [
    (topic) => `${topic} 알려 주세요.`,
    (topic) => `${topic} 어떤 규정이 있나요?`,
    (topic) => `${topic} 뭘 알아야 하나요?`,
  ],
  en: [
    (topic) => `What about ${topic}?`,
    (topic) => `What are the rules on ${topic}?`,
    (topic) => `What do I have to know of ${topic}?`,
  ],
};

/** Whether a question says hardly more than its subject. */
export const isBrief = (text: string): boolean => text.trim().split(/\s+/u).length <= BRIEF_WORDS;

/** A seed asked by its subject alone. */
export const brieflyAsked = ({ language, topic }: Pick<CoreQuestion, 'language' | 'topic'>): string[] =>
  BRIEFLY[language].map((ask) => ask(topic));
