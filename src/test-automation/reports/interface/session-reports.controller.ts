import { Controller, Get, Header, Param, Query, Res } from '@nestjs/common';
import type { StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../../access/domain/caller.js';
import { CurrentCaller, RequiresScope } from '../../../access/interface/access.decorators.js';
import { ApiProblems } from '../../../shared/interface/api-errors.decorator.js';
import { eventsOf, sendEvents } from '../../../shared/interface/event-stream.js';
import { ReadSession } from '../../sessions/application/read-session.js';
import { WatchSession } from '../../sessions/application/watch-session.js';
import { toViewer, sessionEvents } from '../../sessions/interface/session-mapping.js';
import { ReportQueryDto } from '../../sessions/interface/test-session-request.dto.js';
import { SessionReports } from '../../sessions/domain/session-artifacts.js';

const PROGRESS = {
  'text/event-stream': { schema: { type: 'string', example: 'event: progress\ndata: {"done": 12, "total": 45}\n\n' } },
} as const;
const EVENTS =
  'One event for each step, until the session ends: `progress` (questions done and planned), `result`, `status`, and `phase`: what it does ' +
  'now (`preparing`, `asking`, `checking_judge`, `finding_causes`, `trying_repairs`, `measuring_components`, `reporting`), the steps of the ' +
  'phase where they are counted (`done`, `total`), and the time since the session (`elapsed_ms`) and the phase (`phase_elapsed_ms`) began.';
const REPORT = {
  'text/markdown': { schema: { type: 'string', example: '# Test session ses_41c0\n' } },
  'text/html': { schema: { type: 'string', example: '<h1>Test session ses_41c0</h1>' } },
  'application/json': { schema: { type: 'object', additionalProperties: true } },
  'application/xml': { schema: { type: 'string', example: '<testsuites name="ses_41c0"></testsuites>' } },
} as const;
const TYPES = {
  markdown: 'text/markdown; charset=utf-8',
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
  junit: 'application/xml; charset=utf-8',
} as const;

/** Output of a session: its progress as it runs, its report at the end. */
@ApiTags('Test automation')
@Controller('test-sessions')
export class SessionReportsController {
  constructor(
    private readonly readSession: ReadSession,
    private readonly watchSession: WatchSession,
    private readonly reports: SessionReports,
  ) {}

  /** Streams the progress of a session as server-sent events until it ends. */
  @Get(':id/events')
  @RequiresScope('test')
  @ApiOkResponse({ description: EVENTS, content: PROGRESS })
  @ApiProblems(401, 403, 404, 429)
  async events(
    @Param('id') id: string,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const watching = await this.watchSession.watch(id, toViewer(caller));
    return sendEvents(
      reply,
      eventsOf(sessionEvents(watching.events), () => watching.stop()),
    );
  }

  /** Returns the report of a session in the requested format. */
  @Get(':id/report')
  @RequiresScope('test')
  @Header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; img-src data:")
  @ApiOkResponse({ description: 'The report in the requested format.', content: REPORT })
  @ApiProblems(401, 403, 404, 422, 429)
  async report(
    @Param('id') id: string,
    @Query() query: ReportQueryDto,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const format = query.format ?? 'markdown';
    const text = await this.reports.render(await this.readSession.complete(id, toViewer(caller)), format);
    reply.type(TYPES[format]);
    return text;
  }
}
