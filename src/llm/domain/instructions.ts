import { memoize } from '../../text/memoize.js';
import { sentenceSpans } from '../../text/sentences/sentences.js';
import { TextSpan } from '../../text/text-span.js';
import { visibleText } from './neutral-text.js';

/**
 * What a sentence asks of the model that reads it: to forget its rules, to take a role, to reveal its prompt, to shape its answer, or to
 * send data elsewhere; or it poses as another speaker with the marks of a chat template.
 */
export type InstructionKind = 'override' | 'role' | 'reveal' | 'steer' | 'send' | 'speaker';

/** A sentence that addresses a model instead of a reader. Offsets in the text. */
export interface FoundInstruction extends TextSpan {
  readonly kind: InstructionKind;
}

const RULES_EN =
  '(?:instructions?|prompts?|rules?|directions?|directives?|commands?|guidelines?|programming|restrictions?)';
const RULES_KO = '(?:지시|명령|지침|규칙|프롬프트|안내)';

/** In order of precedence: a sentence has the first kind that matches. All gaps are bounded. */
const PATTERNS: readonly (readonly [InstructionKind, RegExp])[] = [
  [
    'speaker',
    /<\|[^<>|\n]{1,40}\|>|\[\/?INST\]|<<\/?SYS>>|<(?:start|end)_of_turn>|^[#*>\s]{0,6}(?:system|assistant|developer)(?: (?:prompt|message))?[*\s]{0,3}:/iu,
  ],
  [
    'override',
    new RegExp(
      String.raw`\b(?:ignore|disregard|forget|override|overrule|bypass|dismiss|discard|neglect|skip)\b[^.!?\n]{0,40}\b(?:previous|prior|above|earlier|preceding|foregoing|initial|original|all|any|your|these|those|system|following)\b[^.!?\n]{0,30}\b(?:${RULES_EN}|text|context|input|sentences?|said)\b`,
      'iu',
    ),
  ],
  [
    'override',
    new RegExp(
      String.raw`\bforget (?:everything|anything|all) (?:you|that|I|we|above|before)\b|\b(?:ignore|disregard|forget|override|dismiss|discard)\b[^.!?\n]{0,40}\b${RULES_EN}\b[^.!?\n]{0,20}\b(?:above|before|earlier|so far|given)\b`,
      'iu',
    ),
  ],
  [
    'override',
    /\b(?:new|updated|real|actual) (?:instructions?|task|rules?|system prompt)\s*[:：]|\binstead of (?:answering|following)\b/iu,
  ],
  [
    'override',
    new RegExp(
      String.raw`(?:이전|앞|위|지금까지|기존|모든|원래|주어진)[^.!?\n]{0,14}${RULES_KO}[^.!?\n]{0,14}(?:무시|잊|따르지|버리|건너뛰)`,
      'u',
    ),
  ],
  [
    'role',
    /\byou(?:'re| are|'ll| will)? (?:now |no longer |going to |from now on ){1,2}(?:be |act |an? |the |play |pretend |immersed |free |bound |in )|\b(?:act|behave|respond|answer|reply|speak) (?:only )?as (?:if you|an?|the|my) |\bpretend (?:to be|that you|you)|\bimmerse yourself\b|\b(?:take|assume|play|adopt) (?:on )?the (?:role|persona|character|identity) of\b|\brole-?play|\bdo anything now\b|\bjailbr(?:eak|oken)|\bfrom now on,? (?:you (?:are|will|must|act|answer|respond|have|can)|I want you)|\bstay in character\b|\bI want you to (?:act|be|pretend|play|respond|reply)\b/iu,
  ],
  ['role', /(?:너는|당신은|넌) (?:이제|지금)부터|(?:너|당신)의 (?:새로운 )?역할은|인 척(?:해|하)/u],
  [
    'reveal',
    /\b(?:reveal|print|repeat|show|output|display|tell|give|write|return|reproduce|recite|spell|list|leak|share|summari[sz]e|translate|encode|echo|expose|disclose)\b[^.!?\n]{0,50}\b(?:system (?:prompt|message|instructions?)|(?:your|the|these|those|initial|original|hidden|secret|previous|above|full|entire|exact|starting|starting|my) (?:\w+ ){0,2}(?:prompt|instructions?|rules|directives|guidelines|access code|passcode|secret (?:key|code))|(?:text|everything|words?|content|sentences?|message|lines?) (?:above|before|prior)|instructions (?:you|above|verbatim|given)|prompt (?:above|so far|you))/iu,
  ],
  [
    'reveal',
    /\bwhat (?:is|are|was|were) (?:your|the) (?:\w+ ){0,2}(?:system prompt|prompt|instructions?|initial instructions?|rules above)\b|\bsystem ?prompt\b[^.!?\n]{0,40}\b(?:show|print|reveal|output|please|verbatim)/iu,
  ],
  [
    'reveal',
    /(?:시스템|초기|숨은|너의|당신의)\s?(?:프롬프트|지시|지침|명령)[^.!?\n]{0,20}(?:출력|공개|보여|알려|말해|적어|반복)/u,
  ],
  [
    'steer',
    /\b(?:in|with|to|of|from|into|throughout|before|after) (?:all |each |every )?(?:of )?your (?:\w{1,30} ){0,2}(?:response|answer|reply|replies|responses|answers|output|summary)\b|\b(?:begin|start|end|finish|precede|prefix|preface|append|conclude|limit|provide|give|generate|write|craft|deliver|format|phrase|render|encode|structure|shape) (?:all |each |every )?(?:of )?(?:your|you) (?:\w{1,30} ){0,2}(?:response|answer|reply|responses|answers|replies|output)\b|^["'“‘([\s]{0,3}(?:please |now |just |then |simply |instead,? ){0,2}(?:respond|reply|answer) (?:to [^.!?\n]{0,40})?(?:with|in|using|by saying|only|as)\b|\b(?:respond|reply|answer) (?:only|solely|exclusively) (?:with|in|using)\b|\bonly (?:say|reply with|answer with|respond with|output|print)\b|\b(?:AI|language model|LLM|chatbot|AI assistant)s?,? (?:must|should|shall|has to|have to|is to|are to|please|needs? to|reading this|will now)\b|\bas an? (?:AI|language model|LLM)\b|\bwhen(?:ever)? (?:asked|answering|summari[sz]ing|responding|you (?:answer|reply|respond))\b[^.!?\n]{0,60}\b(?:say|answer|reply|respond|output|tell|include|mention|recommend|add|link)\b|\bsay (?:exactly|only|["'“‘]?access granted)/iu,
  ],
  [
    'steer',
    /(?:AI|인공지능|언어 ?모델|챗봇|어시스턴트)(?:는|은|야|여|,)[^.!?\n]{0,40}(?:하라|해라|하세요|하십시오|해야|말해|답해|출력)|(?:답변|응답|대답)(?:에는?|을|를|의)[^.!?\n]{0,30}(?:포함(?:해|하라|하세요|하십시오|시켜)|넣어|붙여|추가(?:해|하라|하세요))|라고만? (?:답|말|출력|대답)(?:해|하라|하세요|하십시오)/u,
  ],
  [
    'send',
    /\b(?:send|post|forward|upload|e-?mail|transmit|exfiltrate|submit|leak)\b[^.!?\n]{0,40}\b(?:conversation|chat|history|prompts?|instructions|passwords?|passcodes?|credentials|secrets?|tokens?|api keys?|context|this document|these documents|everything)\b[^.!?\n]{0,80}(?:https?:\/\/|www\.|\S@\S)|!\[[^\]\n]{0,80}\]\(\s*https?:[^)\n]{0,300}[?&=]/iu,
  ],
];

function kindOf(sentence: string): InstructionKind | undefined {
  return PATTERNS.find(([, pattern]) => pattern.test(sentence))?.[0];
}

/** Maximum length of a cached text: longer ones are rare and need much memory. */
const REMEMBERED_LENGTH = 4_000;
const REMEMBERED_TEXTS = 2_000;

/**
 * Sentences of a text that give orders to the model that reads it, in English and Korean, in order. A list of phrases, not proof: it misses
 * new phrases, and flags a text about such attacks. Alone it only decides which sentences may be quoted.
 * @returns offsets of whole sentences, UTF-16 units
 */
export function findInstructions(text: string): readonly FoundInstruction[] {
  return text.length > REMEMBERED_LENGTH ? instructionsOf(text) : knownInstructions(text);
}

function instructionsOf(text: string): readonly FoundInstruction[] {
  return sentenceSpans(text).flatMap(({ start, end }) => {
    const kind = kindOf(visibleText(text.slice(start, end)).normalize('NFKC'));
    return kind === undefined ? [] : [{ start, end, kind }];
  });
}

const knownInstructions = memoize(REMEMBERED_TEXTS, instructionsOf);
