import { ApiProperty } from '@nestjs/swagger';
import { ASK_KINDS } from '../../domain/question.js';
import { ScoreDimensionsDto } from '../../judge/interface/judge-scorecard.dto.js';

const FREE_MAPS = { type: 'array', items: { type: 'object', additionalProperties: true } } as const;

/** The edition of a hidden provision. */
export class HiddenEditionDto {
  /** @example "2023-03-01" */
  effective_from!: string | null;
  /** @example "2025-02-28" */
  effective_to!: string | null;
}

/** The provision that was hidden from the target, by its category or by its edition. */
export class HiddenProvisionDto {
  /** @example "rules/leave" */
  document_id!: string;
  /** @example "제3조" */
  section!: string | null;
  /** Verbatim. @example "휴학은 개강 전날까지 신청하여야 한다." */
  quote!: string;
  /** The categories that the target was limited to; left out if the edition hides the provision. */
  @ApiProperty({
    type: 'array',
    items: { type: 'array', items: { type: 'string' } },
    example: [['규정', '행정']],
    required: false,
  })
  visible?: readonly (readonly string[])[];
  /** The edition that is not in force on the day of the question; left out if the category hides the provision. */
  edition?: HiddenEditionDto;
}

/** The intent of a question, in three levels. */
export class QuestionIntentsDto {
  /** @example "휴학 신청 기한을 묻는다" */
  surface!: string;
  /** @example "등록금을 내기 전에 휴학하려 한다" */
  hidden!: string;
  /** @example "휴학원을 낸다" */
  behavioral!: string;
}

/** Evidence of a right answer. */
export class GoldAnswerDto {
  /** @example "rules/leave" */
  document_id!: string | null;
  /** @example "제3조" */
  section!: string | null;
  /** @example "휴학은 개강 전날까지 신청하여야 한다." */
  quote!: string | null;
  /** @example ["개강 전날"] */
  @ApiProperty({ type: [String] })
  required_facts!: readonly string[];
  /** @example ["개강 후 30일"] */
  @ApiProperty({ type: [String] })
  forbidden_facts!: readonly string[];
  /** Whether the documents answer the question. @example true */
  answerable!: boolean;
}

/** A claim of the answer, held against a search of its own. */
export class ResultFactCheckDto {
  /** @example "휴학은 개강 전날까지 신청한다." */
  claim!: string;
  /** @example "휴학 신청 기한" */
  query!: string;
  @ApiProperty({ enum: ['supported', 'contradicted', 'unverified'], example: 'supported' })
  verdict!: string;
  /** @example "휴학은 개강 전날까지 신청하여야 한다." */
  quote!: string | null;
  /** @example "rules/leave#3" */
  chunk_id!: string | null;
  /** @example ["the deadline agrees"] */
  @ApiProperty({ type: [String] })
  reasons!: readonly string[];
  /** Whether it states a number, a date, an article or a name. @example true */
  checkable!: boolean;
  /** @example "rules/leave" */
  document_id!: string | null;
  /** 0..1. @example 0.9 */
  confidence!: number;
}

/** The effect of a component on an answer. */
export class ComponentAttributionDto {
  /** @example "reranker" */
  component!: string;
  /** Null if the target has no trace. @example true */
  fired!: boolean | null;
  /** In points; null without a run without the component. @example null */
  effect!: number | null;
  /** Evidence from the trace; an observation, not a proof. @example "ordered by heuristic relevance" */
  observed!: string;
  /** @example 2 */
  changed_passages!: number | null;
  /** Rank of the gold document before and after. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true, example: { before: 3, after: 1 } })
  gold_rank!: { readonly before: number | null; readonly after: number | null } | null;
  /** @example 1.5 */
  took_ms!: number;
}

/** A question of a session, its answer and its verdict. */
export class TestResultDto {
  /** @example "ses_41c0-001" */
  result_id!: string;
  /** @example "freshman" */
  persona_id!: string;
  /** @example "휴학 언제까지 내야 돼요?" */
  query!: string;
  @ApiProperty({ enum: ['easy', 'medium', 'hard'], example: 'easy' })
  difficulty!: string;
  /** Measured with two plain baselines: easy if both are right, medium if one is, hard if none is; null if they were not asked. */
  @ApiProperty({ enum: ['easy', 'medium', 'hard', null], type: String, nullable: true, example: 'medium' })
  measured_difficulty!: string | null;
  /** Kind of question. @example "procedure" */
  kind!: string;
  /**
   * What the question asks for: how something is done, whether it is allowed, which papers, who decides, what follows, how much, until when.
   * Null for a comparison, and for a question that was not made from one provision.
   */
  @ApiProperty({ enum: [...ASK_KINDS, null], type: String, nullable: true, example: 'deadline' })
  asks!: string | null;
  intents!: QuestionIntentsDto;
  gold!: GoldAnswerDto;
  /** @example "휴학은 개강 전날까지 신청한다." */
  answer!: string | null;
  /** As /chat/run returns them. */
  @ApiProperty({ ...FREE_MAPS, example: [{ n: 1, doc_id: 'rules/leave', quote: '개강 전날까지' }] })
  sources!: readonly Record<string, unknown>[];
  /** @example false */
  abstained!: boolean;
  @ApiProperty({ enum: ['success', 'partial', 'failure', 'not_evaluated'], example: 'success' })
  verdict!: string;
  /** Of 5 points; null if it could not be judged. @example 4.6 */
  score!: number | null;
  @ApiProperty({ type: () => ScoreDimensionsDto, nullable: true })
  dimensions!: ScoreDimensionsDto | null;
  @ApiProperty({ type: () => [ResultFactCheckDto] })
  fact_checks!: readonly ResultFactCheckDto[];
  /** @example null */
  failure_type!: string | null;
  /** All answers in order with their checks, the last is the one above; at most four. */
  @ApiProperty({ ...FREE_MAPS, example: [] })
  attempts!: readonly Record<string, unknown>[];
  @ApiProperty({ type: () => [ComponentAttributionDto] })
  attribution!: readonly ComponentAttributionDto[];
  /** Null for a single question. @example null */
  scenario_id!: string | null;
  /** From 1, within the scenario. @example null */
  turn!: number | null;
  /** Whether and how the turn kept the dialogue's context. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true, example: null })
  context!: Record<string, unknown> | null;
  /** @example "trc_9b20" */
  trace_id!: string | null;
  /** @example 210 */
  took_ms!: number;
  /** The same for the same question of the same documents, in any session. @example "q-19ab" */
  question_id!: string;
  /** @example "ko" */
  language!: string;
  /** Day of the edition that the question is about. @example null */
  as_of!: string | null;
  /** Whether each level of the intent was understood; null if unknown. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'boolean', nullable: true },
    example: { surface: true, hidden: null, behavioral: true },
  })
  intents_understood!: {
    readonly surface: boolean | null;
    readonly hidden: boolean | null;
    readonly behavioral: boolean | null;
  };
  /** @example 0.93 */
  confidence!: number | null;
  /** Verdict on the first answer. @example "success" */
  first_verdict!: string;
  /** Reasons for the verdict. @example [] */
  @ApiProperty({ type: [String] })
  reasons!: readonly string[];
  /**
   * The verdict that counts and its judge (`used`), that of the rules, and that of a language model with both its readings; `llm` is null
   * without one.
   */
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { used: 'rules', rules: { verdict: 'success', score: 4.6, failure_type: null }, llm: null },
  })
  judges!: Record<string, unknown>;
  /** @example 0 */
  cost_usd!: number | null;
  /** Token counts of the target, over all attempts; null if it reports none. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer', nullable: true },
    nullable: true,
    example: { input: 412, output: 38 },
  })
  tokens!: { readonly input: number | null; readonly output: number | null } | null;
  /** Requests that the target failed (5xx) or broke off, and that were sent again, also if it never answered; null without one. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    nullable: true,
    example: { server_errors: 1, cut_answers: 0 },
  })
  target_retries!: { readonly server_errors: number; readonly cut_answers: number } | null;
  /** A language model's verdicts on the criteria of the session file. */
  @ApiProperty({ ...FREE_MAPS, example: [{ name: 'polite', met: true, reason: 'It greets and stays friendly.' }] })
  rubrics!: readonly Record<string, unknown>[];
  /** The expected answer of the dataset; null for a generated question. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true, example: null })
  expected!: Record<string, unknown> | null;
  /** Why it could not be evaluated. @example null */
  error!: string | null;
  /**
   * Present and true if its words are withheld: one of its documents was deleted or changed, or is not visible to the caller.
   * @example true
   */
  withheld?: boolean;

  /** For an unanswerable question: the provision that would answer it. The target was asked without the document's category, or on a day on which its edition is not in force. */
  hidden?: HiddenProvisionDto;
}

/** A page of results. */
export class TestResultPageDto {
  items!: TestResultDto[];
  /** Send it as cursor for the next page; null on the last. @example null */
  next_cursor!: string | null;
}
