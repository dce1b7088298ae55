import { Injectable } from '@nestjs/common';
import { sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { WorkSqlStore } from '../../shared/infrastructure/database/sql-store.js';
import { ConversationShare, ConversationShares } from '../domain/conversation-catalog.js';
import { readTexts } from './turn-row.js';

interface Row {
  readonly share_id: string;
  readonly conversation_id: string;
  readonly owner: string;
  readonly trace_ids: string;
  readonly created_at: string;
}

function toShare(row: Row): ConversationShare {
  return {
    shareId: row.share_id,
    conversationId: row.conversation_id,
    owner: row.owner,
    traceIds: readTexts(row.trace_ids),
    createdAt: row.created_at,
  };
}

@Injectable()
export class SqlConversationShares extends ConversationShares {
  constructor(private readonly store: WorkSqlStore) {
    super();
  }

  async add(share: ConversationShare): Promise<void> {
    await this.store
      .change(sql`INSERT INTO conversation_shares (share_id, conversation_id, owner, trace_ids, created_at)
      VALUES (${share.shareId}, ${share.conversationId}, ${share.owner}, ${JSON.stringify(share.traceIds)},
        ${share.createdAt})`);
  }

  async find(shareId: string): Promise<ConversationShare | undefined> {
    const row = await this.store.one<Row>(sql`SELECT * FROM conversation_shares WHERE share_id = ${shareId}`);
    return row === undefined ? undefined : toShare(row);
  }

  async of(conversationId: string, owner: string): Promise<readonly ConversationShare[]> {
    const rows = await this.store.query<Row>(
      sql`SELECT * FROM conversation_shares WHERE conversation_id = ${conversationId} AND owner = ${owner}
          ORDER BY created_at, share_id`,
    );
    return rows.map(toShare);
  }

  async remove(shareId: string, conversationId: string, owner: string): Promise<boolean> {
    const removed = await this.store.change(
      sql`DELETE FROM conversation_shares
          WHERE share_id = ${shareId} AND conversation_id = ${conversationId} AND owner = ${owner}`,
    );
    return removed > 0;
  }
}
