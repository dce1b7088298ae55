import { withParticle } from '../../../text/korean/korean-particle.js';
import { Persona } from '../../personas/domain/persona.js';
import { QuestionKind } from '../../domain/question.js';
import { SeededRandom } from '../../domain/seeded-random.js';
import { CoreQuestion, QuestionForms } from './core-question.js';
import * as phrases from './voice-phrases.js';
import { onOneLine } from '../../../text/folded-text.js';

/** The content of a question for a voice: the questions, their topic, and how plainly. */
export interface Speech {
  readonly kind: QuestionKind;
  readonly language: 'en' | 'ko';
  readonly topic: string | undefined;
  readonly forms: readonly QuestionForms[];
  readonly slot: CoreQuestion['slot'];
  /** The requested value; a vague question names its type, never the value. */
  readonly fact?: string | undefined;
}

/** A persona's own opening: `저 이번에 입학했는데요, `, `아직 잘 몰라서요, `; empty if the chosen word is not an opening. */
function openingOf(persona: Persona, random: SeededRandom): string {
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
  const opening = openingOf(persona, random);
  const [first, second] = speech.forms;
  if (first === undefined) return '';
  const { topic } = speech;
  const closing = random.pick(phrases.KOREAN_CLOSINGS[persona.tone]) ?? '';
  const frame = (random.pick(phrases.KOREAN_FRAMES[persona.tone]) ?? '').replace('{t}', topic ?? '');
  const led = topic === undefined ? opening : opening === '혹시 ' ? frame : `${opening}${frame}`;
  if (speech.kind === 'ambiguous' && topic !== undefined) {
    return `${opening}${vaguely(speech, topic, persona)}${closing}`;
  }
  if (second !== undefined) return `${led}${first.embedded}, 그리고 ${second.embedded} 같이 ${asks(persona)}`;
  const feeling = speech.kind === 'emotional' ? `${random.pick(phrases.KOREAN_FEELINGS[persona.tone]) ?? ''} ` : '';
  const said = koreanForm(first, persona, random);
  const isRequest =
    /주세요\.$|부탁드립니다\.$|주십시오\.$/u.test(said) || (/알 수 있을까요\?$/u.test(said) && / 알려 /u.test(closing));
  return `${feeling}${feeling === '' ? led : frame === '' || topic === undefined ? '' : frame}${said}${isRequest ? '' : closing}`;
}

/** A person who knows that the thing exists, but not its name. */
function vaguely({ slot, fact = '' }: Speech, topic: string, persona: Persona): string {
  const counted = slot === 'count' ? phrases.KOREAN_COUNTED.find(([unit]) => unit.test(fact))?.[1] : undefined;
  const vague = withParticle(counted ?? phrases.KOREAN_VAGUE[slot] ?? '기준 같은 것', 'subject');
  if (isFormal(persona))
    return `정확한 말은 모르겠습니다만 ${topic} 쪽에 ${vague} 정해져 있다고 들었는데, ${slot === 'who' ? '그곳이 어디입니까' : '그게 어떻게 됩니까'}?`;
  return `정확한 말은 모르겠는데 ${topic} 쪽에 ${vague} 정해져 있다던데, ${slot === 'who' ? '거기가 어디인가요' : '그게 어떻게 되나요'}?`;
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
  const carrier = random.pick(phrases.ENGLISH_CARRIERS[persona.tone]) ?? '{q}?';
  const frame = random.pick(phrases.ENGLISH_FRAMES[persona.tone]) ?? '';
  const led = speech.topic === undefined ? '' : frame.replace('{t}', lowerFirst(speech.topic));
  if (speech.kind === 'ambiguous') {
    const isRepeated = speech.fact?.startsWith('every ') === true;
    const vague = isRepeated ? 'an interval' : (phrases.ENGLISH_VAGUE[speech.slot] ?? 'a rule');
    return `I do not know the right word, but for ${lowerFirst(speech.topic ?? '')} there is supposed to be ${vague}. What is it?`;
  }
  const asked = second === undefined ? first.embedded : `${first.embedded}, and ${second.embedded}`;
  const said = carrier.replace('{q}', asked);
  const feeling = speech.kind === 'emotional' ? `${random.pick(phrases.ENGLISH_FEELINGS) ?? ''} ` : '';
  return `${feeling}${led === '' || /: $/u.test(led) ? led + capital(said) : led + said}`.replace(/^./u, (c) =>
    c.toUpperCase(),
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `Argon2id parameters`, `DNS zones` keep their capital; `Backup retention` in a sentence does not. */
export function lowerFirst(title: string): string {
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
