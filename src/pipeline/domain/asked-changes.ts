import { addDays, hullOf } from '../../text/periods/calendar-period.js';
import { AnalysedMessage } from './analysed-message.js';
import { contentWords } from './follow-up.js';

const ASKS = String.raw`(?:뭐|뭘|무엇|무슨|어떤|어떻게|어디|어느)\S{0,4}\s(?:\S{1,12}\s){0,3}?`;
const POINT = String.raw`\s?(?:점|것|거|게|내용|사항|부분|데)\S*`;
/** What changed already. Words that also ask how to change something, or how two things differ, are not among them. */
const CHANGED = new RegExp(
  String.raw`${ASKS}(?:바뀌었|바뀐|달라졌|달라진|변경됐|변경되었|변경된|개정됐|개정되었|개정된|변했)\S*|(?:바뀐|달라진|변경된|개정된)${POINT}|개정\s?(?:내용|사항)\S*|` +
    String.raw`\bwhat(?:'s|’s| is| has| have)?\s(?:\w+\s)?(?:changed|amended|revised)\b|\bwhat(?:'s|’s| is) new(?=[?\s]*(?:in|about|for|since|$))|` +
    String.raw`\bwhat changes (?:were|have|are there|came|did)\b|\bhow (?:has|have|did)\b.{0,80}\bchanged?\b`,
  'iu',
);
/** The same of a time that the message names. */
const DIFFERS = new RegExp(
  String.raw`${ASKS}(?:바뀌|달라|다른|다르|변경되|개정되)\S*|(?:바뀌는|달라지는|다른|변경|개정)${POINT}|차이\S*|` +
    String.raw`\bwhat(?:'s|’s| is| are| will)?\s(?:\w+\s){0,2}?(?:changes?|different|new)\b|\bdifferences?\b|\bhow\b.{0,80}\b(?:differs?|different)\b`,
  'iu',
);
const COMPARES = /달라|다르|다른|차이|비교|differ|compared|since/iu;
/** Changes to come: `뭐가 바뀌나요`, `what will change`. */
const TO_COME = /바뀌나|바뀔|바뀝|달라지나|달라질|변경되나|변경될|개정되나|개정될|\b(?:will|going to)\b/iu;
/** Words of any question about changes, which name no text, or begin so. */
const GENERIC =
  /^(?:chang|differ|new$|amend|revis|has$|what|바뀌|바뀐|달라|다른|다르|변경|개정|변했|차이|비교)|^(?:있나요|있어요|규정\S*|규칙\S*|내용\S*|사항\S*|점\S*|것\S*|부분\S*|문서\S*|제도\S*|알려|주세요|주실래요|뭐\S*|무엇\S*|rules?|polic(?:y|ies)|regulations?|documents?|handbook|anything|between|from|compared|ones?|here|recently|최근\S*)$/iu;

/** The message without its words of time: `before the rules were changed` is a time. */
const matterOf = ({ said, period }: AnalysedMessage): string => period?.timeless.said ?? said;

export const asksForChanges = (analysed: AnalysedMessage): boolean =>
  CHANGED.test(matterOf(analysed)) || (analysed.period !== undefined && DIFFERS.test(matterOf(analysed)));

/** Whether the message names the text whose changes it asks for. */
export function namesText(analysed: AnalysedMessage): boolean {
  return contentWords(matterOf(analysed)).some((word) => !GENERIC.test(word));
}

/**
 * The days on which the asked changes came into force. Compared with a past time, that is since then; without a time, any day up to today.
 */
export function daysOfChange(
  { said, period }: AnalysedMessage,
  today: string,
): { readonly from: string; readonly to: string } {
  const periods = (period?.asked.periods ?? []).toSorted((a, b) => ((a.from ?? '') < (b.from ?? '') ? -1 : 1));
  const [first] = periods;
  if (first === undefined) return { from: '0001-01-01', to: today };
  const { from, to } = hullOf(periods);
  const isComparison = COMPARES.test(said) && first.to !== null && (first.to < today || periods.length > 1);
  // What changed this year has changed already.
  const isOver = !TO_COME.test(said) && (from ?? '') <= today && (to ?? today) >= today;
  const last = isOver || (isComparison && to !== null && to < today) ? today : (to ?? '9999-12-31');
  return { from: isComparison ? addDays(first.to, 1) : (from ?? '0001-01-01'), to: last };
}
