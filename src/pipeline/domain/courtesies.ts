import { halfWidth } from '../../text/folded-text.js';

const BETWEEN = String.raw`[\s,.!~^:;ㅎㅋㅠㅜ-]`;

/** Greetings, thanks and apologies at the start of a message; each is followed by a space or a mark. */
const OPENINGS = [
  String.raw`안녕(?:하세요|하십니까|하세여|들\s?하세요)?`,
  String.raw`(?:하이|헬로|실례합니다|저기요|여보세요|반갑습니다|반가워요?)`,
  String.raw`(?:수고|고생)\s?(?:하십니다|하세요|많으세요|많으십니다|하셨습니다|많으셨습니다)`,
  String.raw`좋은\s(?:아침|하루|저녁|오후)(?:입니다|이에요|예요|이네요)?`,
  String.raw`(?:정말\s|너무\s)?(?:고마워요?|고맙습니다|감사합니다|감사해요|감사드립니다)`,
  String.raw`(?:죄송|미안)(?:합니다|하지만|한데요?|해요|하네요)`,
  String.raw`(?:hi|hello|hey|howdy|greetings|good\s(?:morning|afternoon|evening|day))(?:\s(?:there|all|team|everyone|guys|folks))?`,
  String.raw`(?:thanks?|thank\syou|thx|cheers)(?:\s(?:a\slot|so\smuch|very\smuch|again|mate))?`,
  String.raw`(?:sorry(?:\sto\sbother(?:\syou)?)?|excuse\sme)`,
].join('|');
/** Words that can also begin a question (`great circle`): a mark follows them. */
const EXCLAMATIONS = String.raw`(?:ok(?:ay)?|great|nice|cool|wow|haha|lol|hmm?|ugh|well|아|네|넵|예|음)\s?[,.!~]`;
const OPENING = new RegExp(`^(?:(?:${OPENINGS})(?![\\p{L}\\p{N}'’])|${EXCLAMATIONS})${BETWEEN}{0,9}`, 'iu');
const CLOSING = new RegExp(
  String.raw`[\s,.!?~]\s{0,5}(?:감사합니다|감사해요|감사드립니다|고맙습니다|고마워요?|(?:잘\s)?부탁\s?(?:드립니다|드려요|드릴게요|합니다|해요)|수고하세요|thanks?(?:\s(?:a\slot|so\smuch|in\sadvance|again))?|thank\syou(?:\s(?:so\smuch|very\smuch|in\sadvance))?|thx|cheers|please\shelp(?:\sme)?|(?:can|could)\syou\s(?:please\s)?help(?:\sme)?(?:\splease)?|help\splease)[\s.!?~^ㅎㅠㅜ]{0,9}$`,
  'iu',
);

const MOST_COURTESIES = 4;

/**
 * A message without the greetings, thanks and apologies around it: `안녕하세요, 휴학은 언제까지 신청하나요? 감사합니다` is
 * `휴학은 언제까지 신청하나요?`. They ask nothing, and their words are in no document that answers.
 * @returns the rest; empty for a message of courtesies alone, and the message itself if it has none
 */
export function withoutCourtesies(message: string): string {
  const text = halfWidth(message.normalize('NFC')).trim();
  let rest = text;
  for (let i = 0; i < MOST_COURTESIES; i++) {
    const shorter = rest.replace(OPENING, '');
    if (shorter === rest) break;
    rest = shorter.trimStart();
  }
  const closing = CLOSING.exec(rest);
  if (closing !== null) {
    const question = /[?!.]/u.test(rest.charAt(closing.index)) ? closing.index + 1 : closing.index;
    rest = rest.slice(0, question).trimEnd();
  }
  return rest === text ? message : rest;
}
