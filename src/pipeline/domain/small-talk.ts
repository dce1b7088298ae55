import { halfWidth } from '../../text/folded-text.js';

/** Kinds of messages that ask nothing of the documents. */
export type SmallTalk = 'greeting' | 'thanks' | 'farewell' | 'identity' | 'assent' | 'fragment' | 'calculation';

/** Whole messages that ask nothing: `네`, `no`, `sure`. */
const ASSENT =
  /^(?:네+|넵|넹|예|응|어|ㅇㅇ|ㅇㅋ|ㄴㄴ|오케이|알겠(?:어요?|습니다)|좋아요?|좋습니다|맞아요?|맞습니다|그래요?|그렇군요|그렇구나|아니요?|아뇨|아니오|아닙니다|글쎄요?|아마도?|yes|yeah|yep|yup|no|nope|nah|ok|okay|sure|fine|right|correct|maybe|perhaps|true|false|alright|all right|i see|got it|of course)(?:[\s,.!~]{1,3}(?:네+|예|응|yes|no|ok|okay|please))?[\s.!~…?？]{0,9}$/iu;
/** Whole messages that are fragments without content. */
const FRAGMENT =
  /^(?:계속(?:해(?:요|줘|주세요)?)?|더|더요|다음|또|또요|음+|흠+|저기요?|저|그|그리고요?|그래서요?|근데요?|그런데요?|있잖아요?|잠깐만요?|잠시만요?|테스트|여기요?|continue|go on|keep going|more|next|again|and|so|but|then|um+|uh+|er+|well|hm+|wait|test|testing|anything|something|please)[\s.!~…?？]{0,9}$/iu;
/** One or two letters, or one letter repeated: `ㅋㅋㅋ`, `aaaa`, `x`. */
const NO_WORD = /^(?:[a-z]|[ㄱ-ㅎㅏ-ㅣ]{1,20}|(\p{L})\1{2,30})[\s.!~…?？]{0,9}$/u;
const SUM = String.raw`\d[\d.,]{0,15}(?:\s{0,3}(?:[+*×÷^]|\s[-/]\s|plus|minus|times|multiplied by|divided by|더하기|빼기|곱하기|나누기)\s{0,3}\d[\d.,]{0,15}){1,9}`;
/** `1+1은?`, `what is 7 times 8`: numbers and nothing else. */
const CALCULATION = new RegExp(
  `^(?:what(?:'s| is)|how much is|calculate|그럼|그러면|혹시)?\\s{0,3}${SUM}\\s{0,3}(?:=|은|는|이|가|을|를)?\\s{0,3}(?:얼마\\S{0,5}|뭐\\S{0,5}|몇\\S{0,5}|계산해\\S{0,5}|이?죠|이?야|이?에요)?[\\s.?？=]{0,9}$`,
  'iu',
);
const THANKS = /고마|고맙|감사|땡큐|ㄱㅅ|\b(?:thanks?|thank you|thx|cheers|appreciated?)\b/iu;
const FAREWELL = /안녕히|잘 ?(?:가|자|있어)|수고|이만|\b(?:bye|goodbye|see you|good night|take care)\b/iu;
const IDENTITY =
  /누구|이름|챗봇|봇(?:이|인)|사람(?:이|인|이랑)|할 수 있|뭐 ?(?:해|할)|뭘 ?(?:해|할)|\bwho (?:are|made|built)\b|\byour name\b|\bare you\b|\b(?:what|how) (?:can|do|could) you\b|\bcan you help\b/iu;

/** Whether a message is only an assent, a calculation or a fragment without content, so that there is nothing to search for. */
export function asksNothing(message: string): boolean {
  const text = halfWidth(message.normalize('NFC')).trim();
  return ASSENT.test(text) || FRAGMENT.test(text) || NO_WORD.test(text) || CALCULATION.test(text);
}

/** The kind of small talk of a message that the intent rules classify as such. */
export function smallTalkOf(message: string): SmallTalk {
  const text = halfWidth(message.normalize('NFC')).trim();
  if (!/[\p{L}\p{N}]/u.test(text)) return 'fragment';
  if (CALCULATION.test(text)) return 'calculation';
  if (ASSENT.test(text)) return 'assent';
  if (FRAGMENT.test(text) || NO_WORD.test(text)) return 'fragment';
  if (THANKS.test(text)) return 'thanks';
  if (FAREWELL.test(text)) return 'farewell';
  return IDENTITY.test(text) ? 'identity' : 'greeting';
}
