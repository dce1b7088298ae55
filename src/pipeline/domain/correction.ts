/** `아니 그거 말고 관리인이 누구냐고요`, `no, I meant on Sundays`: the last message was misunderstood. */
const OPENS =
  /^(?:(?:아니|아뇨|아니요|아니오|아닌데요|그게 아니라|그거 말고|그것 말고|그런 거 말고|그거 아니고|그게 아니고)[,.\s]{1,5}){1,3}(?:제 말은[,\s]{1,3})?|^(?:no|nope|not that|sorry)\b[,.\s]{1,5}(?:(?:not that|sorry)\b[,.\s]{1,5})?(?:i (?:meant|mean|was asking about|am asking about)\s{1,3})?|^(?:i (?:meant|was asking about))\s{1,3}/iu;
/** `직원 말고 교수요`, `not guests but members`: one thing in place of another. */
const INSTEAD =
  /^(\S{1,30})\s{1,3}(?:말고|아니고|아니라)[,\s]{1,3}(\S{1,30}?)(?:은|는|이|가)?(?:요|이요|예요)?[?？.!\s]{0,9}$/u;
const ENGLISH_INSTEAD = /^not (?:the )?([\p{L}-]{2,30}),?\s{1,3}(?:but )?(?:the )?([\p{L} -]{2,60}?)[?.!\s]{0,9}$/iu;
const MOST_WORDS = 8;

/** The text of a correction without its opening; undefined for any other message. */
export function correctedTo(message: string): string | undefined {
  const rest = message.replace(OPENS, '').trim();
  if (rest === message.trim() || rest === '' || rest.split(/\s+/u).length > MOST_WORDS) return undefined;
  return rest;
}

/** The previous question with one thing in place of another; undefined if the question does not name the other thing. */
export function withInstead(message: string, previous: string): string | undefined {
  const text = correctedTo(message) ?? message;
  const [, wrong, right] = INSTEAD.exec(text) ?? ENGLISH_INSTEAD.exec(text) ?? [];
  if (wrong === undefined || right === undefined) return undefined;
  const at = previous.toLowerCase().indexOf(wrong.toLowerCase());
  return at === -1 ? undefined : `${previous.slice(0, at)}${right}${previous.slice(at + wrong.length)}`;
}
