import { speechWith } from '../../words/language.js';

/** Texts of the page about background jobs. */
const en = {
  jobs: 'Jobs',
  jobsPromise:
    'Work in the background, the newest first. Questions of test sessions and embedding are listed only while they run or if they failed.',
  job: 'Job',
  kind_index_optimize: 'Fitting the search index',
  kind_index_embed: 'Embedding passages',
  'kind_cbr-selector': 'Fitting the choice of cases',
  'kind_test-session': 'Test session',
  'kind_test-session-unit': 'Question of a test session',
  kind_source_sync: 'Synchronizing a source',
  progress: 'Progress',
  doneOf: '{done} of {total}',
  startedAt: 'Started',
  changedAt: 'Last change',
  owner: 'Started by',
  theServer: 'the server',
  status_succeeded: 'succeeded',
  cancelJob: 'Cancel the job',
  cancelQuestion: 'The job stops at its next step. What it has done until then stays.',
  cancelledAfter: 'Cancelled after {done} of {total}. What was done stays.',
  noJobs: 'No jobs yet.',
} as const;

const ko: Readonly<Record<keyof typeof en, string>> = {
  jobs: '작업',
  jobsPromise: '백그라운드 작업이며 최신순입니다. 테스트 세션의 질문과 임베딩은 실행 중이거나 실패한 것만 표시됩니다.',
  job: '작업',
  kind_index_optimize: '검색 색인 학습',
  kind_index_embed: '구절 임베딩',
  'kind_cbr-selector': '사례 선택 학습',
  'kind_test-session': '테스트 세션',
  'kind_test-session-unit': '테스트 세션의 질문',
  kind_source_sync: '소스 동기화',
  progress: '진행',
  doneOf: '{total} 중 {done}',
  startedAt: '시작',
  changedAt: '마지막 변경',
  owner: '시작한 사용자',
  theServer: '서버',
  status_succeeded: '성공',
  cancelJob: '작업 취소',
  cancelQuestion: '작업이 다음 단계에서 멈춥니다. 그때까지 한 일은 남습니다.',
  cancelledAfter: '{total} 중 {done}까지 하고 취소되었습니다. 한 일은 남습니다.',
  noJobs: '아직 작업이 없습니다.',
};

export const useJobs = speechWith({ en, ko });
