import { Difficulty } from '../../domain/question.js';
import { CompleteSession } from '../../sessions/domain/session-artifacts.js';
import { ReportBlock } from './report-document.js';
import { percent } from './report-labels.js';
import { ReportWords } from './report-words.js';

/** Scores of plain BM25 on the same questions. */
export function plainBaseline({ questions: { baseline } }: CompleteSession, w: ReportWords): ReportBlock[] {
  if (baseline === undefined) return [];
  const mix = ({ easy, medium, hard }: Readonly<Record<Difficulty, number>>) => `${easy} / ${medium} / ${hard}`;
  return [
    {
      kind: 'table',
      head: [w.baseline, w.measured],
      rows: [
        [w.bm25Top3, percent(baseline.bm25Top3, w)],
        [w.bm25FirstSentence, percent(baseline.bm25FirstSentence, w)],
        [w.bm25NearestSentence, percent(baseline.bm25NearestSentence, w)],
        [w.meanOverlap, percent(baseline.meanOverlap, w)],
        // Sessions of earlier releases have no such counts.
        ...countRow(w.literal, baseline.literal, baseline.answerable),
        ...countRow(w.provisions, baseline.provisions, baseline.answerable),
        ...countRow(w.hidden, baseline.hidden, baseline.questions - baseline.answerable),
        [w.requestedMix, mix(baseline.requestedDifficulty)],
        [w.measuredMix, mix(baseline.measuredDifficulty)],
      ],
    },
  ];
}

const countRow = (name: string, count: number | undefined, of: number): string[][] =>
  count === undefined ? [] : [[name, `${count} / ${of}`]];
