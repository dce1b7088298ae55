import { Injectable } from '@nestjs/common';
import { ClaimChecker } from '../../domain/claim-checker.js';
import { foldedWithoutSpaces } from '../../../text/folded-text.js';
import { Persona } from '../../personas/domain/persona.js';
import { Question, QuestionKind } from '../../domain/question.js';
import { QuestionHistory, QuestionMaker, SessionQuestions } from '../domain/question-maker.js';
import { Refusal, refusalOf } from '../domain/paraphrase/paraphrase-gate.js';
import { paraphrasePrompt } from '../domain/paraphrase/paraphrase-prompt.js';
import { SessionRequest } from '../../domain/session-request.js';
import { TextModel, TextModelError } from '../../domain/text-model.js';
import { MakeQuestions } from './make-questions.js';

/** A model would correct a slip, spell out an abbreviation, and turn a question that no document answers into an answerable one. */
const KEPT: ReadonlySet<QuestionKind> = new Set(['typo', 'slang', 'unanswerable']);
/** Concurrent calls; the model has its own limit too. */
const AT_ONCE = 4;
/** After this many consecutive failures the model is not called again. */
const MOST_FAILURES = 4;

interface Reply {
  readonly question: Question;
  /** Undefined if the model gave none. */
  readonly text: string | undefined;
}

/**
 * Paraphrases single questions in the persona's voice, if a language model is configured. Each paraphrase passes a gate; otherwise the
 * question is not changed and the reason is counted. Turns of dialogues are not changed, since their omissions are exact.
 */
@Injectable()
export class ParaphraseQuestions extends QuestionMaker {
  constructor(
    private readonly maker: MakeQuestions,
    private readonly model: TextModel,
    private readonly checker: ClaimChecker,
  ) {
    super();
  }

  async make(
    request: SessionRequest,
    personas: readonly Persona[],
    history: QuestionHistory,
    signal: AbortSignal,
  ): Promise<SessionQuestions> {
    const made = await this.maker.make(request, personas, history, signal);
    if (!(request.paraphrase ?? this.model.available)) return made;
    const spent = { usd: 0, limit: request.budgetUsd };
    const replies = await this.ask(made.singles, personas, { signal, spent });
    return this.gated(made, replies, { request, signal, costUsd: spent.usd });
  }

  private async ask(
    questions: readonly Question[],
    personas: readonly Persona[],
    {
      signal,
      spent,
    }: { readonly signal: AbortSignal; readonly spent: { usd: number; readonly limit: number | undefined } },
  ): Promise<ReadonlyMap<string, Reply>> {
    const able = questions.filter((question) => !KEPT.has(question.kind));
    const replies = new Map<string, Reply>();
    let failures = 0;
    for (let i = 0; i < able.length; i += AT_ONCE) {
      signal.throwIfAborted();
      // Paraphrases cost up to a tenth of the session's budget.
      if (failures >= MOST_FAILURES || (spent.limit !== undefined && spent.usd >= spent.limit / 10)) break;
      const asked = able.slice(i, i + AT_ONCE).map(async (question): Promise<Reply> => {
        const persona = personas.find((p) => p.id === question.personaId);
        if (persona === undefined) return { question, text: undefined };
        try {
          const { text, costUsd } = await this.model.complete(paraphrasePrompt(question, persona), signal);
          spent.usd += costUsd ?? 0;
          failures = 0;
          return { question, text: text.trim() };
        } catch (error) {
          if (!(error instanceof TextModelError)) throw error;
          failures++;
          return { question, text: undefined };
        }
      });
      for (const reply of await Promise.all(asked)) replies.set(reply.question.id, reply);
    }
    return replies;
  }

  /** Sequential, so that of two equal paraphrases the first one stays. */
  private async gated(
    made: SessionQuestions,
    replies: ReadonlyMap<string, Reply>,
    { request, signal, costUsd }: { request: SessionRequest; signal: AbortSignal; costUsd: number },
  ): Promise<SessionQuestions> {
    const taken = new Set(made.singles.map((question) => foldedWithoutSpaces(question.text)));
    const discarded: Record<string, number> = { ...made.discarded };
    const singles: Question[] = [];
    let paraphrased = 0;
    for (const question of made.singles) {
      const reply = replies.get(question.id);
      if (reply === undefined) {
        singles.push(question);
        continue;
      }
      const refusal = await this.refusal(reply, taken, { request, signal });
      if (refusal === undefined && reply.text !== undefined) {
        taken.add(foldedWithoutSpaces(reply.text));
        singles.push({ ...question, text: reply.text });
        paraphrased++;
        continue;
      }
      const name = `paraphrase_${refusal ?? 'no_reply'}`;
      discarded[name] = (discarded[name] ?? 0) + 1;
      singles.push(question);
    }
    if (paraphrased === 0) return { ...made, singles, discarded, paraphrased, costUsd };
    // Search finds other words differently.
    const { questions, baseline } = await this.maker.measured(singles, request.scope, signal);
    return { ...made, singles: questions, baseline, discarded, paraphrased, costUsd };
  }

  private async refusal(
    { question, text }: Reply,
    taken: ReadonlySet<string>,
    { request, signal }: { readonly request: SessionRequest; readonly signal: AbortSignal },
  ): Promise<Refusal | undefined> {
    if (text === undefined) return 'no_reply';
    const refused = refusalOf(question, text, taken);
    if (refused !== undefined) return refused;
    const place = { asOf: question.asOf, scope: request.scope };
    // Uses the search that an abstention is compared with: it has to find the gold passage by the new words too.
    const found = await this.checker.checkAbstention({ ...question, text }, place, signal);
    return found.chunkId === null ? 'not_answerable_from_gold' : undefined;
  }
}
