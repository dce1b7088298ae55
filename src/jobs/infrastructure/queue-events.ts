import { PostgresDatabase } from '../../shared/infrastructure/database/postgres/postgres-database.js';
import { QueueEvent } from '../domain/job-queue.js';

const PREFIX = 'jobs ';

/** Events of the queue on the channel of all processes. */
export class QueueEvents {
  constructor(private readonly database: PostgresDatabase) {}

  /** Delivered when the transaction commits. */
  async tell(news: QueueEvent): Promise<void> {
    const words = [news.type, ...('kind' in news ? [news.kind] : []), ...('jobId' in news ? [news.jobId] : [])];
    await this.database.notify(PREFIX + words.join(' '));
  }

  listen(listener: (news: QueueEvent) => void): void {
    this.database.onNotification((payload) => {
      const news = newsIn(payload);
      if (news !== undefined) listener(news);
    });
  }
}

/** Undefined for another notification. */
function newsIn(payload: string): QueueEvent | undefined {
  if (payload === '') return { type: 'missed' };
  if (!payload.startsWith(PREFIX)) return undefined;
  const [type, what = ''] = payload.slice(PREFIX.length).split(' ');
  switch (type) {
    case 'work':
      return { type, kind: what };
    case 'ended':
      return { type, jobId: what };
    case 'cancel':
      return { type };
    default:
      return undefined;
  }
}
