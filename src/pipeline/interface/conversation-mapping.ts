import { SharedConversation } from '../application/share-conversation.js';
import { Conversation, Turn } from '../domain/conversation.js';
import { ConversationShare, ConversationSummary } from '../domain/conversation-catalog.js';
import { titleOf } from '../domain/conversation-title.js';
import {
  ConversationDto,
  ConversationShareDto,
  ConversationSummaryDto,
  SharedConversationDto,
  TurnDto,
} from './conversation.dto.js';

/** What an answer that is not withheld has besides its text. */
function answerFields({ details = {}, confidence, isOutdated }: Turn) {
  return {
    ...(details.citations === undefined ? {} : { citations: details.citations.map((one) => ({ ...one })) }),
    ...(details.abstained === undefined ? {} : { abstained: details.abstained }),
    ...(details.isSmallTalk === true ? { reply: 'small_talk' } : {}),
    ...(details.language === undefined ? {} : { language: details.language }),
    ...(details.asOf === undefined ? {} : { as_of: details.asOf }),
    ...(confidence === undefined ? {} : { calibrated_confidence: confidence }),
    ...(isOutdated === true ? { outdated: true } : {}),
  };
}

/** What the owner of a conversation and a reader of a share both see of a turn. */
function shownTurn(turn: Turn) {
  return {
    message: turn.message,
    response: turn.response,
    sources: turn.sources.map((source) => ({ ...source })),
    created_at: turn.createdAt,
    ...(turn.isWithheld === true ? { withheld: true } : answerFields(turn)),
  };
}

/** What a turn was limited to, for its owner: a reader of a share learns nothing about other categories. */
function scopeFields({ details = {}, isWithheld }: Turn) {
  if (isWithheld === true) return {};
  const { agentId, categories } = details;
  return {
    ...(agentId === undefined ? {} : { agent_id: agentId }),
    ...(categories === undefined ? {} : { allowed_category_paths: categories.map((path) => [...path]) }),
  };
}

function toTurnDto(turn: Turn): TurnDto {
  return {
    ...shownTurn(turn),
    ...scopeFields(turn),
    trace_id: turn.traceId,
    ...(turn.done === undefined ? {} : { done_at: turn.done.at }),
    ...(turn.done === undefined || turn.isWithheld === true ? {} : { done_note: turn.done.note }),
    ...(turn.completedQuestion === turn.message ? {} : { completed_question: turn.completedQuestion }),
  };
}

/** Title of a conversation: the given one, or one that is made from its first question. */
export const shownTitle = ({ title, turns }: Pick<Conversation, 'title' | 'turns'>): string =>
  title ?? titleOf(turns[0]?.message ?? '');

export function toConversationDto(
  conversation: Conversation & { readonly owner?: string | undefined },
): ConversationDto {
  return {
    conversation_id: conversation.conversationId,
    title: shownTitle(conversation),
    created_at: conversation.createdAt,
    turns: conversation.turns.map(toTurnDto),
    ...(conversation.owner === undefined ? {} : { owner: conversation.owner }),
  };
}

export function toConversationSummaryDto(summary: ConversationSummary): ConversationSummaryDto {
  return {
    id: summary.conversationId,
    title: summary.title ?? titleOf(summary.firstQuestion),
    created_at: summary.createdAt,
    updated_at: summary.updatedAt,
    turns: summary.turns,
  };
}

/** @param base address of the server as the client sees it */
export function toShareDto({ shareId, traceIds, createdAt }: ConversationShare, base: string): ConversationShareDto {
  return {
    share_id: shareId,
    url: `${base}/pages/shared?id=${encodeURIComponent(shareId)}`,
    trace_ids: [...traceIds],
    created_at: createdAt,
  };
}

export function toSharedConversationDto({ share, title, turns }: SharedConversation): SharedConversationDto {
  return {
    share_id: share.shareId,
    title: title ?? null,
    created_at: share.createdAt,
    turns: turns.map(shownTurn),
    withheld_turns: turns.filter(({ isWithheld }) => isWithheld === true).length,
  };
}
