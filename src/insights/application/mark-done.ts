import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/domain/clock.js';
import { ReportStore } from '../domain/reported-question.js';
import { ReadReports, ReportReader, SeenQuestion } from './read-reports.js';

export interface Mark {
  /** False: open again. */
  readonly isDone: boolean;
  /** For the person who asked; null for none. */
  readonly note: string | null;
}

/** Marks reported questions as done, for all who see them. */
@Injectable()
export class MarkDone {
  constructor(
    private readonly reports: ReadReports,
    private readonly store: ReportStore,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError for a question that the editor may not see wholly: then none is changed */
  async mark(traceIds: readonly string[], { isDone, note }: Mark, editor: ReportReader): Promise<SeenQuestion[]> {
    await this.reports.find(traceIds, editor);
    const done = isDone ? { at: this.clock.now().toISOString(), by: editor.id, note } : null;
    await this.store.setDone(traceIds, done);
    return this.reports.find(traceIds, editor);
  }
}
