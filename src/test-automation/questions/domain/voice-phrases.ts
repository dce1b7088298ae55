import { Persona } from '../../personas/domain/persona.js';

type Tone = Persona['tone'];
type Phrases = Readonly<Record<Tone, readonly string[]>>;

/** `{t}` is the topic. */
export const KOREAN_FRAMES: Phrases = {
  casual: ['{t} 관련해서요, ', '{t} 관련해서 궁금한 게 있는데요, '],
  polite: ['{t} 관련해서 여쭤봅니다. ', '{t} 알아보고 있는데요, '],
  formal: ['{t} 관련하여 문의드립니다. ', '{t}에 관해 여쭙겠습니다. '],
  anxious: ['{t} 때문에 여쭤봐요. ', '{t} 관련해서 급하게 여쭤봐요. '],
  angry: ['{t} 관련해서 묻겠습니다. ', '{t} 말인데요, '],
};

/**
 * The questions that a sentence about the person fits: every one, one about a matter of their own, something that has to be done in time, or
 * something that may have been done wrong.
 */
export type Fit = 'any' | 'own' | 'time' | 'fault';
interface Fitted {
  readonly fits: Fit;
  readonly text: string;
}
type FittedPhrases = Readonly<Record<Tone, readonly Fitted[]>>;

const FEELINGS_POLITE: readonly Fitted[] = [
  { fits: 'any', text: '여기저기 물어봐도 말이 달라서 속상해요.' },
  { fits: 'any', text: '아무리 찾아봐도 안 나와서 답답해요.' },
  { fits: 'fault', text: '이러다 불이익을 받을까 봐 걱정이에요.' },
  { fits: 'time', text: '시간이 얼마 없어서 마음이 급해요.' },
  { fits: 'time', text: '혹시 이미 늦은 건 아닌지 불안해요.' },
  { fits: 'own', text: '어디부터 손대야 할지 몰라서 막막해요.' },
];
const FEELINGS_FORMAL: readonly Fitted[] = [
  { fits: 'any', text: '부서마다 설명이 달라 난감한 상황입니다.' },
  { fits: 'any', text: '여러 차례 문의했으나 답을 받지 못해 답답합니다.' },
  { fits: 'fault', text: '착오가 생길까 몹시 염려됩니다.' },
  { fits: 'time', text: '일정이 촉박하여 마음이 급합니다.' },
];
const FEELINGS_ANGRY: readonly Fitted[] = [
  { fits: 'any', text: '물어볼 때마다 말이 달라서 더는 못 참겠습니다.' },
  { fits: 'any', text: '아무도 제대로 알려 주지 않아서 정말 화가 납니다.' },
  { fits: 'fault', text: '이런 식으로 처리하니 억울합니다.' },
];
/** Sentences of an upset person before the question. */
export const KOREAN_FEELINGS: FittedPhrases = {
  casual: FEELINGS_POLITE,
  polite: FEELINGS_POLITE,
  formal: FEELINGS_FORMAL,
  anxious: FEELINGS_POLITE,
  angry: FEELINGS_ANGRY,
};
const NOTHING: Fitted = { fits: 'any', text: '' };
/** Sentences after the question; three of four questions have none. */
export const KOREAN_CLOSINGS: FittedPhrases = {
  casual: [NOTHING, NOTHING, NOTHING, { fits: 'any', text: ' 헷갈려서요.' }],
  polite: [NOTHING, NOTHING, NOTHING, { fits: 'own', text: ' 미리 확인해 두고 싶어서요.' }],
  formal: [NOTHING, NOTHING, NOTHING, { fits: 'any', text: ' 근거 규정도 함께 알려 주십시오.' }],
  anxious: [NOTHING, NOTHING, { fits: 'time', text: ' 빨리 알아야 해서요.' }],
  angry: [NOTHING, NOTHING, { fits: 'any', text: ' 분명하게 답해 주십시오.' }],
};
export const ENGLISH_FRAMES: Phrases = {
  casual: ['Quick question about {t}: ', 'Question about {t}: '],
  polite: ['I have a question about {t}. ', 'A question about {t}: '],
  formal: ['I have a question about {t}. ', 'My question concerns {t}. '],
  anxious: ['I have a question about {t}. ', 'Quick question about {t}: '],
  angry: ['My question is about {t}. ', 'I have a question about {t}. '],
};
/** `{q}` is an embedded question. */
export const ENGLISH_CARRIERS: Phrases = {
  casual: ['do you know {q}?', 'can someone tell me {q}?', 'any idea {q}?'],
  polite: ['could you tell me {q}?', 'would you let me know {q}?', 'I would like to know {q}.'],
  formal: ['could you confirm {q}?', 'please let me know {q}.', 'I need to find out {q}.'],
  anxious: ['I need to know {q}.', 'can you tell me {q}?', 'please tell me {q}.'],
  angry: ['can somebody please tell me {q}?', 'I just want to know {q}.'],
};
export const ENGLISH_FEELINGS: readonly Fitted[] = [
  { fits: 'any', text: 'Everybody tells me something different and I am losing patience.' },
  { fits: 'any', text: 'I have searched everywhere and it is driving me crazy.' },
  { fits: 'own', text: 'I am going round in circles here and it is stressing me out.' },
  { fits: 'time', text: 'I am afraid that I am already too late.' },
  { fits: 'time', text: 'I am under a lot of time pressure here.' },
  { fits: 'fault', text: 'I am really worried that I have already done something wrong.' },
  { fits: 'fault', text: 'I do not want to get into trouble.' },
];
/** How somebody asks who knows no more than the subject; `{t}` is it. */
export const ENGLISH_VAGUE_FRAMES: readonly string[] = ['Re {t}: ', 'Just about {t}, ', 'On {t}: '];
export const ENGLISH_VAGUE: Readonly<Record<string, string>> = {
  deadline: 'how long do I have',
  duration: 'how long is it',
  amount: 'how much is it',
  people: 'how many people is it',
  share: 'what percentage is it',
  count: 'how many is it',
  score: 'what score do I need',
  value: 'what is the limit',
  who: 'who is in charge',
};
