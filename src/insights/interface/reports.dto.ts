import { ApiProperty, PickType } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsOptional,
  IsString,
  Length,
  MaxLength,
  ValidateIf,
} from 'class-validator';
import { given } from '../../shared/interface/field.validators.js';
import { PageQueryDto } from '../../shared/interface/page-query.dto.js';
import { REPORT_KINDS, REPORT_STATES, type ReportKind, type ReportState } from '../domain/reported-question.js';
import { InsightsQueryDto } from './insights.dto.js';

const MOST_MARKED = 500;
/** Each is answered while the request waits. */
const MOST_ASKED = 20;
const MOST_NOTE = 2000;

/** Which reports to list. */
export class ReportsQueryDto extends PageQueryDto {
  /** @example "open" */
  @IsOptional()
  @IsIn(REPORT_STATES)
  state?: ReportState = 'open';

  /** `reported`: the person who asked rejected the answer, or reported that it is missing. `abstained`: the documents do not answer. @example "all" */
  @IsOptional()
  @IsIn(REPORT_KINDS)
  kind?: ReportKind = 'all';
}

/** The time whose questions are grouped: the last 30 days by default, up to 400 days. */
export class MissingQueryDto extends PickType(InsightsQueryDto, ['since', 'until']) {}

export class ReportedSourceDto {
  /** @example "haeon/6-1-3@2026" */
  document_id!: string;
  /** @example "예산·회계 규정" */
  title!: string;
  /** @example ["행정", "재무"] */
  canonical_path!: string[];
  /** @example "법인카드를 쓴 사람은 쓴 날부터 7일 이내에 영수증을 등록하여야 한다." */
  quote!: string;
}

/** What an editor did about a question. */
export class ReportDoneDto {
  /** @example "2026-03-03T10:00:00.000Z" */
  at!: string;
  /** Shown to the person who asked. @example "규정에 추가했습니다." */
  note!: string | null;
  /** The key or person that marked it; for an administrator of the whole service. @example "key_1a2b" */
  by?: string;
}

/** What came of asking a question again. */
export class AskedAgainDto {
  /** @example "2026-03-03T10:00:00.000Z" */
  at!: string;
  @ApiProperty({ enum: ['answered', 'abstained'], example: 'answered' })
  outcome!: string;
  /**
   * Whether the person who asked may not see what answers: nothing is missing in the documents. Null where the caller does not see all that
   * this person sees, and for a person without rights.
   * @example false
   */
  @ApiProperty({ type: Boolean, nullable: true })
  without_right!: boolean | null;
}

/** A question that the documents did not answer, or whose answer was rejected. */
export class ReportDto {
  /** @example "trace_5f0c" */
  trace_id!: string;
  /** The key or person who asked; for an administrator of the whole service. @example "key_3f2a" */
  owner?: string;
  /** For an administrator of the whole service, and for the own questions. @example "conv_5f0c" */
  conversation_id?: string;
  /** @example "2026-03-02T09:15:00.000Z" */
  created_at!: string;
  /** Self-contained, without personal data. @example "기숙사 통금은 몇 시인가요?" */
  question!: string;
  /** Whether the documents did not answer. @example true */
  abstained!: boolean;
  /** Whether the person who asked reported it. @example true */
  reported!: boolean;
  /** Null if it is withheld. @example "볼 수 있는 문서에서 이 질문의 답을 찾지 못했습니다." */
  answer!: string | null;
  /** What the answer quotes. */
  sources!: ReportedSourceDto[];
  /** Present and true if a document that the answer quotes was deleted or changed: the answer and what was written on it are not shown. */
  withheld?: boolean;
  /** @example "평일과 주말이 다른지도 알고 싶어요." */
  comment!: string | null;
  /** The right answer, as the person who asked knows it. @example null */
  correction!: string | null;
  /** Category for a document about it, where this key may store one. @example ["학생", "생활"] */
  @ApiProperty({ type: [String], nullable: true })
  category!: string[] | null;
  @ApiProperty({ type: ReportDoneDto, nullable: true })
  done!: ReportDoneDto | null;
  /** Null before it is asked again, and where the answer may not be seen with this key. */
  @ApiProperty({ type: AskedAgainDto, nullable: true })
  asked_again!: AskedAgainDto | null;
}

export class ReportPageDto {
  items!: ReportDto[];
  /** @example null */
  next_cursor!: string | null;
}

/** Unanswered questions about one thing. */
export class MissingGroupDto {
  /** The most central of them. @example "기숙사 통금은 몇 시인가요?" */
  question!: string;
  /** Open questions. @example 7 */
  count!: number;
  /** @example "2026-03-02T09:15:00.000Z" */
  latest_at!: string;
  /** When an editor ticked earlier questions of the group off: it came back. @example null */
  done_at!: string | null;
  /** Category for a document about it, where this key may store one. @example ["학생", "생활"] */
  @ApiProperty({ type: [String], nullable: true })
  category!: string[] | null;
  /** Of all open questions, newest first. @example ["trace_5f0c"] */
  trace_ids!: string[];
  /** Newest first, up to 20. */
  questions!: ReportDto[];
}

export class MissingGroupsDto {
  /** Largest first, up to 20; of the 500 newest questions. */
  groups!: MissingGroupDto[];
}

/** Questions that are done, or open again. */
export class MarkReportsDto {
  /** Up to 500. @example ["trace_5f0c"] */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MOST_MARKED)
  @ArrayUnique()
  @IsString({ each: true })
  @Length(1, 200, { each: true })
  trace_ids!: string[];

  /** False: open again. @example true */
  @ValidateIf(given)
  @IsBoolean()
  done?: boolean = true;

  /** For the people who asked. @example "규정에 추가했습니다." */
  @ValidateIf(given)
  @IsString()
  @MaxLength(MOST_NOTE)
  note?: string;
}

export class MarkedReportsDto {
  items!: ReportDto[];
}

/** Questions that are asked again. */
export class AskReportsDto {
  /** Up to 20. @example ["trace_5f0c"] */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MOST_ASKED)
  @ArrayUnique()
  @IsString({ each: true })
  @Length(1, 200, { each: true })
  trace_ids!: string[];
}

/** A question with the answer of today. */
export class AnsweredReportDto {
  /** @example "trace_5f0c" */
  trace_id!: string;
  /** @example "기숙사 통금은 몇 시인가요?" */
  question!: string;
  /** Null if it could not be answered now; ask again later. */
  @ApiProperty({ type: AskedAgainDto, nullable: true })
  asked_again!: AskedAgainDto | null;
  /** Written with the sentences of the documents, without a model. @example "통금은 23시입니다. [1]" */
  answer!: string | null;
  sources!: ReportedSourceDto[];
}

export class AnsweredReportsDto {
  items!: AnsweredReportDto[];
}
