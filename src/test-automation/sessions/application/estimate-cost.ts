import { Injectable } from '@nestjs/common';
import { AnswerJudge } from '../../judge/domain/answer-judge.js';
import { CostEstimate } from '../domain/session-budget.js';
import { SessionRequest } from '../../domain/session-request.js';
import { TextModel } from '../../domain/text-model.js';
import { MOST_REPEATS } from './ask-question.js';

/** Tokens of one call, by the limits of the prompts: passages, rules and question; and the reply. */
const ANSWER_TOKENS = { input: 3000, output: 300 };
const JUDGING_TOKENS = { input: 2500, output: 150 };
const PARAPHRASE_TOKENS = { input: 400, output: 60 };
const READINGS = 2;
/** Cases of a judge calibration of a language model; each is read twice. */
const TRIAL_CALLS = 120;

/** Estimates the number of calls of a session and their cost before it runs. */
@Injectable()
export class EstimateCost {
  constructor(
    private readonly model: TextModel,
    private readonly judge: AnswerJudge,
  ) {}

  /**
   * @param planned questions and turns
   * @returns a lower bound, where every answer passes its first check and every judgement is cached, and an upper bound, where every answer
   *   is repeated
   */
  estimate(request: SessionRequest, planned: { readonly queries: number; readonly turns: number }): CostEstimate {
    const asked = planned.queries + planned.turns;
    const isJudging = this.judge.of(request).isPaid;
    const judging = isJudging ? READINGS * asked + TRIAL_CALLS : 0;
    const paraphrasing = (request.paraphrase ?? this.model.available) ? planned.queries : 0;
    const answers = [asked, asked * (1 + (request.retries ?? MOST_REPEATS))] as const;
    return { answers, judging, paraphrasing, ...this.cost(request, { answers, judging, paraphrasing }) };
  }

  private cost(
    { target }: SessionRequest,
    calls: Pick<CostEstimate, 'answers' | 'judging' | 'paraphrasing'>,
  ): Pick<CostEstimate, 'costUsd' | 'basis'> {
    if (!this.model.available)
      return target.kind === 'self'
        ? { costUsd: [0, 0], basis: 'No language model is configured: nothing is paid for.' }
        : { costUsd: null, basis: `What a target of kind '${target.kind}' costs is not known here.` };
    const price = ({ input, output }: { input: number; output: number }) => this.model.priceUsd(input, output);
    const [answer, reading, paraphrase] = [price(ANSWER_TOKENS), price(JUDGING_TOKENS), price(PARAPHRASE_TOKENS)];
    const isPriced = answer !== null && reading !== null && paraphrase !== null;
    if (!isPriced) return { costUsd: null, basis: `The price of ${this.model.name} is not known.` };
    if (target.kind !== 'self')
      return { costUsd: null, basis: `What a target of kind '${target.kind}' costs is not known here.` };
    const [least, most] = calls.answers;
    const extra = calls.judging * reading + calls.paraphrasing * paraphrase;
    const basis = `List price of ${this.model.name}; ${ANSWER_TOKENS.input} tokens in and ${ANSWER_TOKENS.output} out for an answer. Replies that are kept from before cost nothing.`;
    return { costUsd: [least * answer, most * answer + extra], basis };
  }
}
