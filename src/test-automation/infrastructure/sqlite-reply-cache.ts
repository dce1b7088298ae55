import { Injectable } from '@nestjs/common';
import { WorkDatabase } from '../../shared/infrastructure/database/databases.js';
import { JudgeCard } from '../domain/judge-trial/judge-card.js';
import { JudgeCards } from '../domain/judge-trial/judge-cards.js';
import { ReplyCache } from '../domain/text-model.js';
import { isJudgeCard, readJson } from './stored-session-json.js';

/** Replies of models in the embedded store. */
@Injectable()
export class SqliteReplyCache extends ReplyCache {
  constructor(private readonly database: WorkDatabase) {
    super();
  }

  find(key: string): Promise<string | undefined> {
    const row = this.database.reader
      .prepare<[string], { reply: string }>('SELECT reply FROM test_model_replies WHERE key = ?')
      .get(key);
    return Promise.resolve(row?.reply);
  }

  save(key: string, reply: string): Promise<void> {
    this.database.writer
      .prepare('INSERT OR REPLACE INTO test_model_replies (key, reply) VALUES (?, ?)')
      .run(key, reply);
    return Promise.resolve();
  }
}

/** Measurements of judges in the embedded store. */
@Injectable()
export class SqliteJudgeCards extends JudgeCards {
  constructor(private readonly database: WorkDatabase) {
    super();
  }

  find(key: string): Promise<JudgeCard | undefined> {
    const row = this.database.reader
      .prepare<[string], { card: string }>('SELECT card FROM test_judge_cards WHERE key = ?')
      .get(key);
    return Promise.resolve(row === undefined ? undefined : readJson(row.card, isJudgeCard));
  }

  save(key: string, card: JudgeCard): Promise<void> {
    this.database.writer
      .prepare('INSERT OR REPLACE INTO test_judge_cards (key, card) VALUES (?, ?)')
      .run(key, JSON.stringify(card));
    return Promise.resolve();
  }
}
