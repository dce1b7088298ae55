import { TestResult } from '../../domain/test-result.js';
import { isSingle } from '../../sessions/domain/summary.js';
import { ReportBlock } from './report-document.js';

type Language = 'en' | 'ko';
type Counted = readonly [failed: number, all: number];

const WORDS = {
  en: {
    latency: 'Latency of the answers, median / 95th percentile',
    askedAgain: 'Rows (questions and turns) asked again after a failed check',
    sentAgain: 'Rows whose request was sent again after an error of the target',
    failedRows: ([lost, questions]: Counted, [broken, turns]: Counted) =>
      `The failures and their causes count rows of both kinds: ${lost} of ${questions} questions and ${broken} of ${turns} turns of dialogues failed.`,
  },
  ko: {
    latency: '답변 지연 시간(중앙값 / 95번째 백분위수)',
    askedAgain: '확인에 실패하여 다시 물은 건수(질문과 대화 턴)',
    sentAgain: '대상의 오류로 요청을 다시 보낸 건수(질문과 대화 턴)',
    failedRows: ([lost, questions]: Counted, [broken, turns]: Counted) =>
      `실패와 그 원인은 질문과 대화 턴을 함께 센다. 질문 ${questions}개 중 ${lost}개, 대화 턴 ${turns}개 중 ${broken}개가 실패하였다.`,
  },
};

const HIGH_SHARE = 0.95;

/** The value at a share of a sorted list, by the nearest rank. */
const atShare = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;

/** How long the target took for its answers, each attempt by itself, and how many rows needed more than one request. */
export function courseRows(results: readonly TestResult[], language: Language): string[][] {
  const w = WORDS[language];
  const times = results
    .filter(({ answer }) => answer !== null)
    .flatMap(({ attempts, tookMs }) => (attempts.length === 0 ? [tookMs] : attempts.map((one) => one.tookMs)))
    .sort((a, b) => a - b);
  const latency = times.length === 0 ? '-' : [0.5, HIGH_SHARE].map((share) => `${atShare(times, share).toFixed(0)} ms`);
  return [
    [w.latency, Array.isArray(latency) ? latency.join(' / ') : latency],
    [w.askedAgain, String(results.filter(({ attempts }) => attempts.length > 1).length)],
    [w.sentAgain, String(results.filter(({ targetRetries }) => targetRetries !== undefined).length)],
  ];
}

/** What the counts of failures and causes are about: the headline counts single questions only. */
export function failedRows(results: readonly TestResult[], language: Language): ReportBlock[] {
  const failedOf = (members: readonly TestResult[]) =>
    [members.filter(({ judgement }) => judgement.failureType !== null).length, members.length] as const;
  const text = WORDS[language].failedRows(
    failedOf(results.filter(isSingle)),
    failedOf(results.filter((result) => !isSingle(result))),
  );
  return [{ kind: 'text', text }];
}
