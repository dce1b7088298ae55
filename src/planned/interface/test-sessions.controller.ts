import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { RequiresScope } from '../../access/interface/access.decorators.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { nothingHas, notAvailable, TEST_AUTOMATION } from './not-available.js';
import { PlannedPageQueryDto } from './page-query.dto.js';
import { TestResultPageDto } from './test-result.dto.js';
import {
  AcceptedSessionDto,
  SessionComparisonDto,
  SessionStateDto,
  TestSessionDto,
  TestSessionPageDto,
} from './test-session-answer.dto.js';
import { CompareSessionsQueryDto, ReportQueryDto, TestSessionRequestDto } from './test-session-request.dto.js';

const PROGRESS = {
  'text/event-stream': { schema: { type: 'string', example: 'event: progress\ndata: {"done": 12, "total": 45}\n\n' } },
} as const;
const REPORT = {
  'text/markdown': { schema: { type: 'string', example: '# Test session ses_41c0\n' } },
  'text/html': { schema: { type: 'string', example: '<h1>Test session ses_41c0</h1>' } },
  'application/json': { schema: { type: 'object', additionalProperties: true } },
  'application/xml': { schema: { type: 'string', example: '<testsuites name="ses_41c0"></testsuites>' } },
} as const;

function noSession(id: string): never {
  return nothingHas('test session', id, TEST_AUTOMATION);
}

@ApiTags('Test automation')
@Controller('test-sessions')
export class TestSessionsController {
  /** Starts a session of questions by simulated people. Not part of this version yet. */
  @Post()
  @HttpCode(202)
  @RequiresScope('test')
  @ApiProblems(400, 401, 403, 413, 415, 422, 429, 501)
  start(@Body() _body: TestSessionRequestDto): AcceptedSessionDto {
    return notAvailable(TEST_AUTOMATION);
  }

  /** Lists the sessions, newest first. Not part of this version yet. */
  @Get()
  @RequiresScope('test')
  @ApiProblems(401, 403, 422, 429, 501)
  list(@Query() _query: PlannedPageQueryDto): TestSessionPageDto {
    return notAvailable(TEST_AUTOMATION);
  }

  /** Compares a session with an earlier one. Not part of this version yet, so no session is known. */
  @Get('compare')
  @RequiresScope('test')
  @ApiProblems(401, 403, 404, 422, 429, 501)
  compare(@Query() query: CompareSessionsQueryDto): SessionComparisonDto {
    return noSession(query.base);
  }

  /** Shows a session and what it found so far. Not part of this version yet, so no session is known. */
  @Get(':id')
  @RequiresScope('test')
  @ApiProblems(401, 403, 404, 429, 501)
  read(@Param('id') id: string): TestSessionDto {
    return noSession(id);
  }

  /** Lists the questions of a session with their answers and verdicts. Not part of this version yet, so no session is known. */
  @Get(':id/results')
  @RequiresScope('test')
  @ApiProblems(401, 403, 404, 422, 429, 501)
  results(@Param('id') id: string, @Query() _query: PlannedPageQueryDto): TestResultPageDto {
    return noSession(id);
  }

  /** Streams the progress of a session as server-sent events. Not part of this version yet, so no session is known. */
  @Get(':id/events')
  @RequiresScope('test')
  @ApiOkResponse({ description: 'One event for each step, until the session ends.', content: PROGRESS })
  @ApiProblems(401, 403, 404, 429, 501)
  events(@Param('id') id: string) {
    return noSession(id);
  }

  /** Gives the report of a session. Not part of this version yet, so no session is known. */
  @Get(':id/report')
  @RequiresScope('test')
  @ApiOkResponse({ description: 'The report in the form that was asked for.', content: REPORT })
  @ApiProblems(401, 403, 404, 422, 429, 501)
  report(@Param('id') id: string, @Query() _query: ReportQueryDto) {
    return noSession(id);
  }

  /** Stops a session; what it asked so far is kept. Not part of this version yet, so no session is known. */
  @Post(':id/cancel')
  @HttpCode(202)
  @RequiresScope('test')
  @ApiProblems(401, 403, 404, 429, 501)
  cancel(@Param('id') id: string): SessionStateDto {
    return noSession(id);
  }

  /** Goes on with a stopped session. Not part of this version yet, so no session is known. */
  @Post(':id/resume')
  @HttpCode(202)
  @RequiresScope('test')
  @ApiProblems(401, 403, 404, 409, 429, 501)
  resume(@Param('id') id: string): SessionStateDto {
    return noSession(id);
  }

  /** Judges the answers of a session again without asking again. Not part of this version yet, so no session is known. */
  @Post(':id/rejudge')
  @HttpCode(202)
  @RequiresScope('test')
  @ApiProblems(401, 403, 404, 409, 429, 501)
  rejudge(@Param('id') id: string): SessionStateDto {
    return noSession(id);
  }
}
