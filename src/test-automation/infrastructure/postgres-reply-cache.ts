import { Injectable } from '@nestjs/common';
import { PostgresDatabase } from '../../shared/infrastructure/database/postgres/postgres-database.js';
import { sql } from '../../shared/infrastructure/database/postgres/sql.js';
import { JudgeCard } from '../domain/judge-trial/judge-card.js';
import { JudgeCards } from '../domain/judge-trial/judge-cards.js';
import { ReplyCache } from '../domain/text-model.js';
import { isJudgeCard, readJson } from './stored-session-json.js';

/** Replies of models in the shared store. */
@Injectable()
export class PostgresReplyCache extends ReplyCache {
  constructor(private readonly database: PostgresDatabase) {
    super();
  }

  async find(key: string): Promise<string | undefined> {
    const row = await this.database.one<{ reply: string }>(
      sql`SELECT reply FROM test_model_replies WHERE key = ${key}`,
    );
    return row?.reply;
  }

  async save(key: string, reply: string): Promise<void> {
    await this.database.change(sql`INSERT INTO test_model_replies (key, reply) VALUES (${key}, ${reply})
      ON CONFLICT (key) DO UPDATE SET reply = excluded.reply`);
  }
}

/** Measurements of judges in the shared store. */
@Injectable()
export class PostgresJudgeCards extends JudgeCards {
  constructor(private readonly database: PostgresDatabase) {
    super();
  }

  async find(key: string): Promise<JudgeCard | undefined> {
    const row = await this.database.one<{ card: string }>(sql`SELECT card FROM test_judge_cards WHERE key = ${key}`);
    return row === undefined ? undefined : readJson(row.card, isJudgeCard);
  }

  async save(key: string, card: JudgeCard): Promise<void> {
    await this.database.change(sql`INSERT INTO test_judge_cards (key, card) VALUES (${key}, ${JSON.stringify(card)})
      ON CONFLICT (key) DO UPDATE SET card = excluded.card`);
  }
}
