import { CoreQuestion } from './core-question.js';

/** A longer question says more than its subject. */
const BRIEF_WORDS = 4;

/** Questions as people type them who give the subject only. */
const BRIEFLY: Readonly<Record<CoreQuestion['language'], readonly ((topic: string) => string)[]>> = {
  ko: [
    (topic) => `${topic} 알려 주세요.`,
    (topic) => `${topic} 어떤 규정이 있나요?`,
    (topic) => `${topic} 뭘 알아야 하나요?`,
  ],
  en: [
    (topic) => `What about ${topic}?`,
    (topic) => `What are the rules on ${topic}?`,
    (topic) => `What do I have to know of ${topic}?`,
  ],
};

/** Whether a question says hardly more than its subject. */
export const isBrief = (text: string): boolean => text.trim().split(/\s+/u).length <= BRIEF_WORDS;

/** A seed asked by its subject alone. */
export const brieflyAsked = ({ language, topic }: Pick<CoreQuestion, 'language' | 'topic'>): string[] =>
  BRIEFLY[language].map((ask) => ask(topic));
