import { Body, Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { StreamableFile } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiOkResponse, ApiParam, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, EffectiveFilter, RequiresScope, TakesAgent } from '../../access/interface/access.decorators.js';
import type { AccessState } from '../../access/interface/access.decorators.js';
import type { CategoryFilter } from '../../shared/domain/category-filter.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { eventsOf, sendEvents } from '../../shared/interface/event-stream.js';
import { PublicAddress } from '../../shared/interface/public-address.js';
import { type AskedCompletion, CompleteChat } from '../application/complete-chat.js';
import { EmbedInput } from '../application/embed-input.js';
import { ListModels } from '../application/list-models.js';
import { DEFAULT_MODEL, Model } from '../domain/completion.js';
import { askedWithin, readTolerantly, readResponseFormat } from './read-request.js';
import { CompletionHead, toCompletion, toEmbeddingList } from './completion-mapping.js';
import { completionStream } from './completion-stream.js';
import { ChatCompletionDto, EmbeddingListDto, ModelDto, ModelListDto } from './openai-answer.dto.js';
import { ChatCompletionRequestDto, EmbeddingRequestDto } from './openai-request.dto.js';
import { readMessages } from './read-conversation.js';
import { abortSignal } from '../../shared/interface/on-response-close.js';

function toModelDto({ id, created }: Model): ModelDto {
  return { id, object: 'model', created, owned_by: 'touchstone' };
}

function askedOf(request: ChatCompletionRequestDto, access: AccessState): AskedCompletion {
  const { conversation, helper } = readMessages(request.messages);
  return {
    question: {
      text: conversation.text,
      history: conversation.history,
      ...askedWithin(access),
      streamed: request.stream === true,
    },
    helper,
    unread: conversation.unread,
    schema: readResponseFormat(request.response_format),
  };
}

/** Routes of OpenAI's protocol. Bodies are parsed here, since the pipe of all routes rejects unknown fields, which this protocol allows. */
@ApiTags('OpenAI-compatible')
@ApiExtraModels(ChatCompletionDto)
@Controller('v1')
export class OpenAiController {
  constructor(
    private readonly listModels: ListModels,
    private readonly completeChat: CompleteChat,
    private readonly embedInput: EmbedInput,
    private readonly address: PublicAddress,
  ) {}

  /** Lists the models: `default`, and every agent whose categories the caller may all see. */
  @Get('models')
  @RequiresScope('query')
  @ApiProblems(401, 403, 429)
  async models(@EffectiveFilter() filter: CategoryFilter): Promise<ModelListDto> {
    const models = await this.listModels.list(filter);
    return { object: 'list', data: models.map(toModelDto) };
  }

  /** Shows one model: `default`, or an agent whose categories the caller may all see. */
  @Get('models/:model')
  @RequiresScope('query')
  @ApiParam({ name: 'model', example: DEFAULT_MODEL })
  @ApiProblems(401, 403, 404, 429)
  async model(@Param('model') id: string, @EffectiveFilter() filter: CategoryFilter): Promise<ModelDto> {
    return toModelDto(await this.listModels.one(id, filter));
  }

  /**
   * Answers the last message of the user from the documents, whole or streamed; earlier ones complete a follow-up. System messages and
   * other parameters (temperature, max_tokens, tools) are accepted and change nothing: no message can extend the accessible documents.
   * Images, sound and files are not read, and the answer says so. A template around a question is removed. Background prompts of chat
   * clients about the conversation (title, tags, follow-up suggestions, a self-contained question) are answered in the requested form, from
   * the conversation alone. With `response_format` JSON, the configured model writes the answer in the form of the schema; without a model
   * it is `{answer, sources, confidence, abstained}`.
   */
  @Post('chat/completions')
  @HttpCode(200)
  @RequiresScope('query')
  @TakesAgent({ in: 'body', field: 'model', what: 'model', none: DEFAULT_MODEL })
  @ApiBody({ type: ChatCompletionRequestDto })
  @ApiOkResponse({
    description: 'The answer; with `stream` as chunks in server-sent events, `[DONE]` last.',
    content: {
      'application/json': { schema: { $ref: getSchemaPath(ChatCompletionDto) } },
      'text/event-stream': { schema: { type: 'string' } },
    },
  })
  @ApiProblems(400, 401, 403, 404, 413, 415, 422, 429, 504)
  async complete(
    @Body() body: unknown,
    @Access() access: AccessState,
    @Req() request: FastifyRequest,
    // Not sent from here: an awaited reply adds one more listener than Node's warning limit.
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ChatCompletionDto | StreamableFile> {
    const asked = readTolerantly(ChatCompletionRequestDto, body);
    const { id, created, events } = this.completeChat.complete(askedOf(asked, access), abortSignal(reply));
    const head: CompletionHead = {
      id,
      created,
      model: asked.model,
      base: this.address.baseOf(request),
    };
    if (asked.stream !== true) return toCompletion(head, await this.completeChat.whole(events));
    // The first event is awaited before the status is sent: an earlier failure is a normal error response.
    const first = await events.next();
    if (first.done === true) throw new Error('The pipeline gave no answer.');
    const withUsage = asked.stream_options?.include_usage === true;
    return sendEvents(reply, eventsOf(completionStream(head, { first: first.value, rest: events }, withUsage)));
  }

  /**
   * Returns the vectors of texts from the embedding of the search; `model` is `default` or the name of that embedding. If the embedding was
   * fitted on all documents, a key without access to all of them gets hashed n-grams.
   */
  @Post('embeddings')
  @HttpCode(200)
  @RequiresScope('query')
  @ApiBody({ type: EmbeddingRequestDto })
  @ApiProblems(400, 401, 403, 404, 413, 415, 422, 429, 503)
  async embed(
    @Body() body: unknown,
    @EffectiveFilter() filter: CategoryFilter,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<EmbeddingListDto> {
    const { model, input, dimensions, encoding_format: format } = readTolerantly(EmbeddingRequestDto, body);
    const texts = [input].flat().filter((text): text is string => typeof text === 'string');
    const embedded = await this.embedInput.embed({ model, texts, dimensions, filter }, abortSignal(reply));
    return toEmbeddingList(embedded, format ?? 'float');
  }
}
