import { Body, Controller, Delete, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../access/domain/caller.js';
import { CurrentCaller, EffectiveFilter, RequiresScope } from '../../access/interface/access.decorators.js';
import type { CategoryFilter } from '../../shared/domain/category-filter.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { abortSignal } from '../../shared/interface/abort-signal.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { AnswerQuestion } from '../application/answer-question.js';
import { ReadConversation } from '../application/read-conversation.js';
import { ChatRequestDto, ChatResponseDto } from './chat.dto.js';
import { ConversationDto, TraceDto } from './conversation.dto.js';
import { toChatResponse, toConversationDto, toTraceEventDto } from './chat-mapping.js';

const DEFAULT_TOP_K = 10;

@ApiTags('Chat')
@Controller()
export class ChatController {
  constructor(
    private readonly answerQuestion: AnswerQuestion,
    private readonly readConversation: ReadConversation,
  ) {}

  /** Answers a question from the documents that the caller may see, with exact quotes, or says that they do not answer it. */
  @Post('chat/run')
  @ApiBody({
    type: ChatRequestDto,
    // Named examples, since one with every field filled would name an agent that does not exist.
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
  @ApiProblems(400, 401, 403, 404, 413, 415, 422, 429, 504)
  async run(
    @Body() body: ChatRequestDto,
    @EffectiveFilter() filter: CategoryFilter,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ChatResponseDto> {
    if (body.agent_id !== undefined) throw new NotFoundError('agent', body.agent_id);
    const answer = await this.answerQuestion.execute(
      {
        message: body.message,
        conversationId: body.conversation_id ?? undefined,
        owner: caller.id,
        filter,
        asOf: body.as_of,
        topK: body.top_k ?? DEFAULT_TOP_K,
        switches: body.options?.components ?? {},
      },
      abortSignal(reply),
    );
    const response = toChatResponse(answer, body.message);
    if (body.options?.explain !== true) return response;
    const trace = await this.readConversation.trace(answer.traceId, caller.id);
    return { ...response, trace: trace.events.map(toTraceEventDto) };
  }

  /** A conversation of this caller. */
  @Get('conversations/:conversation_id')
  @RequiresScope('query')
  @ApiProblems(401, 404)
  async conversation(
    @Param('conversation_id') conversationId: string,
    @CurrentCaller() caller: Caller,
  ): Promise<ConversationDto> {
    return toConversationDto(await this.readConversation.conversation(conversationId, caller.id));
  }

  /** Deletes a conversation of this caller. */
  @Delete('conversations/:conversation_id')
  @HttpCode(204)
  @RequiresScope('query')
  @ApiProblems(401, 404)
  async removeConversation(
    @Param('conversation_id') conversationId: string,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    await this.readConversation.remove(conversationId, caller.id);
  }

  /** What each component did to one question of this caller; kept for 30 days. */
  @Get('traces/:trace_id')
  @RequiresScope('query')
  @ApiProblems(401, 404)
  async trace(@Param('trace_id') traceId: string, @CurrentCaller() caller: Caller): Promise<TraceDto> {
    const trace = await this.readConversation.trace(traceId, caller.id);
    return { trace_id: trace.traceId, events: trace.events.map(toTraceEventDto) };
  }
}
