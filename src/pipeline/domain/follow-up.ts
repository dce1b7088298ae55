import { revisionOf } from './answer-revision.js';
import { anaphora, isConfirmation, isTalk, refersBack } from './anaphora.js';
import { withOtherNumber } from './reference-follow-up.js';
import { finalOf } from '../../text/korean/hangul-syllable.js';
import { withParticle } from '../../text/korean/korean-particle.js';
import { askingWords } from '../../text/english/function-words.js';

/** `아니 그거 말고 관리인이 누구냐고요`, `no, I meant on Sundays`: the last message was misunderstood. */
const OPENS =
  /^(?:(?:아니|아뇨|아니요|아니오|아닌데요|그게 아니라|그거 말고|그것 말고|그런 거 말고|그거 아니고|그게 아니고)[,.\s]{1,5}){1,3}(?:제 말은[,\s]{1,3})?|^(?:no|nope|not that|sorry)\b[,.\s]{1,5}(?:(?:not that|sorry)\b[,.\s]{1,5})?(?:i (?:meant|mean|was asking about|am asking about)\s{1,3})?|^(?:i (?:meant|was asking about))\s{1,3}/iu;
/** `직원 말고 교수요`, `not guests but members`: one thing in place of another. */
const INSTEAD =
  /^(\S{1,30})\s{1,3}(?:말고|아니고|아니라)[,\s]{1,3}(\S{1,30}?)(?:은|는|이|가)?(?:요|이요|예요)?[?？.!\s]{0,9}$/u;
const ENGLISH_INSTEAD = /^not (?:the )?([\p{L}-]{2,30}),?\s{1,3}(?:but )?(?:the )?([\p{L} -]{2,60}?)[?.!\s]{0,9}$/iu;
const MOST_CORRECTED_WORDS = 8;

/** The text of a correction without its opening; undefined for any other message. */
export function correctedTo(message: string): string | undefined {
  const rest = message.replace(OPENS, '').trim();
  if (rest === message.trim() || rest === '' || rest.split(/\s+/u).length > MOST_CORRECTED_WORDS) return undefined;
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

/** Openings that refer to an earlier message. */
const OPENING =
  /^(그럼|그러면|그러니까|그렇다면|그런데|근데|그리고|그거|그건|그것|그게|그때|그 경우|그중|이거|이건|이 경우|이때|거기|반대로|만약|만일|혹시|예외|또|then\b|and\b|but\b|so\b|what about\b|how about\b|what if\b|in that case\b|also\b|is (it|that|this)\b|does (it|that|this)\b|do (they|those|these)\b|are (they|those|these)\b|can (it|they|that)\b|who\?|when\?|where\?|why\?|how\?)/iu;
/** Openings that ask nothing themselves. */
const NAMES_ANOTHER = /^(?:(?:and|but|so|then)\b\s{0,3})?(?:what about|how about|what if)\b/iu;
/** Words that point to an earlier message. */
const POINTER =
  /(^|\s)(그|이|저|그것|이것|그거|이거|해당|위|앞의|it|its|they|them|their|that|those|these|this one|the same)(\s|은|는|이|가|을|를|도|의|에|$)/iu;
/** `신입생도 할 수 있나요?`: `도` (also) refers to the previous question. */
const ADDITIVE = /^\S{2,}도(\s|\?|$)/u;
/** Only a topic, no predicate: `대학원생은?`. */
const BARE_TOPIC = /^\S{1,60}(\s\S{1,60})?(은|는|이면|라면|요|도)?\s{0,20}[?？]{0,40}$/u;
/** `어학의 경우에는요?`, `휴학생은 어떤가요?`: the same question about something else. */
const ELSE_ASKED =
  /^(\S+?(?: \S+?){0,6}?)(?:(?:의|인|일|라는|라면)? 경우(?:에는|에|엔|는)?(?:요)?|(?:은|는) ?(?:요|(?=[?？])|어떤가요|어때요|어떻습니까|어떻게 (?:되나요|돼요|됩니까))|(?:이면|라면|이라면)(?:요)?| 쪽은(?:요)?)[?？.\s]*$/u;

const KOREAN_FORM_WORDS =
  /^(언제|언제까지|어디|어디서|누구|누가|무엇|뭐|무슨|어떤|어떻게|얼마|얼마나|몇|왜|하나요|하나|되나요|있나요|없나요|인가요|입니까|할|수|해야|하면|하려면|내야|있는|있습니까|됩니까|합니까|그럼|그러면|그리고|가능한가요)$/u;
const ENGLISH_FORM_WORDS = askingWords('large take happen happens apply use used explain');
/** The part of a message that asks. */
const ASKS =
  /(^|\s)(몇|며칠|얼마|언제|어디|누구|누가|무엇|뭐|무슨|어떤|어떻게|왜|what|when|where|who|which|why|how)|(나요|까요|니까|가요|는지|은지|인지|ㄴ지|예요|이에요)\S{0,60}$/iu;
/** More endings of the same kind, and `may I take money for it` without a question word. */
const ASKS_TOO =
  /(?:되요|돼요|있어요|없어요|받아요|해요|죠|나|냐고요)[?？\s]{0,20}$|\b(?:is|are|do|does|can|could|may|should|will) (?:I|it|they|we|you|she|he|that|this)\b/iu;
/** A longer message is self-contained. */
const MOST_WORDS = 6;
/** An English question with this many content words names its own topic. */
const NEW_QUESTION_WORDS = 3;
/** More own words than this make a new question in addition to the reference. */
const OWN_WORDS = 3;

function words(text: string): string[] {
  return text.split(/[\s,.;:!?？…"'()「」]+/u).filter((word) => word !== '');
}

/** Whether a message contains a question (`몇 년 걸려요?`) and does not only name another case (`대학원생은요?`). */
export function asksByItself(message: string): boolean {
  const rest = message.normalize('NFC').trim().replace(NAMES_ANOTHER, '');
  return ASKS.test(rest) || ASKS_TOO.test(rest);
}

/** Content words in order, as written. */
export function contentWords(text: string): string[] {
  return words(text).filter((word) => !KOREAN_FORM_WORDS.test(word) && !ENGLISH_FORM_WORDS.has(word.toLowerCase()));
}

/** Words that only ask for the same again: `그럼 어땠나요?`, `was it the same?`. */
const ASKS_AGAIN =
  /^(?:에는|은|는|요|그럼|그러면|그렇다면|그런데|근데|그리고|또|혹시|그건|그거|그때는?|기준(?:으로)?는?|어때\S*|어땠\S*|됐\S*|였\S*|이었\S*|그랬\S*|똑?같\S*|달랐\S*|different|ok(?:ay)?|like|well|too|as)$/iu;

/** Whether a message asks about nothing of its own. */
export const asksNothing = (message: string): boolean => contentWords(message).every((word) => ASKS_AGAIN.test(word));

/** Matches nothing: no openings in addition to the built-in ones. */
const NONE = /(?!)/u;

/**
 * Few content words and a pointer, an opening, or a bare topic: the question is incomplete without the previous one.
 * @param more openings in addition to the built-in ones
 */
export function isFollowUp(message: string, more: RegExp = NONE): boolean {
  const text = message.normalize('NFC').trim();
  const content = contentWords(text).length;
  if (content > MOST_WORDS) return false;
  if (OPENING.test(text) || more.test(text) || ADDITIVE.test(text)) return true;
  return (content <= 3 && POINTER.test(text)) || (content <= 1 && BARE_TOPIC.test(text));
}

/** Splits `졸업 준비 중인데요, 휴학은 언제까지 하나요? 알려 주세요!` into the text before the part that asks, and that part. */
function asking(question: string): { readonly before: string; readonly asks: string } {
  const parts = question.split(/(?<=[,.!?？])\s+/u);
  const at = parts.findLastIndex((part) => ASKS.test(part));
  if (at === -1) return { before: '', asks: question };
  return { before: parts.slice(0, at).join(' '), asks: parts[at] ?? '' };
}

const TOPIC_WORDS = 4;
const isTopic = (word: string): boolean => /[가-힣A-Za-z0-9]{2}(은|는)$/u.test(word) && !KOREAN_FORM_WORDS.test(word);

/**
 * The topic of a question. In Korean: the words up to the first topic particle of the part that asks. Otherwise: at most four content
 * words.
 */
function topic(question: string): string {
  const all = words(asking(question).asks);
  const marked = all.findIndex(isTopic);
  // The particle stays: it marks the topic for the search.
  const phrase = marked >= 0 ? all.slice(0, marked + 1) : contentWords(question);
  return phrase
    .filter((word) => !KOREAN_FORM_WORDS.test(word))
    .slice(0, TOPIC_WORDS)
    .join(' ');
}

const namesTopic = (word: string): boolean => isTopic(word) || /[가-힣]{2}면$/u.test(word);

/**
 * Whether a message names its own topic and asks about it, with no word that refers to an earlier message: `복학은 언제 신청해요?`,
 * `How long does a guest badge work?`.
 */
export function isSelfContained(message: string): boolean {
  const text = message.normalize('NFC').trim();
  if (!asksByItself(text) || isFollowUp(text) || refersBack(text) || isConfirmation(text)) return false;
  if (OPENING.test(text) || POINTER.test(text) || correctedTo(text) !== undefined) return false;
  const content = contentWords(text).length;
  return /[가-힣]/u.test(text) ? content >= 2 && words(text).some(namesTopic) : content >= NEW_QUESTION_WORDS;
}

const plain = (question: string): string => question.replace(/(?<![?？\s])[?？\s]+$/u, '');

/**
 * The previous question about another thing. In `수학계획서는 배점이 몇 점인가요?` the predicate has its own subject after the topic, so the new word
 * replaces the topic. `휴학 신청은 언제까지 하나요?` has only the matter itself, which stays.
 */
function askedAbout(element: string, previous: string): string {
  const { before, asks } = asking(previous);
  const all = asks.split(' ');
  const at = all.findIndex((word) => isTopic(word));
  const isAskedOf =
    all.slice(at + 1).some((word) => /[가-힣](?:이|가|을|를)$/u.test(word) && !ASKS.test(word)) || matterOf(all) !== '';
  const named = finalOf(element) >= 0 ? withParticle(element, 'topic') : element;
  if (at === -1 || !isAskedOf) return `${plain(previous)} ${named}?`;
  return [before, matterOf(all), named, ...all.slice(at + 1)].filter((part) => part !== '').join(' ');
}

/** `농기계 빌리기에서 신청인은 무엇을 하나요?`: the words before the topic that name its matter; '' without them. */
function matterOf(all: readonly string[]): string {
  const at = all.findIndex((word) => isTopic(word));
  const before = all.slice(0, Math.max(0, at));
  return /(?:에서|에게|에|의)$/u.test(before.at(-1) ?? '') ? before.join(' ') : '';
}

/** The parts of a message that name no earlier question. */
const ownParts = (message: string): string =>
  message
    .split(/(?<=[,.!?？])\s+/u)
    .filter((part) => !refersBack(part))
    .join(' ');

/** The own words of a message: without words about the conversation and without words of the questions that it refers to. */
function said(message: string, to: readonly string[]): string {
  // A new question in addition to the reference stays unchanged.
  const own = ownParts(message);
  if (contentWords(own).length > OWN_WORDS && own !== message && ASKS.test(own)) return own;
  const known = to.flatMap(words).map((word) => word.toLowerCase());
  const isKnown = (word: string) =>
    word.length > 1 && known.some((one) => one.startsWith(word.replace(/[을를이가은는의로]$/u, '').toLowerCase()));
  return message
    .split(/\s+/u)
    .filter((token) => words(token).every((word) => !isTalk(word) && !isKnown(word)))
    .join(' ')
    .replace(OPENING, '')
    .trim();
}

/** `그럼 휴학생의 경우에는요?` with a reference: the other thing that the message asks about. */
function elseAsked(message: string): string | undefined {
  const parts = ownParts(message).replace(/^\S*말인데요,?\s*/u, '');
  return ELSE_ASKED.exec(parts.replace(OPENING, '').trim())?.[1];
}

function backTo(message: string, { to, compares }: { to: readonly string[]; compares: boolean }): string {
  const rest = (compares ? addedIn(message) : undefined) ?? said(message, to);
  const base = to.map(plain).join(', ');
  const own = contentWords(rest).length;
  const element = compares ? undefined : elseAsked(message);
  if (element !== undefined) return askedAbout(element, to.at(-1) ?? '');
  if (own === 0) return `${base}?`;
  if (isConfirmation(message)) return `${base}?`;
  if (own > OWN_WORDS && !compares && ASKS.test(rest)) return `${topic(to.at(-1) ?? '')} ${rest}`;
  return `${base}, ${rest}`;
}

/**
 * A follow-up as a self-contained question. `그럼 대학원생은?` after `휴학 신청은 언제까지 하나요?` has no predicate and takes the whole question;
 * `어떤 서류를 내야 하나요?` has its own and takes the topic. `처음에 여쭤본 것` and `방금 말씀하신 게` are replaced by the questions that they refer to, and so is
 * a confirmation. Other messages do not change.
 * @param earlier the completed questions of the conversation, oldest first
 * @param more openings of follow-ups in addition to the built-in ones
 */
export function completeFollowUp(message: string, earlier: readonly string[], more: RegExp = NONE): string {
  const previous = earlier.at(-1);
  if (previous === undefined) return message;
  // A message about the last answer maps to the question of that answer.
  if (revisionOf(message) !== undefined) return previous;
  const asked = message.normalize('NFC').trim();
  const other = withOtherNumber(asked, previous) ?? withInstead(asked, previous);
  if (other !== undefined) return other;
  const correction = correctedTo(asked);
  if (correction !== undefined) return corrected(correction, previous);
  const text = asked;
  const reference = anaphora(text, earlier, contentWords);
  if (reference.to.length > 0) return backTo(text, reference);
  const opening = OPENING.test(text) ? OPENING : more;
  const rest = text.replace(opening, '').replace(/^[\s,]+/u, '');
  if (OPENING.test(text) && isConfirmation(text) && contentWords(said(rest, [])).length <= MOST_WORDS)
    return confirmed(rest, previous);
  if (!isFollowUp(message, more)) return message;
  const element = ELSE_ASKED.exec(rest)?.[1];
  if (element !== undefined) return askedAbout(element, previous);
  const bare = rest === '' || (contentWords(rest).length <= 1 && BARE_TOPIC.test(rest));
  const context = bare ? plain(previous) : topic(previous);
  return context === '' ? message : `${context} ${rest === '' ? message : rest}`.trim();
}

/** `how does that compare with what the fee is?`: the part that is new. */
const COMPARED_WITH = /\bcompare[sd]? (?:with|to) (.{1,300})$/iu;

/** The question that a comparison adds, as written; undefined if it only refers to earlier ones. */
function addedIn(message: string): string | undefined {
  const added = COMPARED_WITH.exec(message)?.[1];
  return added === undefined || refersBack(added) ? undefined : added;
}

/**
 * The questions that a comparison asks: those that it refers to, and the one that it adds. `방금 여쭤본 것과 비교해서, 기간은 몇 개월인지도 알려 주세요` is
 * answered only by both answers.
 * @param earlier the completed questions of the conversation, oldest first
 * @returns undefined if the message compares nothing, or only one question is left
 */
export function comparedQuestions(message: string, earlier: readonly string[]): readonly string[] | undefined {
  const text = message.normalize('NFC').trim();
  const { to, compares } = anaphora(text, earlier, contentWords);
  if (!compares || to.length === 0) return undefined;
  const own = addedIn(text) ?? said(text, to);
  const all = contentWords(own).length === 0 ? to : [...to, own];
  return all.length === 1 ? undefined : all;
}

/** `관리인요?` names 관리인; `개요` is a word. */
const nameIn = (meant: string): string =>
  meant.replace(/(?<![?？.!\s])[?？.!\s]+$/u, '').replace(/(?<=[가-힣]{2})(?:이요|요|예요)$/u, '');

/** The corrected question, with the matter of the previous question (`농기계 빌리기에서`). A name alone replaces the name in the question. */
function corrected(meant: string, previous: string): string {
  const element = ELSE_ASKED.exec(meant)?.[1] ?? (contentWords(meant).length <= 1 ? nameIn(meant) : undefined);
  if (element !== undefined && !asksByItself(meant)) return askedAbout(element, previous);
  const matter = matterOf(asking(previous).asks.split(' '));
  return matter === '' ? `${plain(previous)}, ${meant}` : `${matter} ${meant}`;
}

/** `30일이라는 거죠?` says a value that the previous question asked for. A confirmation about another audience keeps that audience. */
function confirmed(rest: string, previous: string): string {
  const ownWords = words(said(rest, [previous]));
  const others = ownWords.filter((word, i) => {
    // `30 days`: the word after a number is its unit; `10회 이상`: a bound.
    const isUnit = /^\d[\d,.]*$/u.test(ownWords[i - 1] ?? '') || /^(?:이상|이하|이내|미만|초과|전|후|안)/u.test(word);
    const isValue = /\d/u.test(word) || isUnit;
    return !isValue && contentWords(word).length > 0;
  });
  return others.length === 0 ? previous : `${plain(previous)}, ${rest}`;
}

/** The question or questions that a message depends on: those that it refers to, otherwise the previous one. */
export function leanedOn(message: string, earlier: readonly string[]): string | undefined {
  const { to } = anaphora(message.normalize('NFC').trim(), earlier, contentWords);
  return to.length === 0 ? earlier.at(-1) : to.join(' ');
}
