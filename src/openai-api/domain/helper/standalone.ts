import { askingWords } from '../../../text/english/function-words.js';
import { detectLanguage } from '../../../text/language.js';
import { contentTerms } from '../../../text/tokens/content-terms.js';

/** Makes a question self-contained, from the previous questions. */
export type CompleteQuestion = (question: string, earlier: readonly string[]) => string;

/** Words that refer to something of the conversation. */
const POINTS =
  /\b(?:it|its|they|them|their|theirs|those|these|one|ones|there|he|she|him|same|either|neither|both|others?)\b|(?:^|\s)(?:그|그거|이거|그것|이것|그게|이게|그건|이건|그걸|거기|그때|그중|그쪽|그런|이런)(?=\s|은|는|이|가|을|를|도|의|에|$)/iu;
const OPENS =
  /^(?:and|but|so|then|also|or|what about|how about|what if|why not)\b|^(?:그럼|그러면|근데|그런데|그리고|또|만약|혹시|아니면)(?=\s|$)|(?:면|라면)요?[?？\s]*$/iu;
const FEW_WORDS = 2;
/** First words of an English sentence that asks. */
const ASKS = askingWords(
  'is are was were am do does did has have had may might must shall will would should could if in at on for from to by whose whom',
);

/** Whether a question says only in its conversation what it asks about. */
function leansOn(question: string): boolean {
  return (
    POINTS.test(question) ||
    OPENS.test(question.trim()) ||
    question.trim().split(/\s+/u).length <= FEW_WORDS ||
    contentTerms(question).length === 0
  );
}

const firstWord = (text: string): string => (/^[a-z']+/iu.exec(text.trim())?.[0] ?? '').toLowerCase();
const BEGINS = /^(?:what|when|where|who|which|why|how|is|are|do|does|did|can|could|may|must|should|will)\b/iu;
const lastWords = (text: string): string => text.trim().split(/\s+/u).slice(-2).join(' ').toLowerCase();

/**
 * Whether the completion put something into the previous question. Otherwise it has words for a search in front of the follow-up, which do not make a
 * sentence with it: `kiln degrees the red one?`
 */
function isSentence(completed: string, question: string): boolean {
  if (completed.replaceAll('？', '?').split('?').length > 2) return true;
  if (detectLanguage(completed) === 'ko') return !/(?:나요|까요|니까|가요|어요|아요)\s/u.test(completed);
  return ASKS.has(firstWord(completed)) && !BEGINS.test(question) && lastWords(completed) !== lastWords(question);
}

/**
 * A follow-up in sentences that need no conversation: by the completion of the pipeline, or after the question that it depends on where that
 * is not a sentence.
 */
export function standAlone(question: string, earlier: readonly string[], complete: CompleteQuestion): string {
  const previous = earlier.at(-1);
  if (previous === undefined) return question;
  const completed = complete(question, earlier);
  const isCompleted = completed !== question;
  if (isCompleted ? isSentence(completed, question) : !leansOn(question)) return completed;
  return `${standAlone(previous, earlier.slice(0, -1), complete)} ${question}`;
}
