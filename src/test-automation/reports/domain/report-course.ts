import { TestResult } from '../../domain/test-result.js';
import { CompleteSession } from '../../sessions/domain/session-artifacts.js';
import { countsAsFollowUp, invalidIn, isEvaluated, isFollowUp, isSingle } from '../../sessions/domain/summary.js';
import { ReportBlock } from './report-document.js';

type Language = 'en' | 'ko';
type Counted = readonly [failed: number, all: number];

const WORDS = {
  en: {
    latency: 'Latency of the first answers, median / 95th percentile',
    repeated: 'Latency of the answers to repeated questions, median / 95th percentile',
    notReported: 'not reported',
    counted: 'Follow-ups that these two rates are about: their answer rests on the earlier turns / all',
    askedAgain: 'Rows (questions and turns) asked again after a failed check',
    sentAgain: 'Rows whose request was sent again after an error of the target',
    failedRows: ([lost, questions]: Counted, [broken, turns]: Counted) =>
      `The failures and their causes count rows of both kinds: ${lost} of ${questions} questions and ${broken} of ${turns} turns of dialogues failed or were right in part.`,
  },
  ko: {
    latency: '첫 답변의 지연 시간(중앙값 / 95번째 백분위수)',
    repeated: '다시 물은 답변의 지연 시간(중앙값 / 95번째 백분위수)',
    notReported: '대상이 알려 주지 않음',
    counted: '두 비율이 세는 후속 질문: 답이 앞선 대화에 달린 것 / 전체',
    askedAgain: '확인에 실패하여 다시 물은 건수(질문과 대화 턴)',
    sentAgain: '대상의 오류로 요청을 다시 보낸 건수(질문과 대화 턴)',
    failedRows: ([lost, questions]: Counted, [broken, turns]: Counted) =>
      `실패와 그 원인은 질문과 대화 턴을 함께 센다. 질문 ${questions}개 중 ${lost}개, 대화 턴 ${turns}개 중 ${broken}개가 실패하였거나 부분성공이다.`,
  },
};

const HIGH_SHARE = 0.95;

/** The value at a share of a sorted list, by the nearest rank. */
const atShare = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;

/** The median and the 95th percentile of some times. */
function spreadOf(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  if (sorted.length === 0) return '-';
  return [0.5, HIGH_SHARE].map((share) => `${atShare(sorted, share).toFixed(0)} ms`).join(' / ');
}

/**
 * How long the target took for its first answers and for those to repeated questions, which it may have cached, and how many rows needed more
 * than one request. A target without any report of requests that were sent again did not say that there were none.
 */
export function courseRows(results: readonly TestResult[], language: Language): string[][] {
  const w = WORDS[language];
  const answered = results.filter(({ answer }) => answer !== null);
  const repeats = answered.flatMap(({ attempts }) => attempts.slice(1).map((one) => one.tookMs));
  const reported = results.flatMap(({ targetRetries }) => targetRetries ?? []);
  const sentAgain = reported.filter(({ serverErrors, cutAnswers }) => serverErrors + cutAnswers > 0).length;
  return [
    [w.latency, spreadOf(answered.map(({ attempts, tookMs }) => attempts[0]?.tookMs ?? tookMs))],
    ...(repeats.length === 0 ? [] : [[w.repeated, spreadOf(repeats)]]),
    [w.askedAgain, String(results.filter(({ attempts }) => attempts.length > 1).length)],
    [w.sentAgain, reported.length === 0 ? w.notReported : String(sentAgain)],
  ];
}

/** Most follow-ups can be answered alone and show nothing about the context: how many do. */
export function followUpRows({ results, questions }: CompleteSession, language: Language): string[][] {
  const invalid = invalidIn(questions);
  const asked = results.filter((result) => isFollowUp(result) && !invalid.has(result.scenarioId ?? ''));
  const counted = asked.filter((result) => countsAsFollowUp(result) && isEvaluated(result));
  return [[WORDS[language].counted, `${counted.length} / ${asked.length}`]];
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
