import { Readable } from 'node:stream';
import { Body, Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { StreamableFile } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiHeader, ApiOkResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, isAdministrator } from '../../access/domain/caller.js';
import { topKWithin } from '../../access/domain/agent-scopes.js';
import { requestedPaths } from '../../shared/domain/category-filter.js';
import { Access, CurrentCaller, RequiresScope, TakesAgent } from '../../access/interface/access.decorators.js';
import type { AccessState } from '../../access/interface/access.decorators.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { sendEvents } from '../../shared/interface/event-stream.js';
import { problemPlace } from '../../shared/interface/problem.filter.js';
import { AnswerWithCases } from '../application/answer-with-cases.js';
import { describeAnswer } from '../application/describe-answer.js';
import { ReadConversation } from '../application/read-conversation.js';
import { StreamReplayBuffer } from '../application/stream-replay-buffer.js';
import { STORE_MARK } from '../application/save-turn.js';
import type { AnswerListener } from '../domain/step.js';
import { answerEvents, prefersEvents, sourcesIn, writeAnswer } from './answer-stream.js';
import { ChatRequestDto, ChatResponseDto } from './chat.dto.js';
import { TraceDto } from './trace.dto.js';
import { readerOf, toConsultedCaseDto, toTraceDto, toTraceEventDto } from './chat-mapping.js';
import { abortSignal } from '../../shared/interface/on-response-close.js';

const DEFAULT_TOP_K = 10;

/** A question with its effective filter, as one text. */
function askedText(body: ChatRequestDto, { effectiveFilter }: AccessState): string {
  return JSON.stringify([body, effectiveFilter], (_key, value: unknown) =>
    value instanceof Set ? Array.from<unknown>(value) : value,
  );
}

@ApiTags('Chat')
@ApiExtraModels(ChatResponseDto)
@Controller()
export class ChatController {
  constructor(
    private readonly answerWithCases: AnswerWithCases,
    private readonly readConversation: ReadConversation,
    private readonly streams: StreamReplayBuffer,
  ) {}

  /**
   * Answers a question from the documents that the caller may see, with exact quotes, or says that they do not answer it. With
   * `Accept: text/event-stream` the response is a stream of events: `step` {step, status, took_ms}, `token` {text}, `reset` (drop the text
   * so far; the whole answer follows), `sources`, `done` (this JSON), or `error` (the problem).
   */
  @Post('chat/run')
  @ApiBody({
    type: ChatRequestDto,
    // Named examples, since a generated example with every field would name an agent that does not exist.
    examples: {
      korean: { value: { message: '휴학 신청은 언제까지 해야 하나요?' } },
      english: {
        value: {
          message: 'How often are Granite restores rehearsed?',
          filters: { allowed_category_paths: [['Database']] },
        },
      },
      'earlier edition': {
        value: { message: '생활관 벌점이 몇 점이면 퇴사인가요?', as_of: '2025-09-01', options: { explain: true } },
      },
    },
  })
  @HttpCode(200)
  @RequiresScope('query')
  @TakesAgent()
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description:
      'For a stream: the id of the last received event. The same question of the same key within 60 s resumes after this event. Otherwise the question is answered again, and the stream starts with `reset`.',
  })
  @ApiOkResponse({
    description: 'The answer; as server-sent events if Accept prefers them.',
    content: {
      'application/json': { schema: { $ref: getSchemaPath(ChatResponseDto) } },
      'text/event-stream': { schema: { type: 'string' } },
    },
  })
  @ApiProblems(400, 401, 403, 404, 413, 415, 422, 429, 504)
  async run(
    @Body() body: ChatRequestDto,
    @Access() access: AccessState,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ChatResponseDto | StreamableFile> {
    if (!prefersEvents(request.headers.accept)) return this.answer(body, access, abortSignal(reply));
    return sendEvents(reply, await this.events(body, access, request, reply));
  }

  /** The events of a new answer, or the missing events of an interrupted one. */
  private async events(
    body: ChatRequestDto,
    access: AccessState,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Readable> {
    const asker = { owner: access.caller.id, asked: askedText(body, access) };
    const lastId = [request.headers['last-event-id'] ?? []].flat()[0];
    const cut = lastId === undefined ? undefined : this.streams.find(asker, lastId);
    // If a quoted document was deleted after the interruption, the question is answered again.
    const isShown =
      cut !== undefined && (await this.readConversation.mayRepeat(sourcesIn(cut.log), access.effectiveFilter));
    if (cut !== undefined && isShown) return answerEvents(cut.log, cut.after);
    const log = this.streams.open(asker);
    if (lastId !== undefined) log.append('reset', {});
    const signal = abortSignal(reply);
    void writeAnswer(log, (listener) => this.answer(body, access, signal, listener), problemPlace(request));
    return answerEvents(log);
  }

  private async answer(
    body: ChatRequestDto,
    { caller, effectiveFilter, agent }: AccessState,
    client: AbortSignal,
    listener?: AnswerListener,
  ): Promise<ChatResponseDto> {
    const { answer, cases } = await this.answerWithCases.answer(
      {
        message: body.message,
        conversationId: body.conversation_id ?? undefined,
        owner: caller.id,
        filter: effectiveFilter,
        asOf: body.as_of,
        topK: topKWithin(body.top_k, agent, DEFAULT_TOP_K),
        depth: agent?.depth,
        reviewBelow: agent?.reviewBelow,
        switches: body.options?.components ?? {},
        chosen: { agentId: agent?.agentId, categories: requestedPaths(body.filters) },
      },
      client,
      listener,
    );
    const response: ChatResponseDto = describeAnswer(answer, body.message, agent?.reviewBelow);
    response.metadata.cases = cases.map(toConsultedCaseDto);
    // A trace that was not stored cannot be returned.
    if (body.options?.explain !== true || answer.degraded.includes(STORE_MARK)) return response;
    const trace = await this.readConversation.newTrace(answer.traceId, caller.id);
    return { ...response, trace: trace.events.map(toTraceEventDto) };
  }

  /**
   * The events of each component for one question of this caller; for an administrator, of any key. Kept for 7 days. The inputs and outputs
   * of components are withheld if a document of the passages was deleted or changed, or if the caller no longer has access to it.
   */
  @Get('traces/:trace_id')
  @RequiresScope('query')
  @ApiProblems(401, 404)
  async trace(@Param('trace_id') traceId: string, @CurrentCaller() caller: Caller): Promise<TraceDto> {
    const trace = await this.readConversation.trace(traceId, readerOf(caller));
    return toTraceDto(trace, isAdministrator(caller) ? trace.owner : undefined);
  }
}
