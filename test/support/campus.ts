/** Matters of an invented university with the short names that students have for them, where they have any. */
export const MATTERS: readonly (readonly [name: string, short: string | undefined])[] = [
  ['복수전공', '복전'],
  ['조기졸업', '조졸'],
  ['수강철회', '수강철'],
  ['부전공', '부전'],
  ['연구년', '안식년'],
  ['학사경고', '학고'],
  ['졸업유예', undefined],
  ['국내교류', undefined],
  ['현장실습', undefined],
  ['봉사활동', undefined],
  ['군사훈련', undefined],
  ['분할납부', undefined],
];

/** A regulation for each matter, in the same words and with other numbers: only the name identifies it. */
export const campusDocuments = MATTERS.map(([name], i) => ({
  document_id: `campus-${i}`,
  title: `${name} 규정`,
  canonical_path: ['규정', name],
  text: [
    `제1조(${name} 신청 기한) ${name}을 원하는 사람은 개강일 ${i + 11}일 전까지 신청서를 제출한다.`,
    `제2조(${name} 기간) ${name}은 한 번에 ${i + 14}개월까지 할 수 있다. 다만, 질병이 있는 사람은 ${i + 31}개월까지 할 수 있다.`,
    `제3조(${name} 횟수) ${name}은 재학 중 ${i + 2}회까지 신청할 수 있다.`,
    `제4조(${name} 비용) ${name}을 원하는 사람은 신청할 때에 ${i + 3}만원을 납부하여야 한다.`,
  ].join('\n\n'),
}));
