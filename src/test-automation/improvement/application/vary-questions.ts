import { Injectable } from '@nestjs/common';
import { Clock, today } from '../../../shared/domain/clock.js';
import { inSlices } from '../../../shared/domain/steps.js';
import { foldedWithoutSpaces } from '../../../text/folded-text.js';
import { contentTerms } from '../../../text/tokens/content-terms.js';
import { Persona, PersonaSets } from '../../personas/domain/persona.js';
import { Question, QuestionKind } from '../../domain/question.js';
import { brieflyAsked, isBrief } from '../../questions/domain/make-question.js';
import { CoreQuestion } from '../../questions/domain/core-question.js';
import { inSlang, questionFor, rephrasable } from '../../questions/domain/kind-question.js';
import { QuestionLexicon } from '../../questions/domain/question-lexicon.js';
import { poolInSteps, QuestionPool } from '../../questions/domain/question-pool.js';
import { SeededRandom } from '../../domain/seeded-random.js';
import { SessionScope, DocumentSource, SourceDocument } from '../../domain/session-scope.js';

/** A word of the documents and the users' word for it. */
export interface SaidFor {
  readonly written: string;
  readonly said: string;
}

const KINDS: readonly QuestionKind[] = ['fact', 'typo', 'emotional'];
/** The shortest wordings first: the fewer words a question has, the better it shows whether one word is understood. */
const WORDINGS: readonly QuestionKind[] = ['ambiguous', ...KINDS];

/** Makes further questions by the same grammar as the questions of a session. */
@Injectable()
export class VaryQuestions {
  constructor(
    private readonly source: DocumentSource,
    private readonly lexicon: QuestionLexicon,
    private readonly personaSets: PersonaSets,
    private readonly clock: Clock,
  ) {}

  /** Reads the documents once; the variants are made from the result. @param personaSet of the session */
  async open(scope: SessionScope, personaSet: string, signal: AbortSignal): Promise<QuestionVariants> {
    const documents: SourceDocument[] = [];
    for await (const document of this.source.documents(scope, signal)) documents.push(document);
    const words = { outside: await this.lexicon.outsideTopics(), slang: await this.lexicon.slang() };
    const pool = await inSlices(poolInSteps(documents, words, today(this.clock)), undefined, signal);
    return new QuestionVariants(pool, (await this.personaSets.find(personaSet)) ?? []);
  }
}

/** Whether two quotes are of the same clause: a person who reports an answer quotes a part of the clause, or more than it. */
function isSamePlace(a: string, b: string): boolean {
  const [one, other] = [foldedWithoutSpaces(a), foldedWithoutSpaces(b)];
  return one.includes(other) || other.includes(one);
}

/** Frames for the words of a question: what people type into a search field. */
const FRAMES = {
  ko: [
    (words: string) => `${words} 알려 주세요`,
    (words: string) => `${words} 어떻게 되나요?`,
    (words: string) => words,
  ],
  en: [(words: string) => `${words}?`, (words: string) => `Information on ${words}`, (words: string) => words],
};

/** The question in its own words alone, where no provision is known that it is about. */
function rephrased(question: Question, said: readonly SaidFor[]): Question[] {
  const terms = contentTerms(question.text);
  // Content terms leave out verbs: without this one, the other wordings would not ask with the word.
  const verbs = said.map((pair) => pair.said).filter((word) => !foldedWithoutSpaces(question.text).includes(word));
  const words = [...new Set([...terms, ...verbs])].join(' ');
  if (words === '') return [];
  return FRAMES[question.language]
    .map((frame) => frame(words))
    .filter((text) => foldedWithoutSpaces(text) !== foldedWithoutSpaces(question.text))
    .map((text, i) => ({ ...question, id: `${question.id}-p${i + 1}`, text }));
}

/** Questions about the documents of a store, in all voices. */
export class QuestionVariants {
  constructor(
    private readonly pool: QuestionPool,
    private readonly personas: readonly Persona[],
  ) {}

  /**
   * Paraphrases of a question: other personas, typing slips, a feeling put before it, and for a short question other short ones; never the
   * wording itself.
   * @param said words that the paraphrases must contain if they mention the same thing
   */
  paraphrases(question: Question, count: number, said: readonly SaidFor[]): Question[] {
    const { documentId, quote } = question.gold;
    const cores = this.pool.cores.filter(
      (core) => core.documentId === documentId && quote !== null && isSamePlace(core.quote, quote),
    );
    if (cores.length === 0) return rephrased(question, said).slice(0, count);
    const random = new SeededRandom(`paraphrases/${question.id}`);
    const asked = new Set([foldedWithoutSpaces(question.text)]);
    const found: Question[] = [];
    const whole = inTurns(random.shuffled(this.ways(cores)));
    const brief = isBrief(question.text) ? cores.flatMap((core) => this.briefly(core)) : [];
    for (const make of [...brief, ...whole.map((way) => () => this.ask(way.core, way.kind, way.persona))]) {
      if (found.length >= count) break;
      const other = make();
      if (other === undefined) continue;
      const text = said.reduce((t, pair) => (t.includes(pair.written) ? inSlang(t, pair) : t), other.text);
      if (asked.has(foldedWithoutSpaces(text))) continue;
      asked.add(foldedWithoutSpaces(text));
      found.push({ ...other, id: `${other.id}-p${found.length + 1}`, text, asOf: question.asOf });
    }
    return found;
  }

  /** Questions about other provisions than these. */
  others(than: readonly Question[], count: number, seed: string): Question[] {
    const quotes = new Set(than.map((question) => question.gold.quote));
    const random = new SeededRandom(`others/${seed}`);
    const cores = random.shuffled(this.pool.current.filter((core) => !quotes.has(core.quote)));
    const found = new Map<string, Question>();
    for (const core of cores) {
      if (found.size >= count) break;
      const persona = random.pick(this.personas.filter((one) => one.language === core.language));
      const question = persona && this.ask(core, random.pick(KINDS) ?? 'fact', persona);
      if (question !== undefined) found.set(question.id, question);
    }
    return [...found.values()];
  }

  /** A seed as a short question. */
  private briefly(core: CoreQuestion): (() => Question | undefined)[] {
    return brieflyAsked(core).map((text) => () => {
      const persona = this.personas.find((one) => one.language === core.language);
      const whole = persona && this.ask(core, 'fact', persona);
      return whole && { ...whole, text };
    });
  }

  private ways(cores: readonly CoreQuestion[]) {
    return cores.flatMap((core) =>
      this.personas
        .filter((persona) => persona.language === core.language)
        .flatMap((persona) => WORDINGS.map((kind) => ({ core, kind, persona }))),
    );
  }

  private ask(core: CoreQuestion, kind: QuestionKind, persona: Persona): Question | undefined {
    if (!rephrasable(core, kind, this.pool)) return undefined;
    return questionFor(core, kind, { persona, difficulty: 'medium', pool: this.pool });
  }
}

/** One variant of each kind, then the next of each. */
function inTurns<T extends { readonly kind: QuestionKind }>(ways: readonly T[]): T[] {
  const byKind = WORDINGS.map((kind) => ways.filter((way) => way.kind === kind));
  const most = Math.max(0, ...byKind.map((list) => list.length));
  return Array.from({ length: most }, (_, i) => byKind.flatMap((list) => list[i] ?? [])).flat();
}
