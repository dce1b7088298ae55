import { withParticle } from '../../../text/korean/korean-particle.js';
import { detectLanguage, Language } from '../../../text/language.js';
import { questionIn } from '../asked-question.js';
import { HelperForm, HelperPrompt } from './helper-prompt.js';
import { CompleteQuestion, standAlone } from './standalone.js';
import { leadWords, titleOf } from './subject.js';
import { topicsOf } from './topics.js';

const MAX_TAGS = 3;
const SUMMARY_TURNS = 6;
const SUMMARY_LENGTH = 200;

/** Each suggestion about a topic of its own, where the conversation has several. */
const FOLLOW_UPS: Readonly<Record<Language, readonly ((topic: string) => string)[]>> = {
  ko: [
    (topic) => `${topic}에 예외가 있나요?`,
    (topic) => `${topic}에 관한 조건은 무엇인가요?`,
    (topic) => `${withParticle(topic, 'object')} 다루는 문서는 무엇인가요?`,
  ],
  en: [
    (topic) => `Are there exceptions for ${topic}?`,
    (topic) => `What conditions apply to ${topic}?`,
    (topic) => `Which document covers ${topic}?`,
  ],
};
const THIS: Readonly<Record<Language, string>> = { ko: '이 내용', en: 'this' };

/** Questions about what the last question and the quoted answer name, then about earlier questions. */
function followUps(prompt: HelperPrompt, questions: readonly string[], language: Language): readonly string[] {
  const answer = prompt.turns.findLast(({ role }) => role === 'assistant')?.text ?? '';
  const [last = '', ...before] = questions.toReversed();
  const topics = [[last], before, [answer]].flatMap((texts) => topicsOf(texts).slice(0, 2));
  const named = [...new Set(topics)].filter((topic) => detectLanguage(topic) === language);
  return FOLLOW_UPS[language].map((ask, i) => ask(named[i] ?? named[0] ?? THIS[language]));
}

function lines(prompt: HelperPrompt): string {
  return prompt.turns
    .slice(-SUMMARY_TURNS)
    .map(
      ({ role, text }) => `${role === 'user' ? 'Q' : 'A'}: ${text.replaceAll(/\s+/gu, ' ').slice(0, SUMMARY_LENGTH)}`,
    )
    .join('\n');
}

/** The values of the reply. */
function valuesOf(prompt: HelperPrompt, complete: CompleteQuestion): readonly string[] {
  const questions = prompt.turns.filter(({ role }) => role === 'user').map(({ text }) => questionIn(text));
  const first = questions[0] ?? prompt.turns[0]?.text ?? '';
  const last = questions.at(-1) ?? first;
  const language = detectLanguage(last);
  switch (prompt.task) {
    case 'title':
      return [titleOf(first, prompt.maxWords, prompt.maxCharacters)];
    case 'tags':
      return leadWords(questions, MAX_TAGS);
    case 'follow_ups':
      return followUps(prompt, questions, language);
    case 'query':
      return [standAlone(last, questions.slice(0, -1), complete)];
    case 'summary':
      return [lines(prompt)];
    case 'emoji':
      return ['💬'];
    case 'completion':
    case 'tools':
      return [];
  }
}

/** Puts the value into the only member; of several into the one with the name of a result. */
function inMembers(
  form: Extract<HelperForm, { kind: 'object' }>,
  values: readonly string[],
  language: Language,
): Record<string, unknown> {
  const { members } = form;
  const isResult = (name: string) =>
    /title|output|result|query|question|answer|summary|text|제목|결과|질문|요약/iu.test(name);
  const main = members.find(({ isList }) => isList) ?? members.find(({ name }) => isResult(name)) ?? members[0];
  const text = values.join(', ');
  return Object.fromEntries(
    members.map((member): [string, unknown] => {
      if (member.isList) return [member.name, member === main ? values : []];
      if (member === main) return [member.name, text];
      return [member.name, /lang/iu.test(member.name) ? (language === 'ko' ? 'Korean' : 'English') : ''];
    }),
  );
}

/**
 * The reply to a background prompt of a chat client, in the requested form. It uses only the words of the conversation: no document is
 * read, and no model is called.
 */
export function helperReply(prompt: HelperPrompt, complete: CompleteQuestion): string {
  const values = valuesOf(prompt, complete);
  const language = detectLanguage(prompt.turns.at(-1)?.text ?? '');
  if (prompt.form.kind === 'object') return JSON.stringify(inMembers(prompt.form, values, language));
  if (prompt.form.kind === 'array') return JSON.stringify(values);
  return values.join(prompt.task === 'tags' ? ', ' : '\n');
}
