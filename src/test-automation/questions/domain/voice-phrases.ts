import { Persona } from '../../personas/domain/persona.js';

type Tone = Persona['tone'];
type Phrases = Readonly<Record<Tone, readonly string[]>>;

/** `{t}` is the topic. */
export const KOREAN_FRAMES: Phrases = {
  casual: ['{t} 말인데요, ', '{t} 관련해서요, ', '{t} 관련해서 궁금한 게 있는데요, '],
  polite: ['{t} 관련해서 여쭤봅니다. ', '{t} 알아보고 있는데요, ', '{t} 문의드려요. '],
  formal: ['{t} 관련하여 문의드립니다. ', '{t} 건으로 문의드립니다. ', '{t} 관련하여 확인하고자 합니다. '],
  anxious: ['{t} 때문에 그러는데요, ', '{t} 문제로 급하게 여쭤봐요. ', '{t} 관련해서 급하게 여쭤봐요. '],
  angry: ['{t} 문제로 묻겠습니다. ', '{t} 건 말인데요, '],
};
const FEELINGS_POLITE = [
  '지금 너무 당황스러워서 여쭤봐요.',
  '이러다 불이익을 받을까 봐 걱정이에요.',
  '시간이 얼마 없어서 마음이 급해요.',
  '여기저기 물어봐도 말이 달라서 속상해요.',
  '혹시 이미 늦은 건 아닌지 불안해요.',
];
const FEELINGS_FORMAL = [
  '부서마다 설명이 달라 난감한 상황입니다.',
  '착오가 생길까 몹시 염려됩니다.',
  '일정이 촉박하여 마음이 급합니다.',
  '여러 차례 문의했으나 답을 받지 못해 답답합니다.',
];
const FEELINGS_ANGRY = [
  '아무도 제대로 알려 주지 않아서 정말 화가 납니다.',
  '물어볼 때마다 말이 달라서 더는 못 참겠습니다.',
  '이런 식으로 처리하니 억울합니다.',
];
/** Sentences of an upset person before the question. */
export const KOREAN_FEELINGS: Phrases = {
  casual: FEELINGS_POLITE,
  polite: FEELINGS_POLITE,
  formal: FEELINGS_FORMAL,
  anxious: FEELINGS_POLITE,
  angry: FEELINGS_ANGRY,
};
export const KOREAN_CLOSINGS: Phrases = {
  casual: ['', '', '', ' 헷갈려서요.'],
  polite: ['', '', '', ' 미리 확인해 두고 싶어서요.'],
  formal: ['', '', '', ' 근거 규정도 함께 알려 주십시오.'],
  anxious: ['', '', ' 빨리 알아야 해서요.'],
  angry: ['', '', ' 분명하게 답해 주십시오.'],
};
export const ENGLISH_FRAMES: Phrases = {
  casual: ['About {t}: ', 'Quick question about {t}: ', 'For {t}, '],
  polite: ['Regarding {t}, ', 'For {t}, ', 'A question about {t}: '],
  formal: ['With regard to {t}, ', 'Concerning {t}, ', 'Regarding {t}: '],
  anxious: ['I am stuck on {t}: ', 'Urgent question about {t}: '],
  angry: ['About {t}, once more: ', 'Still no answer about {t}: '],
};
/** `{q}` is an embedded question. */
export const ENGLISH_CARRIERS: Phrases = {
  casual: ['do you know {q}?', 'can someone tell me {q}?', 'any idea {q}?'],
  polite: ['could you tell me {q}?', 'would you let me know {q}?', 'I would like to know {q}.'],
  formal: ['please state {q}.', 'please confirm {q}.', 'kindly specify {q}.'],
  anxious: ['I need to know {q}.', 'can you tell me right away {q}?', 'please tell me {q}.'],
  angry: ['will somebody finally tell me {q}?', 'tell me straight out {q}.', 'just tell me {q}.'],
};
export const ENGLISH_FEELINGS: readonly string[] = [
  'I am really worried that I have already done something wrong.',
  'Everybody tells me something different and I am losing patience.',
  'I am under a lot of pressure here.',
  'This is stressing me out.',
  'I do not want to get anybody into trouble.',
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
