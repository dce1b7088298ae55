import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { RequiresScope } from '../../access/interface/access.decorators.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { nothingHas, notAvailable, OPENAI_INTERFACE } from './not-available.js';
import { ChatCompletionDto, EmbeddingListDto, ModelListDto } from './openai-answer.dto.js';
import { ChatCompletionRequestDto, EmbeddingRequestDto } from './openai-request.dto.js';
import { readTolerantly } from './read-body.js';

/** The model that searches everything that the caller may see. */
const DEFAULT_MODEL = 'default';

/** Bodies come unread, since the pipe of all routes refuses unknown fields, which are allowed here. */
@ApiTags('OpenAI-compatible')
@Controller('v1')
export class OpenAiController {
  /** Lists the models: `default` and every agent. Not part of this version yet. */
  @Get('models')
  @RequiresScope('query')
  @ApiProblems(401, 403, 429, 501)
  models(): ModelListDto {
    return notAvailable(OPENAI_INTERFACE);
  }

  /** Answers a conversation as OpenAI's chat completions do, whole or streamed. Not part of this version yet. */
  @Post('chat/completions')
  @HttpCode(200)
  @RequiresScope('query')
  @ApiBody({ type: ChatCompletionRequestDto })
  @ApiProblems(400, 401, 403, 404, 413, 415, 422, 429, 501)
  complete(@Body() body: unknown): ChatCompletionDto {
    const { model } = readTolerantly(ChatCompletionRequestDto, body);
    return model === DEFAULT_MODEL ? notAvailable(OPENAI_INTERFACE) : nothingHas('model', model, OPENAI_INTERFACE);
  }

  /** Gives the vectors of texts as OpenAI's embeddings do. Not part of this version yet. */
  @Post('embeddings')
  @HttpCode(200)
  @RequiresScope('query')
  @ApiBody({ type: EmbeddingRequestDto })
  @ApiProblems(400, 401, 403, 413, 415, 422, 429, 501)
  embed(@Body() body: unknown): EmbeddingListDto {
    readTolerantly(EmbeddingRequestDto, body);
    return notAvailable(OPENAI_INTERFACE);
  }
}
