const LONGEST_LABEL = 25;
const DIGIT = /\d/u;
/** `1. `, `① `, `- `: not part of the label. */
const MARKER = /^\s{0,20}(?:\d{1,2}[.)]|[①-⑳]|[-*•○▪□☐])\s{0,10}/u;
/** Space to fill in: lines, dots, empty brackets, check boxes. */
const ROOM = /_{2,}|\.{4,}|…{2,}|·{4,}|[([]\s{1,40}[)\]]|[□☐❏]/gu;
/** `년   월   일`: a date to be filled in. */
const EMPTY_DATE = /(?:20)?\s{0,10}년\s{1,20}월\s{1,20}일/gu;
/** A signature field. */
const SIGNATURE = /\((?:서명|인|날인|직인|sign|signature|seal)[^()]{0,20}\)/giu;
/** Words that introduce the text that follows. */
const LEAD = /다음|아래|follow|below/iu;
/** Maximum number of characters of a form without its blank space; a longer text has content. */
const LONGEST_FORM = 60;

/** `| 이름 |  | 전화번호 |  |`: labels and no value. */
function isBlankRow(text: string): boolean {
  if (!text.includes('|')) return false;
  const cells = text.replace(/^\s*\||\|\s*$/gu, '').split('|');
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return filled.length < cells.length && filled.every((cell) => cell.length <= LONGEST_LABEL && !DIGIT.test(cell));
}

/** `이름: ____  전화번호: ____`, `Phone number ........`, `신청인 (서명)`. */
function isBlankLine(text: string): boolean {
  const labels = text.replace(MARKER, '');
  const left = labels.replace(ROOM, ' ').replace(EMPTY_DATE, ' ').replace(SIGNATURE, ' ');
  return left !== labels && left.trim().length <= LONGEST_FORM && !DIGIT.test(left) && !/[.!?다]\s*$/u.test(left);
}

/** `전화번호:`, `이름:   연락처:`. A lead is not a label: text follows it. */
function isLabel(text: string): boolean {
  const parts = text.replace(MARKER, '').split(/[:：]/u);
  if (parts.length < 2 || parts.at(-1)?.trim() !== '' || LEAD.test(text)) return false;
  return parts.every((part) => part.trim().length <= LONGEST_LABEL && !DIGIT.test(part));
}

/** Whether a line of a form is not filled in: it has labels and no values. */
export function isBlankField(text: string): boolean {
  return isBlankRow(text) || isBlankLine(text) || isLabel(text);
}

const LONGEST_NAME = 60;
/** Papers by their names. */
const NAME_OF_FORM =
  /^[^\n.!?]{0,50}(?:신청서|서식|양식|확인서|동의서|신고서|계획서|보고서|서약서|청구서|명세서|추천서|의뢰서|접수증|대장)(?:\s?\([^()]{0,20}\))?$|^[^\n.!?]{0,50}\b(?:form|questionnaire|checklist)$|^(?:application|request|registration|claim) for\b[^\n.!?]{0,50}$/iu;

/** `마을 회관 사용 신청서`: names a paper. */
export function isNameOfForm(text: string): boolean {
  return text.length <= LONGEST_NAME && NAME_OF_FORM.test(text.trim());
}
