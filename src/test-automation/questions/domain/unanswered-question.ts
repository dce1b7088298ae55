import { SeededRandom } from '../../domain/seeded-random.js';
import { Question } from '../../domain/question.js';
import { CoreQuestion, QuestionForms } from './core-question.js';
import { Asker } from './kind-question.js';
import { askedForms, nounForms } from './korean-ending.js';
import { NO_GOLD, questionId, questionOf } from './make-question.js';
import { inVoice } from './persona-voice.js';

/** The question about something that the documents leave out; undefined in another language than the persona's. */
export function outsideQuestion(index: number, asker: Asker): Question | undefined {
  const topic = asker.pool.outside[index];
  if (topic?.language !== asker.persona.language) return undefined;
  return unansweredQuestion(topic.asked, { language: topic.language, topic: topic.terms.join(', ') }, asker);
}

/**
 * A question that no document answers, in the persona's voice.
 * @param asked the requested thing, as a noun phrase or a clause ending in `다` in Korean and as an embedded question in English
 * @param say changes the words of the spoken question
 */
export function unansweredQuestion(
  asked: string,
  { language, topic }: Pick<CoreQuestion, 'language' | 'topic'>,
  { persona, difficulty }: Asker,
  say = (text: string): string => text,
): Question {
  const id = questionId('unanswerable', persona.id, [asked]);
  const forms: QuestionForms =
    language === 'ko'
      ? ((asked.endsWith('다') ? askedForms(asked) : undefined) ?? nounForms(asked))
      : { polite: asked, formal: asked, casual: asked, embedded: asked };
  const kind = difficulty === 'hard' ? 'emotional' : 'unanswerable';
  const speech = { kind, language, topic: '', forms: [forms], slot: 'value' } as const;
  const text = say(inVoice(speech, persona, new SeededRandom(id)));
  const wording = { text, language, topic, asked: forms.embedded };
  return questionOf(id, persona, { kind: 'unanswerable', difficulty, asOf: undefined }, { wording, gold: NO_GOLD });
}
