import { CoreQuestion } from './core-question.js';

/** `휴학·복학 규정의 일반휴학`; a word at the end of the title is not repeated: `해온대학교 학칙의 개정`. */
export function fullTopic({ documentTitle, topic }: Pick<CoreQuestion, 'documentTitle' | 'topic'>): string {
  const last = documentTitle.split(' ').at(-1) ?? '';
  const own = topic.startsWith(`${last}의 `) ? topic.slice(last.length + 2) : topic;
  return `${documentTitle}의 ${own}`;
}
