import { ApiProperty } from '@nestjs/swagger';

const FREE_MAPS = { type: 'array', items: { type: 'object', additionalProperties: true } } as const;

/** What a question asks for, in three levels. */
export class QuestionIntentsDto {
  /** @example "휴학 신청 기한을 묻는다" */
  surface!: string;
  /** @example "등록금을 내기 전에 휴학하려 한다" */
  hidden!: string;
  /** @example "휴학원을 낸다" */
  behavioral!: string;
}

/** What a right answer rests on. */
export class GoldAnswerDto {
  /** @example "rules/leave" */
  document_id!: string | null;
  /** @example "제3조" */
  section!: string | null;
  /** @example "휴학은 개강 전날까지 신청하여야 한다." */
  quote!: string | null;
  /** @example ["개강 전날"] */
  required_facts!: string[];
  /** @example ["개강 후 30일"] */
  forbidden_facts!: string[];
  /** Whether the documents answer it at all. @example true */
  answerable!: boolean;
}

/** Points of an answer: at most 1 for each of the first four, 0.5 for each of the others. */
export class ScoreDimensionsDto {
  /** @example 1 */
  accuracy!: number;
  /** @example 0.9 */
  completeness!: number;
  /** @example 1 */
  relevance!: number;
  /** @example 1 */
  citation!: number;
  /** @example 0.4 */
  practicality!: number;
  /** @example 0.3 */
  actionability!: number;
}

/** A claim of the answer, held against a search of its own. */
export class ResultFactCheckDto {
  /** @example "휴학은 개강 전날까지 신청한다." */
  claim!: string;
  /** @example "휴학 신청 기한" */
  query!: string;
  @ApiProperty({ enum: ['supported', 'contradicted', 'not_found'], example: 'supported' })
  verdict!: string;
  /** @example "휴학은 개강 전날까지 신청하여야 한다." */
  quote!: string | null;
  /** @example "rules/leave#3" */
  chunk_id!: string | null;
  /** @example ["the deadline agrees"] */
  reasons!: string[];
}

/** What a component did for an answer. */
export class ComponentAttributionDto {
  /** @example "reranker" */
  component!: string;
  /** @example true */
  fired!: boolean;
  /** In points; null when it was not measured. @example 0.2 */
  effect!: number | null;
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
  /** Kind of question. @example "procedure" */
  kind!: string;
  intents!: QuestionIntentsDto;
  gold!: GoldAnswerDto;
  /** @example "휴학은 개강 전날까지 신청한다." */
  answer!: string | null;
  /** As /chat/run gives them. */
  @ApiProperty({ ...FREE_MAPS, example: [{ n: 1, doc_id: 'rules/leave', quote: '개강 전날까지' }] })
  sources!: Record<string, unknown>[];
  /** @example false */
  abstained!: boolean;
  @ApiProperty({ enum: ['success', 'partial', 'failure', 'not_evaluated'], example: 'success' })
  verdict!: string;
  /** Of 5 points; null when it could not be judged. @example 4.6 */
  score!: number | null;
  @ApiProperty({ type: () => ScoreDimensionsDto, nullable: true })
  dimensions!: ScoreDimensionsDto | null;
  fact_checks!: ResultFactCheckDto[];
  /** @example null */
  failure_type!: string | null;
  /** Earlier answers that failed their fact check, at most three. */
  @ApiProperty({ ...FREE_MAPS, example: [] })
  attempts!: Record<string, unknown>[];
  attribution!: ComponentAttributionDto[];
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
}

/** A page of results. */
export class TestResultPageDto {
  items!: TestResultDto[];
  /** Send it as cursor for the next page; null on the last. @example null */
  next_cursor!: string | null;
}
