/** Actionable details in both languages; a kind that the gold text does not have is not required. */
const DEADLINE =
  /\d\s{0,9}(?:일|주|개월|월|년|학기|시간|분)|(?:까지|이내|이전|이후)|\b\d{1,20}\s{0,9}(?:days?|weeks?|months?|hours?|minutes?)\b|\b(?:by|within|before|until)\b/iu;
const PAPERS =
  /(?:신청서|증명서|확인서|계획서|동의서|진단서|사유서|추천서|서류|원서)|\b(?:form|document|certificate|ticket|request|report|record)s?\b/iu;
const OFFICE =
  /[가-힣](?:처|과|팀|위원회|센터|학장|총장|원장|지도교수|관장|부장)|\b(?:team|office|committee|owner|lead|manager|council|board|desk)\b/iu;
const STEP =
  /신청|제출|신고|등록|납부|승인|문의|접수|이수|발급|\b(?:submit|apply|ask|open|file|request|approve|report|register|run|contact|notify|send)(?:s|ed|es)?\b/iu;

const KINDS = [DEADLINE, PAPERS, OFFICE] as const;

/** Share of the gold text's actionable details (deadline, papers, office) that the answer has too; 1 if it has none. */
export function practicality(gold: string, answer: string): number {
  const wanted = KINDS.filter((kind) => kind.test(gold));
  return wanted.length === 0 ? 1 : wanted.filter((kind) => kind.test(answer)).length / wanted.length;
}

/** Whether the answer says what to do, if the gold text does. */
export function actionability(gold: string, answer: string): number {
  return !STEP.test(gold) || STEP.test(answer) ? 1 : 0;
}

/** Whether an abstention at least says what to do next. */
export function namesNextStep(answer: string): boolean {
  return STEP.test(answer) || /다시|바꿔|rephrase|another|try/iu.test(answer);
}
