import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { isAdministrator } from '../../access/domain/caller.js';
import { Access, RequiresScope } from '../../access/interface/access.decorators.js';
import type { AccessState } from '../../access/interface/access.decorators.js';
import { DEFAULT_PAGE } from '../../shared/domain/page.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { abortSignal } from '../../shared/interface/on-response-close.js';
import { AnsweredAgain, AskAgain } from '../application/ask-again.js';
import { GroupMissing, MissingGroup } from '../application/group-missing.js';
import { MarkDone } from '../application/mark-done.js';
import { ReadReports, ReportReader, SeenQuestion } from '../application/read-reports.js';
import { AskedAgain, Done, ReportSource } from '../domain/reported-question.js';
import {
  AnsweredReportDto,
  AnsweredReportsDto,
  AskedAgainDto,
  AskReportsDto,
  MarkedReportsDto,
  MarkReportsDto,
  MissingGroupDto,
  MissingGroupsDto,
  MissingQueryDto,
  ReportDoneDto,
  ReportDto,
  ReportedSourceDto,
  ReportPageDto,
  ReportsQueryDto,
} from './reports.dto.js';

const SHOWN_OF_GROUP = 20;

interface Editor extends ReportReader {
  /** Reads who asked, and who marked a question as done. */
  readonly namesPeople: boolean;
}

const editorOf = ({ caller, effectiveFilter }: AccessState): Editor => ({
  id: caller.id,
  filter: effectiveFilter,
  namesPeople: isAdministrator(caller),
});

const sourceDto = ({ documentId, title, categoryPath, quote }: ReportSource): ReportedSourceDto => ({
  document_id: documentId,
  title,
  canonical_path: [...categoryPath],
  quote,
});

const doneDto = ({ at, by, note }: Done, { namesPeople }: Editor): ReportDoneDto => ({
  at,
  note,
  ...(namesPeople ? { by } : {}),
});

const askedDto = ({ at, outcome, isWithoutRight }: AskedAgain): AskedAgainDto => ({
  at,
  outcome,
  without_right: isWithoutRight,
});

function toReportDto(seen: SeenQuestion, editor: Editor): ReportDto {
  const { one, isWithheld, category } = seen;
  const mayOpen = editor.namesPeople || one.owner === editor.id;
  return {
    trace_id: one.traceId,
    ...(editor.namesPeople ? { owner: one.owner } : {}),
    ...(mayOpen ? { conversation_id: one.conversationId } : {}),
    created_at: one.createdAt,
    question: one.question,
    abstained: one.isAbstained,
    reported: one.rating === 'thumbs_down',
    answer: isWithheld ? null : one.answer,
    sources: isWithheld ? [] : one.sources.map(sourceDto),
    ...(isWithheld ? { withheld: true } : {}),
    comment: isWithheld ? null : one.comment,
    correction: isWithheld ? null : one.correction,
    category: category === undefined ? null : [...category],
    done: one.done === null ? null : doneDto(one.done, editor),
    asked_again: one.askedAgain === null ? null : askedDto(one.askedAgain),
  };
}

function toGroupDto({ question, open, doneAt }: MissingGroup, editor: Editor): MissingGroupDto {
  const category = open.find((one) => one.category !== undefined)?.category;
  return {
    question,
    count: open.length,
    latest_at: open[0]?.one.createdAt ?? '',
    done_at: doneAt,
    category: category === undefined ? null : [...category],
    trace_ids: open.map(({ one }) => one.traceId),
    questions: open.slice(0, SHOWN_OF_GROUP).map((one) => toReportDto(one, editor)),
  };
}

function toAnsweredDto({ traceId, question, result }: AnsweredAgain): AnsweredReportDto {
  return {
    trace_id: traceId,
    question,
    asked_again: result === undefined ? null : askedDto(result.asked),
    answer: result?.answer.text ?? null,
    sources: result?.answer.sources.map(sourceDto) ?? [],
  };
}

/** What readers report and what the documents do not answer, for the editors of these documents. */
@ApiTags('System')
@Controller('insights')
export class ReportsController {
  constructor(
    private readonly reports: ReadReports,
    private readonly missing: GroupMissing,
    private readonly done: MarkDone,
    private readonly again: AskAgain,
  ) {}

  /**
   * Questions without an answer, and answers that the person who asked rejected, newest first: those that were answered from documents of
   * this key's categories and groups, or are near to one, or were asked within these categories without a document near to them. Who asked
   * is for an administrator of the whole service. A question that may concern a document which the key may not see is left out.
   */
  @Get('reports')
  @RequiresScope('ingest')
  @ApiProblems(401, 403, 422, 429)
  async list(@Query() query: ReportsQueryDto, @Access() access: AccessState): Promise<ReportPageDto> {
    const editor = editorOf(access);
    const { state = 'open', kind = 'all', cursor, limit = DEFAULT_PAGE } = query;
    const page = await this.reports.list({ state, kind, cursor, limit }, editor);
    return { items: page.items.map((one) => toReportDto(one, editor)), next_cursor: page.nextCursor };
  }

  /**
   * Questions without an answer that this key may see, grouped by meaning: what the documents lack. Groups whose questions are all done are
   * not listed; they come back with the next question of their meaning.
   */
  @Get('missing')
  @RequiresScope('ingest')
  @ApiProblems(401, 403, 422, 429)
  async groups(@Query() query: MissingQueryDto, @Access() access: AccessState): Promise<MissingGroupsDto> {
    const editor = editorOf(access);
    const groups = await this.missing.groups(query, editor);
    return { groups: groups.map((group) => toGroupDto(group, editor)) };
  }

  /** Marks questions as done, or opens them again. The note is shown to the people who asked. */
  @Post('reports/done')
  @HttpCode(200)
  @RequiresScope('ingest')
  @ApiProblems(400, 401, 403, 404, 413, 415, 422, 429)
  async mark(@Body() body: MarkReportsDto, @Access() access: AccessState): Promise<MarkedReportsDto> {
    const editor = editorOf(access);
    const note = body.note?.trim() ?? '';
    const mark = { isDone: body.done ?? true, note: note === '' ? null : note };
    const marked = await this.done.mark(body.trace_ids, mark, editor);
    return { items: marked.map((one) => toReportDto(one, editor)) };
  }

  /**
   * Asks questions again, from what this key may see and without a model, and stores the results with their time. The conversations of the
   * people who asked do not change.
   */
  @Post('reports/ask-again')
  @HttpCode(200)
  @RequiresScope('ingest')
  @ApiProblems(400, 401, 403, 404, 413, 415, 422, 429)
  async ask(
    @Body() body: AskReportsDto,
    @Access() access: AccessState,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnsweredReportsDto> {
    const answered = await this.again.ask(body.trace_ids, editorOf(access), abortSignal(reply));
    return { items: answered.map(toAnsweredDto) };
  }
}
