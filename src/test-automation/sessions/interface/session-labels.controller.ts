import { Body, Controller, Get, Param, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../../access/domain/caller.js';
import { CurrentCaller, RequiresScope } from '../../../access/interface/access.decorators.js';
import { ApiProblems } from '../../../shared/interface/api-errors.decorator.js';
import { Agreement } from '../../judge/domain/cohens-kappa.js';
import { LabelRows, RowToLabel, SessionLabels } from '../application/label-rows.js';
import {
  LabelAgreementDto,
  LabelledRowDto,
  LabelsQueryDto,
  RowLabelDto,
  RowToLabelDto,
  SessionLabelsDto,
} from './session-labels.dto.js';
import { toViewer } from './session-mapping.js';

const toRowDto = ({ result, earlier, label }: RowToLabel): RowToLabelDto => ({
  result_id: result.resultId,
  earlier: earlier.map(({ query, answer }) => ({ query, answer })),
  query: result.query,
  gold: {
    answerable: result.gold.answerable,
    quote: result.gold.quote,
    required_facts: result.gold.requiredFacts,
    reference: result.expected?.reference ?? null,
  },
  answer: result.answer,
  label,
});

const toAgreementDto = ({ rows, observed, kappa, ci95 }: Agreement): LabelAgreementDto => ({
  rows,
  observed,
  kappa,
  ci95: ci95 === null ? null : [...ci95],
});

const toLabelsDto = (session_id: string, reviewer: string, found: SessionLabels): SessionLabelsDto => ({
  session_id,
  reviewer,
  rows: found.rows.map(toRowDto),
  withheld: found.withheld,
  complete: found.isComplete,
  agreement:
    found.agreements === null
      ? null
      : found.agreements.map(({ first, second, labels, passed }) => ({
          first,
          second,
          labels: toAgreementDto(labels),
          passed: toAgreementDto(passed),
        })),
});

/** Labels that people give to rows of a session without seeing the verdict. */
@ApiTags('Test automation')
@Controller('test-sessions/:id/labels')
export class SessionLabelsController {
  constructor(private readonly labelRows: LabelRows) {}

  /**
   * Lists rows of an ended session to label, without the verdict of the judge, and the own labels. The agreement with others and with the
   * judge follows when every row has a label.
   */
  @Get()
  @RequiresScope('test')
  @ApiProblems(401, 403, 404, 409, 422, 429)
  async read(
    @Param('id') id: string,
    @Query() { reviewer }: LabelsQueryDto,
    @CurrentCaller() caller: Caller,
  ): Promise<SessionLabelsDto> {
    return toLabelsDto(id, reviewer, await this.labelRows.read(id, reviewer, toViewer(caller)));
  }

  /** Labels a row, or changes its label. */
  @Put(':result_id')
  @RequiresScope('test')
  @ApiProblems(400, 401, 403, 404, 409, 413, 415, 422, 429)
  async label(
    @Param('id') id: string,
    @Param('result_id') resultId: string,
    @Body() { reviewer, label }: RowLabelDto,
    @CurrentCaller() caller: Caller,
  ): Promise<LabelledRowDto> {
    const complete = await this.labelRows.label(id, { resultId, label }, reviewer, toViewer(caller));
    return { result_id: resultId, label, complete };
  }
}
