import { detectLanguage, Language } from '../../../text/language.js';
import { contentTerms } from '../../../text/tokens/content-terms.js';
import { questionIn } from '../asked-question.js';
import { HelperPrompt } from './helper-prompt.js';

/** Makes a question self-contained, from the previous questions. */
export type CompleteQuestion = (question: string, earlier: readonly string[]) => string;

const MAX_TAGS = 3;
const TITLE_WORDS = 5;
const SUMMARY_TURNS = 6;
const SUMMARY_LENGTH = 200;
const NOTHING: Readonly<Record<Language, string>> = { ko: '새 대화', en: 'New conversation' };
const FOLLOW_UPS: Readonly<Record<Language, readonly ((topic: string) => string)[]>> = {
  ko: [
    (topic) => `예외가 있나요? (${topic})`,
    (topic) => `조건은 무엇인가요? (${topic})`,
    (topic) => `어느 문서에 나오나요? (${topic})`,
  ],
  en: [
    (topic) => `Are there exceptions? (${topic})`,
    (topic) => `Which conditions apply? (${topic})`,
    (topic) => `Which document says so? (${topic})`,
  ],
};

function summary(prompt: HelperPrompt): string {
  return prompt.turns
    .slice(-SUMMARY_TURNS)
    .map(
      ({ role, text }) => `${role === 'user' ? 'Q' : 'A'}: ${text.replaceAll(/\s+/gu, ' ').slice(0, SUMMARY_LENGTH)}`,
    )
    .join('\n');
}

/** The last question, completed from the earlier ones; after them where the completion adds nothing. */
function standAlone(questions: readonly string[], complete: CompleteQuestion): string {
  const [last = '', previous] = questions.toReversed();
  if (previous === undefined) return last;
  const completed = complete(last, questions.slice(0, -1));
  return completed === last && contentTerms(last).length < 2 ? `${previous} ${last}` : completed;
}

/** The values of the reply, in the words of the conversation. */
function valuesOf(prompt: HelperPrompt, complete: CompleteQuestion): readonly string[] {
  const questions = prompt.turns.filter(({ role }) => role === 'user').map(({ text }) => questionIn(text));
  const first = questions[0] ?? prompt.turns[0]?.text ?? '';
  const language = detectLanguage(questions.at(-1) ?? first);
  const topics = contentTerms(questions.join('\n'));
  switch (prompt.task) {
    case 'title': {
      const title = contentTerms(first)
        .slice(0, Math.min(prompt.maxWords ?? TITLE_WORDS, TITLE_WORDS))
        .join(' ');
      return [title === '' ? NOTHING[language] : `${title.charAt(0).toUpperCase()}${title.slice(1)}`];
    }
    case 'tags':
      return topics.slice(0, MAX_TAGS);
    case 'follow_ups': {
      const topic = contentTerms(questions.at(-1) ?? first)
        .slice(0, 2)
        .join(' ');
      return FOLLOW_UPS[language].map((ask) => ask(topic === '' ? NOTHING[language] : topic));
    }
    case 'query':
      return [standAlone(questions, complete)];
    case 'summary':
      return [summary(prompt)];
    case 'emoji':
      return ['💬'];
    case 'completion':
    case 'tools':
      return [];
  }
}

/**
 * The reply to a background prompt of a chat client, in the requested form. It uses only the words of the conversation: no document is
 * read, and no model is called.
 */
export function helperReply(prompt: HelperPrompt, complete: CompleteQuestion): string {
  const { form, task } = prompt;
  const values = valuesOf(prompt, complete);
  if (form === 'array') return JSON.stringify(values);
  if (form === 'text') return values.join(task === 'tags' ? ', ' : '\n');
  // Into the list, or the only text: what else the object has is empty.
  const main = form.find(({ isList }) => isList) ?? form.at(-1);
  const text = values.join(', ');
  return JSON.stringify(
    Object.fromEntries(
      form.map((one) => [one.name, one.isList ? (one === main ? values : []) : one === main ? text : '']),
    ),
  );
}
