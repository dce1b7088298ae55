import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { StreamableFile } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiOkResponse, ApiQuery, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, isAdministrator } from '../../access/domain/caller.js';
import { Access, CurrentCaller, RequiresScope, TakesAgent } from '../../access/interface/access.decorators.js';
import type { AccessState } from '../../access/interface/access.decorators.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { eventsOf, sendEvents } from '../../shared/interface/event-stream.js';
import { PublicAddress } from '../../shared/interface/public-address.js';
import { AskedCompletion, CompleteChat } from '../application/complete-chat.js';
import { SaveResponses, ResponseReader } from '../application/save-responses.js';
import { DEFAULT_MODEL } from '../domain/completion.js';
import { askedWithin, readTolerantly, readResponseFormat, refuseConversation, refuseStream } from './read-request.js';
import { DeletedResponseDto, ResponseDto } from './response-answer.dto.js';
import { ResponseHead, toResponse, withheldResponse, readResponseInput } from './response-mapping.js';
import { ResponseRequestDto } from './response-request.dto.js';
import { SaveResponse, responseStream } from './response-stream.js';
import { abortSignal } from '../../shared/interface/on-response-close.js';

const readerOf = (caller: Caller): ResponseReader => ({
  id: caller.id,
  filter: caller.filter,
  isAdministrator: isAdministrator(caller),
});

/** OpenAI's responses: stored answers that a later question can continue. */
@ApiTags('OpenAI-compatible')
@ApiExtraModels(ResponseDto)
@Controller('v1/responses')
export class ResponsesController {
  constructor(
    private readonly completeChat: CompleteChat,
    private readonly responses: SaveResponses,
    private readonly address: PublicAddress,
  ) {}

  /**
   * Answers a question from the documents, whole or streamed as named events. `previous_response_id` continues a stored response of the
   * same key; with `store: false` nothing is stored. As for chat completions, no instruction can extend the accessible documents, images
   * and files are not read, and the answer says so. A stored response is kept for 30 days, up to 10,000 per key, and is deleted with its
   * conversation.
   */
  @Post()
  @HttpCode(200)
  @RequiresScope('query')
  @TakesAgent({ in: 'body', field: 'model', what: 'model', none: DEFAULT_MODEL })
  @ApiBody({
    type: ResponseRequestDto,
    // Named examples, since a generated example with every field would continue a response that does not exist.
    examples: {
      korean: { value: { model: DEFAULT_MODEL, input: '휴학 신청은 언제까지 해야 하나요?' } },
      'with the search': {
        value: {
          model: DEFAULT_MODEL,
          input: [
            { role: 'user', content: [{ type: 'input_text', text: 'How often are Granite restores rehearsed?' }] },
          ],
          tools: [{ type: 'file_search' }],
          include: ['file_search_call.results'],
          store: false,
        },
      },
    },
  })
  @ApiOkResponse({
    description: 'The answer; with `stream` as server-sent events, `response.completed` last.',
    content: {
      'application/json': { schema: { $ref: getSchemaPath(ResponseDto) } },
      'text/event-stream': { schema: { type: 'string' } },
    },
  })
  @ApiProblems(400, 401, 403, 404, 413, 415, 422, 429, 504)
  async create(
    @Body() body: unknown,
    @Access() access: AccessState,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ResponseDto | StreamableFile> {
    refuseConversation(body);
    const asked = readTolerantly(ResponseRequestDto, body);
    const completion = this.completeChat.complete(await this.read(asked, access), abortSignal(reply), 'resp');
    const { id, created, events } = completion;
    const head: ResponseHead = { id, created, request: asked, base: this.address.baseOf(request) };
    const keep = this.keeping(head, access.caller.id);
    if (asked.stream !== true) {
      const answer = await this.completeChat.whole(events);
      const response = toResponse(head, answer, answer.text, asked.store !== false);
      return { ...response, store: await keep(answer, response) };
    }
    // The first event is awaited before the status is sent: an earlier failure is a normal error response.
    const first = await events.next();
    if (first.done === true) throw new Error('The pipeline gave no answer.');
    return sendEvents(reply, eventsOf(responseStream(head, { first: first.value, rest: events }, keep)));
  }

  /**
   * Shows a stored response of this key; for an administrator, of any key. Its text is withheld if a quoted document was deleted or no
   * longer contains the quote, or if the caller no longer has access to it.
   */
  @Get(':response_id')
  @RequiresScope('query')
  @ApiQuery({
    name: 'stream',
    required: false,
    description: 'Only false.',
    schema: { type: 'string', enum: ['false'] },
  })
  @ApiOkResponse({ type: ResponseDto })
  @ApiProblems(401, 404, 422)
  async show(
    @Param('response_id') id: string,
    @CurrentCaller() caller: Caller,
    @Query('stream') stream?: string,
  ): Promise<unknown> {
    refuseStream(stream);
    const { body, isWithheld } = await this.responses.read(id, readerOf(caller));
    return isWithheld ? withheldResponse(body) : body;
  }

  /** Deletes a stored response of this key with its turn of the conversation; for an administrator, of any key. */
  @Delete(':response_id')
  @HttpCode(200)
  @RequiresScope('query')
  @ApiProblems(401, 404, 507)
  async remove(@Param('response_id') id: string, @CurrentCaller() caller: Caller): Promise<DeletedResponseDto> {
    await this.responses.remove(id, readerOf(caller));
    return { id, object: 'response', deleted: true };
  }

  private async read(request: ResponseRequestDto, access: AccessState): Promise<AskedCompletion> {
    const { conversation, helper } = readResponseInput(request.input, request.instructions);
    const previous = request.previous_response_id ?? undefined;
    const earlier = previous === undefined ? undefined : await this.responses.before(previous, access.caller.id);
    return {
      question: {
        text: conversation.text,
        history: [...(earlier?.history ?? []), ...conversation.history],
        conversationId: earlier?.conversationId,
        ...askedWithin(access),
        streamed: request.stream === true,
        isKept: request.store !== false,
      },
      helper,
      unread: conversation.unread,
      schema: readResponseFormat(request.text?.format, '/text/format'),
    };
  }

  /** Saves exactly the sent response. */
  private keeping({ id, request }: ResponseHead, owner: string): SaveResponse {
    return async ({ origin }, body) => {
      if (origin?.isStored !== true) return false;
      const previousId = request.previous_response_id ?? undefined;
      return this.responses.keep({ responseId: id, owner, previousId }, origin, { ...body });
    };
  }
}
