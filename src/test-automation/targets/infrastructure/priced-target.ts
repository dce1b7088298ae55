import { RagTarget, TargetAnswer, TargetQuestion } from '../../domain/rag-target.js';
import { TargetPrice } from '../domain/test-target.js';

const MILLION = 1_000_000;

/** Cost of an answer by its tokens; null if the target reports none. */
export function priceOf({ tokens }: TargetAnswer, { inputUsd, outputUsd }: TargetPrice): number | null {
  const { input, output } = tokens ?? { input: null, output: null };
  if (input === null && output === null) return null;
  return ((input ?? 0) * inputUsd + (output ?? 0) * outputUsd) / MILLION;
}

/** A target with token prices from its administrator; a cost that the target itself reports takes precedence. */
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
