import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Query,
  Req,
  StreamableFile,
} from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { type Caller, isAdministrator } from '../../access/domain/caller.js';
import { CurrentCaller, RequiresScope } from '../../access/interface/access.decorators.js';
import { DEFAULT_PAGE } from '../../shared/domain/page.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { attachment } from '../../shared/interface/attachment.js';
import { PublicAddress } from '../../shared/interface/public-address.js';
import { ListConversations } from '../application/manage-conversations.js';
import { ReadConversation } from '../application/read-conversation.js';
import { ShareConversation } from '../application/share-conversation.js';
import { readerOf } from './chat-mapping.js';
import {
  ConversationDto,
  ConversationPageDto,
  ConversationQueryDto,
  ConversationShareDto,
  ConversationSharesDto,
  ConversationSummaryDto,
  ExportConversationDto,
  ListConversationsDto,
  RenameConversationDto,
  ShareConversationDto,
  SharedConversationDto,
} from './conversation.dto.js';
import {
  shownTitle,
  toConversationDto,
  toConversationSummaryDto,
  toShareDto,
  toSharedConversationDto,
} from './conversation-mapping.js';
import { conversationMarkdown } from './conversation-markdown.js';

/** Stored conversations of the caller's key, and what other keys share. */
@ApiTags('Chat')
@Controller()
export class ConversationsController {
  constructor(
    private readonly listConversations: ListConversations,
    private readonly readConversation: ReadConversation,
    private readonly shareConversation: ShareConversation,
    private readonly address: PublicAddress,
  ) {}

  /**
   * The conversations of this key, the one with the newest question first; with `query`, those whose title or questions contain it.
   * Conversations of test sessions are not listed.
   */
  @Get('conversations')
  @RequiresScope('query')
  @ApiProblems(401, 403, 422, 429)
  async list(@Query() query: ListConversationsDto, @CurrentCaller() caller: Caller): Promise<ConversationPageDto> {
    const { limit = DEFAULT_PAGE, cursor, query: words } = query;
    const page = await this.listConversations.list(caller.id, { limit, cursor, query: words });
    return { items: page.items.map(toConversationSummaryDto), next_cursor: page.nextCursor };
  }

  /**
   * A conversation of this caller; for an administrator, of any key. An answer is withheld if a quoted document was deleted or no longer
   * contains the quote, or if the caller no longer has access to it.
   */
  @Get('conversations/:conversation_id')
  @RequiresScope('query')
  @ApiProblems(401, 404, 422)
  async conversation(
    @Param('conversation_id') conversationId: string,
    @Query() query: ConversationQueryDto,
    @CurrentCaller() caller: Caller,
  ): Promise<ConversationDto> {
    const { owner, ...found } = await this.readConversation.conversation(conversationId, readerOf(caller), query.owner);
    return toConversationDto(isAdministrator(caller) ? { ...found, owner } : found);
  }

  /** Names a conversation of this key. Its place in the list stays. */
  @Patch('conversations/:conversation_id')
  @RequiresScope('query')
  @ApiProblems(400, 401, 403, 404, 413, 415, 422, 429)
  async rename(
    @Param('conversation_id') conversationId: string,
    @Body() { title }: RenameConversationDto,
    @CurrentCaller() caller: Caller,
  ): Promise<ConversationSummaryDto> {
    return toConversationSummaryDto(await this.listConversations.rename(conversationId, caller.id, title));
  }

  /** Deletes a conversation of this caller with its shares; for an administrator, of any key. */
  @Delete('conversations/:conversation_id')
  @HttpCode(204)
  @RequiresScope('query')
  @ApiProblems(401, 404, 422)
  async remove(
    @Param('conversation_id') conversationId: string,
    @Query() query: ConversationQueryDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    await this.readConversation.remove(conversationId, readerOf(caller), query.owner);
  }

  /** A conversation of this key as a file, with sources and quotes: Markdown, or JSON as GET /conversations/{conversation_id} returns it. */
  @Get('conversations/:conversation_id/export')
  @RequiresScope('query')
  @ApiOkResponse({
    description: 'The file.',
    content: {
      'text/markdown': { schema: { type: 'string' } },
      'application/json': { schema: { $ref: '#/components/schemas/ConversationDto' } },
    },
  })
  @ApiProblems(401, 403, 404, 422, 429)
  async exported(
    @Param('conversation_id') conversationId: string,
    @Query() { format = 'markdown' }: ExportConversationDto,
    @CurrentCaller() caller: Caller,
  ): Promise<StreamableFile> {
    const found = await this.readConversation.conversation(conversationId, readerOf(caller), caller.id);
    const isJson = format === 'json';
    const text = isJson
      ? JSON.stringify(toConversationDto({ ...found, owner: undefined }), null, 2)
      : conversationMarkdown(found);
    const bytes = Buffer.from(text);
    // Signs that file systems reject become blanks.
    const name = shownTitle(found)
      .replaceAll(/[/\\:*?"<>|]+/gu, ' ')
      .trim();
    return new StreamableFile(bytes, {
      type: isJson ? 'application/json; charset=utf-8' : 'text/markdown; charset=utf-8',
      disposition: attachment(`${name === '' ? 'conversation' : name}.${isJson ? 'json' : 'md'}`),
      length: bytes.length,
    });
  }

  /**
   * Shares the answers of a conversation up to now, or one of them, by link. Whoever opens it needs a key, and sees only the answers whose
   * sources this key may see.
   */
  @Post('conversations/:conversation_id/shares')
  @RequiresScope('query')
  @ApiProblems(400, 401, 403, 404, 413, 415, 422, 429)
  async share(
    @Param('conversation_id') conversationId: string,
    @Body() { trace_id }: ShareConversationDto,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
  ): Promise<ConversationShareDto> {
    const share = await this.shareConversation.share(conversationId, readerOf(caller), trace_id);
    return toShareDto(share, this.address.baseOf(request));
  }

  /** The links to a conversation of this key, oldest first. */
  @Get('conversations/:conversation_id/shares')
  @RequiresScope('query')
  @ApiProblems(401, 403, 404, 429)
  async shares(
    @Param('conversation_id') conversationId: string,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
  ): Promise<ConversationSharesDto> {
    const shares = await this.shareConversation.list(conversationId, readerOf(caller));
    return { items: shares.map((share) => toShareDto(share, this.address.baseOf(request))) };
  }

  /** Ends a share of a conversation of this key. */
  @Delete('conversations/:conversation_id/shares/:share_id')
  @HttpCode(204)
  @RequiresScope('query')
  @ApiProblems(401, 403, 404, 429)
  async revoke(
    @Param('conversation_id') conversationId: string,
    @Param('share_id') shareId: string,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    await this.shareConversation.revoke(conversationId, shareId, readerOf(caller));
  }

  /**
   * Shared answers, for any key. An answer is left out with its question if one of its sources was deleted or changed, or if this key may
   * not see it.
   */
  @Get('shared/:share_id')
  @RequiresScope('query')
  @ApiProblems(401, 403, 404, 429)
  async shared(@Param('share_id') shareId: string, @CurrentCaller() caller: Caller): Promise<SharedConversationDto> {
    return toSharedConversationDto(await this.shareConversation.open(shareId, readerOf(caller)));
  }
}
