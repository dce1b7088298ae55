import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
import { IsZonedTime } from '../../shared/interface/field.validators.js';
import { PageQueryDto } from '../../shared/interface/page-query.dto.js';
import { QUESTION_KINDS, QUESTION_ORDERS, type QuestionKind, type QuestionOrder } from '../domain/insights.js';

/** Time in ms from which an answer is slow. */
export const SLOW_MS = 3_000;

/** The time whose questions are counted: the last 30 days by default, up to 400 days. */
export class InsightsQueryDto {
  /** From this time on. @example "2026-03-01T00:00:00Z" */
  @IsOptional()
  @IsZonedTime()
  since?: string;

  /** Before this time; now by default. @example "2026-04-01T00:00:00Z" */
  @IsOptional()
  @IsZonedTime()
  until?: string;

  /** Milliseconds from which an answer is slow. @example 3000 */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(600_000)
  slow_ms?: number = SLOW_MS;
}

/** Which questions to list. */
export class InsightQuestionsQueryDto extends IntersectionType(InsightsQueryDto, PageQueryDto) {
  /** Only questions of this kind. @example "abstained" */
  @IsOptional()
  @IsIn(QUESTION_KINDS)
  kind?: QuestionKind = 'all';

  /** `slowest`: the answer that took longest first. @example "newest" */
  @IsOptional()
  @IsIn(QUESTION_ORDERS)
  order?: QuestionOrder = 'newest';

  /** Only questions whose answer has this mark in `degraded`. @example "embedding" */
  @IsOptional()
  @Matches(/^[\w.:-]{1,100}$/u, { message: 'must be a mark of the figures, for example embedding' })
  mark?: string;

  /** Only rated answers whose calibrated confidence is in this tenth: 8 is from 0.8 to 0.9. @example 8 */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(9)
  tenth?: number;
}

export class QuestionsOfDayDto {
  /** UTC. @example "2026-03-02" */
  day!: string;
  /** @example 42 */
  questions!: number;
  /** @example 36 */
  answered!: number;
  /** @example 6 */
  abstained!: number;
  /** Answers of which some part was degraded. @example 1 */
  degraded!: number;
}

export class RatingsOfDayDto {
  /** Day of the question, UTC. @example "2026-03-02" */
  day!: string;
  /** @example 9 */
  up!: number;
  /** @example 2 */
  down!: number;
}

export class ConfidenceBinDto {
  /** Tenth of the calibrated confidence: 8 is from 0.8 to 0.9. @example 8 */
  tenth!: number;
  /** @example 18 */
  up!: number;
  /** @example 3 */
  down!: number;
  /** Mean confidence of these answers: close to the share of thumbs up if the confidence is right. @example 0.84 */
  mean_confidence!: number;
}

export class AnswerTimesDto {
  /** Answers whose time is stored. @example 42 */
  measured!: number;
  /** Median in milliseconds; null without an answer. @example 48 */
  p50_ms!: number | null;
  /** @example 310 */
  p95_ms!: number | null;
  /** Answers that took slow_ms or more. @example 1 */
  slow!: number;
}

export class DegradedMarkDto {
  /** As in `degraded` of an answer. @example "embedding" */
  mark!: string;
  /** @example 1 */
  questions!: number;
}

/** Calls of language models and what they cost. */
class ModelCostDto {
  /** Calls of the language model. @example 120 */
  calls!: number;
  /** US dollars. @example 0.42 */
  usd!: number;
  /** @example 81000 */
  input_tokens!: number;
  /** @example 9200 */
  output_tokens!: number;
}

export class CostOfDayDto extends ModelCostDto {
  /** UTC. @example "2026-03-02" */
  day!: string;
}

/** Cost of one model, agent or caller. */
export class CostShareDto extends ModelCostDto {
  /** `provider/model`, the id of an agent, or of a key or person; `background` and `test-sessions` for work without a caller. Empty without an agent. @example "openai/gpt-4o-mini" */
  id!: string;
  /** Name of the key or the person; null without one, and for models and agents. @example null */
  name!: string | null;
}

/** A stored question. */
export class InsightQuestionDto {
  /** @example "trace_5f0c" */
  trace_id!: string;
  /** @example "conv_5f0c" */
  conversation_id!: string;
  /** The key or person who asked; for an administrator. @example "key_3f2a" */
  owner?: string;
  /** Whether the caller asked it, and may open its conversation. @example true */
  is_own!: boolean;
  /** @example "2026-03-02T09:15:00.000Z" */
  created_at!: string;
  /** Without personal data. @example "기숙사 통금은 몇 시인가요?" */
  question!: string;
  /** Null for an answer of an earlier release. @example "abstained" */
  @ApiProperty({ enum: ['answered', 'abstained'], nullable: true, type: String })
  outcome!: string | null;
  /** Calibrated. @example 0.21 */
  confidence!: number | null;
  /** Null for an answer of an earlier release. @example 48 */
  took_ms!: number | null;
  /** @example [] */
  degraded!: string[];
  @ApiProperty({ enum: ['thumbs_up', 'thumbs_down'], nullable: true, type: String, example: 'thumbs_down' })
  rating!: string | null;
  /** Of the rating; null without one, and where the answer is withheld. @example null */
  comment!: string | null;
  /** Whether a document that the answer quotes was deleted or changed, or may not be seen with this key. */
  withheld?: boolean;
}

/** Questions about one thing that the documents did not answer. */
export class MissingTopicDto {
  /** The most central of them. @example "기숙사 통금은 몇 시인가요?" */
  question!: string;
  /** @example 7 */
  count!: number;
  /** @example "2026-03-02T09:15:00.000Z" */
  latest_at!: string;
  /** Newest first, up to 20. */
  questions!: InsightQuestionDto[];
}

export class InsightsDto {
  /** Whether the figures count the questions of all callers, or only those of this key. @example true */
  of_all_callers!: boolean;
  questions!: QuestionsOfDayDto[];
  ratings!: RatingsOfDayDto[];
  /** Rated answers by their confidence. */
  confidence!: ConfidenceBinDto[];
  latency!: AnswerTimesDto;
  degraded!: DegradedMarkDto[];
  /** Cost of the language model; null for a key with categories. */
  @ApiProperty({ type: [CostOfDayDto], nullable: true })
  cost!: CostOfDayDto[] | null;
  /** Cost by model, the most expensive first; null for a key with categories. Days of earlier releases are not divided. */
  @ApiProperty({ type: [CostShareDto], nullable: true })
  cost_by_model!: CostShareDto[] | null;
  /** Cost by the agent of the request. */
  @ApiProperty({ type: [CostShareDto], nullable: true })
  cost_by_agent!: CostShareDto[] | null;
  /** Cost by the key or the person. */
  @ApiProperty({ type: [CostShareDto], nullable: true })
  cost_by_caller!: CostShareDto[] | null;
  /** Abstained questions, grouped by meaning: the 500 newest, in up to 20 groups. */
  missing!: MissingTopicDto[];
}

export class InsightQuestionPageDto {
  items!: InsightQuestionDto[];
  /** @example null */
  next_cursor!: string | null;
}
