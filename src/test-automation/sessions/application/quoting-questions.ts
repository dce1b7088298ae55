import { Injectable, OnModuleInit } from '@nestjs/common';
import { notACursor } from '../../../shared/domain/page.js';
import { QuotedSource, WITHHELD_TEXT } from '../../../shared/domain/quoted-source.js';
import {
  quotesOneOf,
  QuotingBatch,
  QuotingItem,
  QuotingItems,
  QuotingQuery,
} from '../../../shared/domain/quoting-items.js';
import { DatasetItem, DatasetStore } from '../../datasets/domain/dataset.js';
import { Question } from '../../domain/question.js';
import { sourcesOfQuestion } from '../domain/result-sources.js';
import { SessionStore } from '../domain/session-store.js';
import { ownerSeenBy, SessionViewer } from '../domain/test-session.js';
import { ShowSessions } from './show-sessions.js';

/** Number of sessions, or of datasets, whose questions are read at once. */
const BATCH = 5;
const NOTHING: QuotingBatch = { items: [], next: null };

/** A page of the stored list, and the number of its items that were read. */
interface Position {
  readonly cursor: string | undefined;
  readonly read: number;
}

const written = ({ cursor, read }: Position): string => JSON.stringify([cursor ?? null, read]);

/** @throws InvalidInputError for a position that no list returned */
function readPosition(text: string): Position {
  if (text === '') return { cursor: undefined, read: 0 };
  const found = /^\[(?:null|"([a-z0-9.]+)"),(\d{1,7})\]$/u.exec(text);
  if (found === null) throw notACursor();
  return { cursor: found[1], read: Number(found[2]) };
}

/** The questions of a page, from the position on. */
function batchOf(
  items: readonly Omit<QuotingItem, 'position'>[],
  { cursor, read }: Position,
  nextCursor: string | null,
): QuotingBatch {
  return {
    items: items.map((item, i) => ({ ...item, position: written({ cursor, read: i + 1 }) })).slice(read),
    next: nextCursor === null ? null : written({ cursor: nextCursor, read: 0 }),
  };
}

/** The quotes that the right answer comes from. A dataset may name documents of another system: these are not found. */
const sourcesOf = (question: Question): QuotedSource[] => [
  ...sourcesOfQuestion(question),
  ...(question.expected?.gold ?? []).map(({ documentId, quote }) => ({ documentId, quote })),
];

const citedBy = ({ citations }: DatasetItem): QuotedSource[] =>
  citations.flatMap(({ documentId, quote }) =>
    documentId === undefined || quote === undefined ? [] : [{ documentId, quote }],
  );

/** Lists questions of test sessions and of datasets whose right answer quotes documents. */
@Injectable()
export class QuotingQuestions implements OnModuleInit {
  constructor(
    private readonly quoting: QuotingItems,
    private readonly sessions: SessionStore,
    private readonly show: ShowSessions,
    private readonly datasets: DatasetStore,
  ) {}

  onModuleInit(): void {
    this.quoting.register('test_question', (query) => this.ofSessions(query));
    this.quoting.register('dataset_question', (query) => this.ofDatasets(query));
  }

  private async ofSessions({ documentIds, after, reader }: QuotingQuery): Promise<QuotingBatch> {
    if (!reader.may('test')) return NOTHING;
    const position = readPosition(after);
    const page = await this.sessions.list(ownerSeenBy(reader), BATCH, position.cursor);
    const items: Omit<QuotingItem, 'position'>[] = [];
    for (const { session } of page.items) {
      for (const question of await this.questionsOf(session.sessionId, documentIds, reader))
        items.push({
          kind: 'test_question',
          id: question.id,
          containerId: session.sessionId,
          url: `/test-sessions/${encodeURIComponent(session.sessionId)}`,
          title: question.text,
          sources: sourcesOf(question),
        });
    }
    return batchOf(items, position, page.nextCursor);
  }

  private async questionsOf(
    sessionId: string,
    documentIds: ReadonlySet<string>,
    { filter }: SessionViewer,
  ): Promise<Question[]> {
    const plan = await this.sessions.plan(sessionId);
    if (plan === undefined) return [];
    const { singles, dialogues } = plan.questions;
    const quoting = (question: Question) => quotesOneOf(sourcesOf(question), documentIds);
    const shown = await this.show.questions(
      {
        ...plan.questions,
        singles: singles.filter(quoting),
        dialogues: dialogues.filter(({ turns }) => turns.some(quoting)),
      },
      filter,
    );
    const questions = [...shown.singles, ...shown.dialogues.flatMap(({ turns }) => turns)];
    return questions.filter((question) => question.text !== WITHHELD_TEXT && quoting(question));
  }

  private async ofDatasets({ documentIds, after, reader }: QuotingQuery): Promise<QuotingBatch> {
    if (!reader.may('test')) return NOTHING;
    const position = readPosition(after);
    const page = await this.datasets.list(reader.id, BATCH, position.cursor);
    const items: Omit<QuotingItem, 'position'>[] = [];
    for (const { datasetId } of page.items) {
      const dataset = await this.datasets.find(datasetId, reader.id);
      for (const item of dataset?.items ?? []) {
        if (!quotesOneOf(citedBy(item), documentIds)) continue;
        items.push({
          kind: 'dataset_question',
          id: item.id,
          containerId: datasetId,
          url: `/datasets/${encodeURIComponent(datasetId)}`,
          title: item.question,
          sources: citedBy(item),
        });
      }
    }
    return batchOf(items, position, page.nextCursor);
  }
}
