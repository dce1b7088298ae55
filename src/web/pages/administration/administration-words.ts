import { speechWith } from '../words/language.js';

/** Texts of the pages for administration, loaded with them. */
const en = {
  auditLog: 'Audit log',
  auditPromise:
    'Who asked or changed what, and what was shown. Personal data in questions is removed before it is stored.',
  auditText: 'Question, document, route or request',
  who: 'Who',
  what: 'What',
  when: 'When',
  anyone: 'Anyone',
  anyAction: 'All',
  firstDay: 'From',
  lastDay: 'To',
  apply: 'Apply',
  clearFilters: 'Clear',
  noEntries: 'No entry matches.',
  shownDocuments: 'Shown: {count}',
  exportCsv: 'Export as CSV',
  exportJsonl: 'Export as JSON lines',
  checkLog: 'Check for changes',
  logIntact: 'Complete and unchanged: {count} entries.',
  logBroken: 'Entry {seq} was changed, removed or inserted.',
  auditAction_ask: 'asked',
  auditAction_search: 'searched',
  auditAction_suggest_cases: 'looked for cases',
  auditAction_check_facts: 'checked facts',
  auditAction_read_document: 'read a document',
  auditAction_filter_bypass: 'tried to get around the filter',
  auditAction_change: 'changed',
  auditAction_change_groups: 'changed groups',
  caller_anonymous: 'without a key',
  caller_admin: 'administrator of the settings',
  noViewAllowed: 'The key of this tab may administer nothing.',
} as const;

export type AdministrationKey = keyof typeof en;

const ko: Readonly<Record<AdministrationKey, string>> = {
  auditLog: '감사 기록',
  auditPromise: '누가 무엇을 묻거나 바꾸었고 무엇이 표시되었는지 기록합니다. 질문의 개인정보는 저장 전에 지웁니다.',
  auditText: '질문, 문서, 경로 또는 요청',
  who: '사용자',
  what: '작업',
  when: '시각',
  anyone: '모두',
  anyAction: '전체',
  firstDay: '시작일',
  lastDay: '종료일',
  apply: '적용',
  clearFilters: '지우기',
  noEntries: '조건에 맞는 기록이 없습니다.',
  shownDocuments: '표시된 문서: {count}',
  exportCsv: 'CSV로 내보내기',
  exportJsonl: 'JSON Lines로 내보내기',
  checkLog: '변조 확인',
  logIntact: '누락이나 변경이 없습니다: 기록 {count}건.',
  logBroken: '{seq}번 기록이 변경, 삭제 또는 삽입되었습니다.',
  auditAction_ask: '질문',
  auditAction_search: '검색',
  auditAction_suggest_cases: '사례 조회',
  auditAction_check_facts: '사실 확인',
  auditAction_read_document: '문서 열람',
  auditAction_filter_bypass: '필터 우회 시도',
  auditAction_change: '변경',
  auditAction_change_groups: '그룹 변경',
  caller_anonymous: '키 없음',
  caller_admin: '설정의 관리자',
  noViewAllowed: '이 탭의 키로 관리할 수 있는 것이 없습니다.',
};

/** The texts of the pages and those of administration, in the reader's language. */
export const useAdministration = speechWith({ en, ko });
