import { withParticle } from '../../../text/korean/korean-particle.js';
import { Persona } from '../../personas/domain/persona.js';
import { QuestionKind } from '../../domain/question.js';
import { SeededRandom } from '../../domain/seeded-random.js';
import { CoreQuestion, QuestionForms } from './core-question.js';
import * as phrases from './voice-phrases.js';
import { Fit } from './voice-phrases.js';
import { onOneLine } from '../../../text/folded-text.js';

/** The content of a question for a voice: the questions, their topic, and how plainly. */
export interface Speech {
  readonly kind: QuestionKind;
  readonly language: 'en' | 'ko';
  /** What the question is about besides its own words; empty for nothing. */
  readonly topic: string;
  /** The topic is the body that an office or a committee belongs to; it precedes the question. */
  readonly isOwner?: boolean;
  readonly forms: readonly QuestionForms[];
  readonly slot: CoreQuestion['slot'];
  /** The requested value; a vague question names its type, never the value. */
  readonly fact?: string | undefined;
  /** The sentences about the person that fit the question; undefined: those that fit every question. */
  readonly fits?: readonly Fit[] | undefined;
}

/** The kinds of sentences about the person that fit a question about a seed. */
export function fitsOf({ asks, language, forms }: Pick<CoreQuestion, 'asks' | 'language' | 'forms'>): readonly Fit[] {
  const isOwn =
    language === 'ko'
      ? KOREAN_OWN.test(forms.polite) && !OF_ANOTHER.test(forms.polite)
      : /\b(?:I|my|me)\b/u.test(forms.embedded);
  if (!isOwn) return ['any'];
  if (asks === 'deadline') return ['any', 'own', 'time'];
  if (asks === 'may' || asks === 'consequence') return ['any', 'own', 'fault'];
  return ['any', 'own'];
}

/** What somebody does or gets: `휴학하려면`, `신청해야`, `받을 수 있`, `안 내면 어떻게 되`. */
const KOREAN_OWN =
  /려면 |해도 되|면 어떻게 되|(?:내야|따야|들어야|나와야|신청해야|돌려줘야|등록해야) |(?:받을|신청할|들을|빌릴|쓸) 수 있/u;

/** `교수가 연구계획을 바꾸려면`: the question is about somebody else. */
const OF_ANOTHER = /(?:^|\s)(?:교수|교원|직원|강사|조교|학생)[가이은는] /u;

const isFit = (speech: Speech, fit: Fit): boolean => (speech.fits ?? ['any']).includes(fit);

/** One of the phrases that fit the question. */
const fitting = (
  speech: Speech,
  phrases_: readonly { readonly fits: Fit; readonly text: string }[],
  random: SeededRandom,
) => random.pick(phrases_.filter(({ fits }) => isFit(speech, fits)))?.text ?? '';

/**
 * A persona's own opening: `저 이번에 입학했는데요, `, `아직 잘 몰라서요, `; empty if the chosen word is not an opening. What people say of their
 * own situation precedes only a question about a matter of their own.
 */
function openingOf(persona: Persona, speech: Speech, random: SeededRandom): string {
  if (!isFit(speech, 'own')) return '';
  const words = persona.vocabulary.filter((w) => w.includes(' ') || w === '혹시');
  const word = random.below(2) === 0 ? random.pick(words) : undefined;
  if (word === undefined) return '';
  if (word === '혹시') return '혹시 ';
  if (/(?:습니다|됩니까|니까|다|막막해요)$/u.test(word)) return `${word}${/까$/u.test(word) ? '?' : '.'} `;
  if (/(?:데요|서요|요)$/u.test(word) && !/주세요$|돼요$|까요$/u.test(word)) return `${word}, `;
  return /(?:인데|중인데)$/u.test(word) ? `${word}요, ` : /(?:워져서|아파서)$/u.test(word) ? `${word}요. ` : '';
}

function koreanForm(forms: QuestionForms, persona: Persona, random: SeededRandom): string {
  const indirect = {
    casual: `${forms.embedded} 아세요?`,
    polite: `${forms.embedded} 알 수 있을까요?`,
    formal: `${forms.embedded} 확인 부탁드립니다.`,
    anxious: `${forms.embedded} 좀 알려 주세요.`,
    angry: `${forms.embedded} 정확히 답해 주십시오.`,
  }[persona.tone];
  const direct = {
    casual: random.below(2) === 0 ? forms.casual : forms.polite,
    polite: forms.polite,
    formal: forms.formal,
    anxious: forms.polite,
    angry: random.below(2) === 0 ? forms.formal : forms.casual,
  }[persona.tone];
  return random.below(3) === 0 ? indirect : direct;
}

function koreanText(speech: Speech, persona: Persona, random: SeededRandom): string {
  const { topic } = speech;
  const [first, second] = speech.isOwner === true ? speech.forms.map((form) => owned(form, topic)) : speech.forms;
  if (first === undefined) return '';
  const isMoved = speech.kind === 'emotional';
  const feeling = isMoved ? fitting(speech, phrases.KOREAN_FEELINGS[persona.tone], random) : '';
  const opening = feeling !== '' ? `${feeling} ` : random.below(3) === 0 ? openingOf(persona, speech, random) : '';
  const isNamed = topic !== '' && speech.isOwner !== true;
  const frame = (random.pick(phrases.KOREAN_FRAMES[persona.tone]) ?? '').replace('{t}', topic);
  // After a sentence about the person the subject is only named.
  const named = !isNamed ? '' : opening === '' ? frame : `${topic} 관련해서 `;
  if (speech.kind === 'ambiguous' && topic !== '') return `${opening}${vaguely(speech, topic, persona)}`;
  if (second !== undefined)
    return `${opening}${named}${first.embedded}, 그리고 ${withoutOwner(second.embedded, speech)} 같이 ${asks(persona)}`;
  const said = koreanForm(first, persona, random);
  const isRequest = /주세요\.$|부탁드립니다\.$|주십시오\.$|알 수 있을까요\?$/u.test(said);
  const closing = isRequest || isMoved ? '' : fitting(speech, phrases.KOREAN_CLOSINGS[persona.tone], random);
  return `${opening}${named}${said}${closing}`;
}

/** The second of two questions names their body no more. */
const withoutOwner = (embedded: string, { isOwner, topic }: Speech): string =>
  isOwner === true && embedded.startsWith(`${topic} `) ? embedded.slice(topic.length + 1) : embedded;

/** `위원 임기는 몇 년` of one of many bodies: `미래교육원 위원 임기는 몇 년`. */
function owned(form: QuestionForms, owner: string): QuestionForms {
  // `정보화조정위원회 위원회의 사무는` says the committee twice.
  const place = /(?<body>위원회|협의회|센터|연구소)$/u.exec(owner)?.groups?.['body'] ?? '-';
  const of = (text: string) => {
    if (text.startsWith(`${place}의 `)) return `${owner} ${text.slice(place.length + 2)}`;
    return text.startsWith(place) ? `${owner}${text.slice(place.length)}` : `${owner} ${text}`;
  };
  return { polite: of(form.polite), formal: of(form.formal), casual: of(form.casual), embedded: of(form.embedded) };
}

/** Titles that make a vague question clear, by the type of the value. */
const VAGUE_ASKS: readonly (readonly [slots: readonly CoreQuestion['slot'][], title: RegExp, ask: string])[] = [
  [['deadline', 'duration'], /(?:기간|기한|시기|시간)$/u, '얼마나 되'],
  [['deadline'], /(?:신청|신고|제출|등록|납부|청구|통보|접수|반납)$/u, '언제까지 해야 하'],
  [['duration'], /(?:휴학|휴직|휴가|파견|정지|연장|대출|보존|보관|유예|연구년)$/u, '얼마 동안이'],
  [['amount'], /(?:[비료금액]|수당|장학금|여비)$/u, '얼마나 되'],
  [['count', 'score', 'share'], /(?:학점|점수|배점|비율|횟수|책수|성적|평점)$/u, '얼마나 되'],
  [['people'], /(?:정원|인원)$/u, '몇 명이'],
];

/** The question for a title alone, as a stem before `나요` and `는지`; undefined if it would be unclear. */
export const vagueAsk = (topic: string, slot: CoreQuestion['slot']): string | undefined =>
  VAGUE_ASKS.find(([slots, title]) => slots.includes(slot) && title.test(topic))?.[2];

/** A person who names only the subject. */
function vaguely({ slot }: Speech, topic: string, persona: Persona): string {
  const ask = vagueAsk(topic, slot) ?? '어떻게 되';
  const isNoun = ask.endsWith('이');
  const stem = isNoun ? ask.slice(0, -1) : ask;
  if (isFormal(persona)) return `${withParticle(topic, 'topic')} ${stem}${isNoun ? '인' : '는'}지 확인 부탁드립니다.`;
  return `${withParticle(topic, 'topic')} ${stem}${isNoun ? '인가' : '나'}요?`;
}

const isFormal = (persona: Persona): boolean => persona.tone === 'formal' || persona.tone === 'angry';

function asks(persona: Persona): string {
  return { casual: '알려 주실 수 있어요?', polite: '알려 주시겠어요?', formal: '안내해 주시기 바랍니다.' }[
    persona.tone === 'anxious' || persona.tone === 'casual' ? 'casual' : persona.tone === 'polite' ? 'polite' : 'formal'
  ];
}

function englishText(speech: Speech, persona: Persona, random: SeededRandom): string {
  const [first, second] = speech.forms;
  if (first === undefined) return '';
  const isMoved = speech.kind === 'emotional';
  const carrier = random.pick(phrases.ENGLISH_CARRIERS[persona.tone]) ?? '{q}?';
  const frame = random.pick(phrases.ENGLISH_FRAMES[persona.tone]) ?? '';
  // After a sentence about the person the subject is only named.
  const named = isMoved ? "It's about {t}. " : frame;
  const led = speech.topic === '' ? '' : named.replace('{t}', lowerFirst(speech.topic));
  if (speech.kind === 'ambiguous') {
    const isRepeated = speech.fact?.startsWith('every ') === true;
    const vague = isRepeated ? 'how often is it' : (phrases.ENGLISH_VAGUE[speech.slot] ?? 'what is the rule');
    return capital(
      `${(random.pick(phrases.ENGLISH_VAGUE_FRAMES) ?? '').replace('{t}', lowerFirst(speech.topic))}${vague}?`,
    );
  }
  // A form that ends with its question mark is asked directly: two times of three, and always after a colon.
  const isOften = random.below(3) > 0;
  const isDirect = second === undefined && first.polite.endsWith('?') && (isOften || led.endsWith(': '));
  const both = second === undefined ? first.embedded : `${first.embedded}, and ${second.embedded}`;
  // `for how long records are kept` is how documents put it.
  const asked = both.replace(/\bfor how long\b/gu, 'how long');
  const said = isDirect ? first.polite : carrier.replace('{q}', asked);
  const feeling = isMoved ? `${fitting(speech, phrases.ENGLISH_FEELINGS, random)} ` : '';
  return `${feeling}${led}${led.endsWith(': ') ? lowerFirstWord(said) : capital(said)}`;
}

/** `Who looks over it` after a colon; a name and `I` keep their capital. */
const lowerFirstWord = (text: string): string =>
  text.replace(
    /^(?:How|What|When|Where|Which|Who|Whose|Why|Am|Are|Can|Could|Do|Does|Is|Must|May|Should|Will|Would|Any|Please)\b/u,
    (word) => word.toLowerCase(),
  );

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `Argon2id parameters`, `DNS zones` keep their capital; `Backup retention` in a sentence does not. */
export function lowerFirst(title: string): string {
  if (/, [A-Z]/u.test(title)) return title;
  if (/^(?:How|What|When|Why|Who|The|An?|Default|[A-Z][a-z]+-[a-z]+)\b/u.test(title))
    return title.charAt(0).toLowerCase() + title.slice(1);
  return /^[A-Z][a-z]+(?:\s|$|,)/u.test(title) && !/^[A-Z][a-z]+ (?:[A-Z])/u.test(title)
    ? title.charAt(0).toLowerCase() + title.slice(1)
    : title;
}

/** The questions in the words of this persona. The same random sequence gives the same words. */
export function inVoice(speech: Speech, persona: Persona, random: SeededRandom): string {
  const text = speech.language === 'ko' ? koreanText(speech, persona, random) : englishText(speech, persona, random);
  return onOneLine(text);
}
