/**
 * The form of the answer to a question, independent of its topic. The answer to `can I …?` says that something may, must or may not be
 * done. The answer to `who …?` and `where …?` names a person, an office or an address. Learned weights lower a sentence without that form.
 */
export interface AnswerForm {
  /** The question asks for yes or no. */
  readonly decides: boolean;
  /** The question asks for a contact or a place. */
  readonly pointsTo: boolean;
}

const KOREAN_YES_NO =
  /(?:나요|까요|가요|는지|되나|돼요|될까|있나|있어요|없나|되는지|괜찮|인가요)\s{0,5}[?？!.]{0,3}\s{0,5}$/u;
const KOREAN_ASKING = /몇|며칠|얼마|언제|어디|누가|누구|무엇|무슨|어느|어떤|어떻게|왜|뭐|뭘|뭔/u;
const ENGLISH_YES_NO = /(?:^|[,.;!?]\s)(?:can|could|may|do|does|is|are|am|will|would|should|must|did|has|have|if)\s/iu;
const ENGLISH_ASKING = /\b(?:what|when|where|who|whom|which|why|how|whose)\b/iu;
const POINTS = /누가|누구|어디|어느 (?:부서|팀)|담당|문의|연락|\bwho(?:m|se)?\b|\bwhere\b|\bcontact\b|\bask\b/iu;

/** Something may, must or may not be. */
const DECISION =
  /수 (?:있|없)|아니(?:한|하)|못한|못하|하여야|해야|금지|허가|허용|면제|제외|된다|안 된|\b(?:can|cannot|may|must|should|allowed|permitted|required|need(?:ed)?|not|never|only|prohibited|eligible|able|have to|possible|no)\b|n[’']t\b/iu;
/** A person, an office, an address. */
const POINTED =
  /@|#[a-z]|\d{3,4}[-.)]\s?\d{3,4}|담당|팀|부서|센터|위원회|직원|책임자|관리자|교수|[가-힣]장[이은의과에]|\b(?:contact|team|desk|office|supervisor|manager|officer|director|dean|committee|channel|slack|m[rs]s?)\b/iu;

/** @param question composed (NFC) */
export function answerForm(question: string): AnswerForm {
  const decides =
    (KOREAN_YES_NO.test(question) && !KOREAN_ASKING.test(question)) ||
    (ENGLISH_YES_NO.test(question) && !ENGLISH_ASKING.test(question));
  return { decides, pointsTo: POINTS.test(question) };
}

/** Whether a sentence says that something may, must or may not be. */
export function saysDecision(text: string): boolean {
  return DECISION.test(text);
}

/** Whether a sentence names a contact person, an office or an address. */
export function pointsSomewhere(text: string): boolean {
  return POINTED.test(text);
}
