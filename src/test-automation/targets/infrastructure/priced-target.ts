import { RagTarget, TargetAnswer, TargetQuestion } from '../../domain/rag-target.js';
import { TargetPrice } from '../domain/test-target.js';

const MILLION = 1_000_000;

/** What an answer costs by its tokens; null where the target counts none. */
export function priceOf({ tokens }: TargetAnswer, { inputUsd, outputUsd }: TargetPrice): number | null {
  const { input, output } = tokens ?? { input: null, output: null };
  if (input === null && output === null) return null;
  return ((input ?? 0) * inputUsd + (output ?? 0) * outputUsd) / MILLION;
}

/** A target whose administrator gave the price of its tokens; a cost that it tells itself counts before that. */
export class PricedTarget extends RagTarget {
  constructor(
    private readonly target: RagTarget,
    private readonly price: TargetPrice,
  ) {
    super();
  }

  get kind(): RagTarget['kind'] {
    return this.target.kind;
  }

  async ask(question: TargetQuestion, signal: AbortSignal): Promise<TargetAnswer> {
    const answer = await this.target.ask(question, signal);
    return { ...answer, costUsd: answer.costUsd ?? priceOf(answer, this.price) };
  }
}
