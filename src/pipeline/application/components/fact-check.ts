import { Injectable, Logger } from '@nestjs/common';
import { AnswerChecker, CheckedClaim, CheckResult, FactCheckSummary } from '../../domain/answer-checker.js';
import { ComponentContext, ComponentReport, Next, PipelineComponent } from '../../domain/component.js';
import { Correction, sumUsage, isVerbatim } from '../../domain/composer.js';
import { Composition, CompositionDraft } from '../../domain/composition.js';
import { failedClaims, dropFailedClaims, withoutMarks } from '../../domain/drop-failed-claims.js';
import { RESERVE_MS, StepTimeoutError } from '../../domain/step.js';
import { FinishAnswer } from '../finish-answer.js';

const CHECK_MS = 800;

interface Attempt {
  readonly composition: Composition;
  readonly checked: CheckResult;
}

/**
 * Verifies the claims of an answer against the passages. If one fails, the answer is composed again with that claim named, within the
 * deadline. Claims that still fail are removed. Off: no second composition. An answer of exact quotes needs no verification.
 */
@Injectable()
export class FactCheck extends PipelineComponent<CompositionDraft, Composition> {
  readonly name = 'fact_check';
  private readonly logger = new Logger('pipeline');

  constructor(
    private readonly checker: AnswerChecker,
    private readonly finish: FinishAnswer,
  ) {
    super();
  }

  async run(
    draft: CompositionDraft,
    next: Next<CompositionDraft, Composition>,
    context: ComponentContext,
  ): Promise<ComponentReport<Composition>> {
    const first = await next(draft);
    const started = performance.now();
    const quiet = (effect: string, factCheck: FactCheckSummary) => ({
      result: { ...first, factCheck },
      fired: false,
      input: null,
      output: null,
      effect,
    });
    const { composed } = first;
    if (composed === undefined) return quiet('the answer makes no claim', summary('nothing_to_check'));
    if (isVerbatim(composed, draft.retrieved.evidence))
      return quiet('every sentence is an exact quote of its passage: there is nothing to verify', {
        ...summary('quotes'),
        claims: composed.citations.length,
        supported: composed.citations.length,
        passed: true,
      });
    const attempts = await this.attempts(draft, first, next, context);
    if (attempts.length === 0)
      return quiet('the check failed or had no time: the answer is not evaluated', summary('not_evaluated'));
    return { ...this.outcome(draft, attempts), tookMs: performance.now() - started };
  }

  /** The drafts, each with its check. Ends with a draft that passes, or if attempts or time are used up. */
  private async attempts(
    draft: CompositionDraft,
    first: Composition,
    next: Next<CompositionDraft, Composition>,
    context: ComponentContext,
  ): Promise<Attempt[]> {
    const attempts: Attempt[] = [];
    let composition: Composition | undefined = first;
    while (composition !== undefined) {
      const checked = await this.check(draft, composition, context);
      if (checked === undefined) break;
      attempts.push({ composition, checked });
      if (checked.passed || attempts.length > context.settings.factCheck.attempts) break;
      if (!context.hasTime(RESERVE_MS.compose + CHECK_MS)) break;
      composition = await this.again(draft, composition, checked, next);
    }
    return attempts;
  }

  private async check(
    { request, analysed, retrieved }: CompositionDraft,
    { composed }: Composition,
    context: ComponentContext,
  ): Promise<CheckResult | undefined> {
    if (composed === undefined) return undefined;
    try {
      return await context.within(this.name, CHECK_MS, (signal) =>
        this.checker.check(
          {
            answer: withoutMarks(composed.text),
            question: analysed.question,
            language: analysed.language,
            evidence: retrieved.evidence.map((e) => ({
              id: e.chunkId,
              text: e.text,
              heading: `${e.title}\n${e.section ?? ''}`,
            })),
            filter: request.filter,
            asOf: request.asOf ?? retrieved.asOf,
          },
          signal,
        ),
      );
    } catch (error) {
      this.logger.warn({ err: error }, 'failed to check an answer');
      return undefined;
    }
  }

  /** Undefined if the next draft is late or is not an answer. The failed claims are then removed from the last draft. */
  private async again(
    draft: CompositionDraft,
    last: Composition,
    checked: CheckResult,
    next: Next<CompositionDraft, Composition>,
  ): Promise<Composition | undefined> {
    const corrections = [...draft.corrections, ...failedClaims(checked).map(toCorrection)];
    try {
      const again = await next({ ...draft, corrections });
      // The cost of the earlier drafts is included.
      return again.composed === undefined ? undefined : { ...again, usage: sumUsage(again.usage, last.usage) };
    } catch (error) {
      if (error instanceof StepTimeoutError) return undefined;
      throw error;
    }
  }

  private outcome(draft: CompositionDraft, attempts: readonly Attempt[]): ComponentReport<Composition> {
    const last = attempts.at(-1);
    const failed = last === undefined ? [] : failedClaims(last.checked);
    const composition = last === undefined ? undefined : this.cleared(draft, last.composition, failed);
    const claims = last?.checked.claims ?? [];
    const count = (verdict: CheckedClaim['verdict']) => claims.filter((c) => c.verdict === verdict).length;
    const factCheck: FactCheckSummary = {
      method: 'claims',
      claims: claims.length,
      supported: count('supported'),
      contradicted: count('contradicted'),
      not_found: count('not_found'),
      attempts: attempts.length,
      left_out: failed.length,
      passed: last?.checked.evaluated === true ? last.checked.passed : null,
    };
    return {
      result: { ...(composition ?? this.finish.abstain(draft)), factCheck },
      fired: true,
      input: { answer: attempts[0]?.composition.response ?? '' },
      output: { attempts: attempts.map(shown), left_out: failed.map((claim) => claim.text) },
      effect: effectOf(factCheck),
    };
  }

  /** The composition without the failed claims; an abstention if nothing is left. */
  private cleared(draft: CompositionDraft, composition: Composition, failed: readonly CheckedClaim[]): Composition {
    if (failed.length === 0 || composition.composed === undefined) return composition;
    const left = dropFailedClaims(composition.composed, failed);
    if (left === undefined) return this.finish.abstain(draft, composition);
    return { ...this.finish.cite(left, draft.retrieved), usage: composition.usage };
  }
}

function summary(method: FactCheckSummary['method']): FactCheckSummary {
  return { method, claims: 0, supported: 0, contradicted: 0, not_found: 0, attempts: 0, left_out: 0, passed: null };
}

function toCorrection({ text, verdict, evidence }: CheckedClaim): Correction {
  return {
    claim: text,
    verdict: verdict === 'contradicted' ? 'contradicted' : 'not_found',
    quote: evidence?.quote,
  };
}

function shown({ composition, checked }: Attempt) {
  return {
    answer: composition.response,
    passed: checked.passed,
    claims: checked.claims.map(({ text, verdict, confidence, evidence, reasons }) => ({
      text,
      verdict,
      confidence,
      quote: evidence?.quote ?? null,
      reasons,
    })),
  };
}

function effectOf({ passed, attempts, left_out }: FactCheckSummary): string {
  const again = attempts > 1 ? ` after composing again ${attempts - 1} times` : '';
  if (passed === null) return 'the answer contains no claim that can be checked';
  return passed ? `all claims hold${again}` : `${left_out} claims failed${again} and were left out`;
}
