import { Injectable } from '@nestjs/common';
import { sql } from '../../../shared/infrastructure/database/postgres/sql.js';
import { WorkSqlStore } from '../../../shared/infrastructure/database/sql-store.js';
import { JudgeScorecard, JudgeScorecards } from '../../judge/domain/judge-calibration/judge-scorecard.js';
import { ReplyCache } from '../../domain/text-model.js';
import { isJudgeScorecard, readJson } from './stored-session-json.js';

/** Replies of models. */
@Injectable()
export class SqlReplyCache extends ReplyCache {
  constructor(private readonly store: WorkSqlStore) {
    super();
  }

  async find(key: string): Promise<string | undefined> {
    const row = await this.store.one<{ reply: string }>(sql`SELECT reply FROM test_model_replies WHERE key = ${key}`);
    return row?.reply;
  }

  async save(key: string, reply: string): Promise<void> {
    await this.store.change(sql`INSERT INTO test_model_replies (key, reply) VALUES (${key}, ${reply})
      ON CONFLICT (key) DO UPDATE SET reply = excluded.reply`);
  }
}

/** Measurements of judges. */
@Injectable()
export class SqlJudgeScorecards extends JudgeScorecards {
  constructor(private readonly store: WorkSqlStore) {
    super();
  }

  async find(key: string): Promise<JudgeScorecard | undefined> {
    const row = await this.store.one<{ scorecard: string }>(
      sql`SELECT scorecard FROM test_judge_scorecards WHERE key = ${key}`,
    );
    return row === undefined ? undefined : readJson(row.scorecard, isJudgeScorecard);
  }

  async save(key: string, card: JudgeScorecard): Promise<void> {
    await this.store
      .change(sql`INSERT INTO test_judge_scorecards (key, scorecard) VALUES (${key}, ${JSON.stringify(card)})
      ON CONFLICT (key) DO UPDATE SET scorecard = excluded.scorecard`);
  }
}
