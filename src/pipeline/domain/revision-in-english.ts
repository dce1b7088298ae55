import { codeOfLanguage } from './named-language.js';

/** What a reading of a message found. */
export interface RevisionRequest {
  /** The code of the language that the message names. */
  readonly language: string | undefined;
  readonly translates: boolean;
  readonly shortens: boolean;
  readonly repeats: boolean;
}

/** What precedes the request and says nothing about it. */
const OPENING =
  /^(?:(?:ok|okay|so|now|please|pls|hey|hi|sorry|thanks|thank you|great|and|then|well|alright|right|hmm|no|yes|but|also|just|kindly|maybe|actually|perfect|good|cool|nice) )*(?:(?:(?:can|could|would|will|wont|cant) (?:you|u)|would you mind|do you mind|is there any chance (?:that )?you (?:can|could)|are you able to|id (?:like|love|prefer)|i would (?:like|love|prefer)|i (?:want|need)|(?:can|could|may|might) i(?= (?:have|see|get|hear|read)\b)|lets|let me(?= (?:have|see|hear|read)\b))(?: |$))?(?:(?:you to|to|please|kindly|possibly|maybe|just|perhaps|also|quickly) )*/u;
/** A noun phrase for the last answer. */
const NOUN = String.raw`(?:answers?|repl(?:y|ies)|responses?)`;
const LAST = String.raw`(?:very|last|previous|prior|earlier|latest|preceding|above|whole|full|entire|same|recent|most|final)`;
const AFTER = String.raw`(?: (?:above|before|earlier|just now|of yours|from (?:above|before|earlier)|(?:that |which )?you (?:just |have |ve )?(?:gave|wrote|sent|posted|made|provided|given|said)(?: me)?))`;
const NAMED = [
  String.raw`(?:that|this|your|the|my)(?: ${LAST}){1,4} (?:${NOUN}|message|explanation|statement|text|output|paragraph|one|bit|part|post|turn)${AFTER}{0,3}`,
  String.raw`(?:that|this|your) (?:${NOUN}|message|explanation|statement|text|output|paragraph)${AFTER}{0,3}`,
  String.raw`(?:${LAST} ){1,4}${NOUN}${AFTER}{0,3}`,
  String.raw`(?:the |an )?(?:${NOUN}|message|explanation|text|paragraph)${AFTER}{1,3}`,
  String.raw`(?:what|everything|all|whatever|the thing|the things)(?: that)? you(?: have| ve|ve)? ?(?:just )?(?:said|say|told|tell|wrote|write|written|answered|gave|replied|explained|sent|posted)(?: me| us)?(?: just now| before| earlier| above| last| a moment ago| there)?`,
  String.raw`what (?:was|did) (?:you |it )?(?:just )?(?:say|said|answer|reply|write)(?: just now| before| earlier| last)?`,
  String.raw`what (?:was|were) (?=your|that|the last|the previous)`,
].join('|');
const STRONG = new RegExp(String.raw`\b(?:${NAMED})(?= |$)`, 'u');
const WEAK = new RegExp(
  String.raw`\b(?:all of (?:that|this|it)|(?:the )?above|the whole thing|the ${NOUN}|${NOUN}|that|this|it|them|those)(?= |$)`,
  'u',
);

const TRANSLATES = /^(?:translat(?:e|ed|es|ing|ion))$/u;
const SHORTENS =
  /^(?:short(?:en|ened|ening|er|est|ly)?|summari[sz](?:e|ed|ing)|summary|recap|condens(?:e|ed|ing)|compress(?:ed|ing)?|abbreviate[d]?|trim(?:med|ming)?|simplif(?:y|ied|ying)|simple|simpler|simply|simplest|easier|plain|plainer|plainly|brief|briefly|briefer|concise|concisely|compact|tighten(?:ed)?|tighter|distill?(?:ed)?|reduced?|fewer|less|gist|essence|essentials?|essential|nutshell|tldr|crisp|crisper|succinct|succinctly|terse|terser|headline|bullets?|digest|lighter|layman|laymans)$/u;
/** Shorten only with a word next to them: `cut it down`, `sum up`, `the main point`, `in one sentence`. */
const SHORTENS_TOGETHER =
  /\b(?:(?:cut|boil|pare|whittle|narrow|slim|break|strip) (?:(?:@|it|that|this) )?down|sum (?:(?:@|it|that|this) )?up|(?:key|main|most important|crucial) (?:points?|ideas?|facts?|parts?|takeaways?|things?)|bottom line|takeaway|half (?:as long|the length|its|of it)|(?:in|into|to|as|just|only) (?:just |only |a |max |maximum |about |under ){0,3}(?:one|two|three|four|five|single|few|couple of|\d{1,2}) (?:short |simple |bullet |key |single |plain ){0,3}(?:sentences?|lines?|words?|bullets?|points?|phrases?|paragraphs?))\b/u;
const REPEATS =
  /^(?:repeat(?:ed|ing)?|again|restate|resend|reprint|repost|redo|rephrase|reword|paraphrase|reformulate)$/u;
const REPEATS_TOGETHER =
  /\b(?:once more|one more time|another time|a second time|come again|what (?:was|did)|didnt (?:catch|get|hear)|missed)\b/u;
/** `show @`, `what was @`: a named answer that is only to be shown. */
const SHOWS =
  /\b(?:show|tell|give|send|print|display|write|read|say|see|hear|have|get|post|paste|quote|bring|state|what)\b/u;
/** Verbs of requests about a text. */
const VERBS =
  /^(?:render|convert|switch|turn|put|rewrite|write|make|say|saying|tell|give|giving|show|send|print|display|read|explain|express|post|paste|quote|bring|provide|get|keep|have|see|hear|state|present|format|phrase|cut|boil|pare|whittle|narrow|slim|break|strip|sum|go|take|do|need|want|like)$/u;
/** Words of a manner, and function words around a request; none names a topic. */
const AROUND =
  /^(?:please|pls|kindly|me|us|the|a|an|my|for|in|into|to|as|of|with|by|at|on|than|down|up|out|over|back|off|using|more|much|bit|little|even|very|too|so|one|two|three|four|five|single|few|couple|\d{1,2}|once|time|times|second|another|just|only|now|then|ok|okay|sentences?|lines?|words?|points?|phrases?|paragraphs?|terms|language|version|form|format|style|way|text|thing|things|main|key|most|important|bottom|line|takeaways?|max|maximum|about|under|half|length|clear|clearer|clearly|slowly|quickly|differently|different|other|own|same|exactly|verbatim|word|full|whole|complete|and|thanks|thank|you|instead|if|possible|would|could|can|be|is|was|what|did|didnt|catch|get|hear|missed|come|long|facts?|ideas?|parts?|speakers?|native|easy|everyday|english|i|that|this|it)$/u;
/** After these, even words that are not known describe the form: `into a haiku`. */
const OF_FORM = /^(?:in|into|as|to|for|using|with|like)$/u;
const OF_TOPIC = /^(?:about|regarding|concerning|on|of|from|how|when|where|why|which|who|if|whether)$/u;
/** First words of a question about something else. */
const ASKS =
  /^(?:how|when|where|why|which|who|whose|whom|is|are|am|was|were|do|does|did|must|should|shall|has|have i|may|can|could|might|if|what (?!was|did|were|you|@|(?:is|would) @ (?:be )?in\b))\b/u;

/** Whether no word of the request names a topic. `@` is the answer. */
function isAboutAnswer(words: readonly string[], isStrong: boolean): boolean {
  let isForm = false;
  const answerAt = words.indexOf('@');
  const unknown = words.filter((word, i) => {
    if (word === '@') return false;
    isForm = (isForm && !OF_TOPIC.test(word)) || (OF_FORM.test(word) && i > answerAt);
    const isKnown =
      [TRANSLATES, SHORTENS, REPEATS, VERBS, AROUND].some((pattern) => pattern.test(word)) ||
      codeOfLanguage(word) !== undefined;
    return !isKnown && !(isForm && isStrong && answerAt !== -1);
  });
  return unknown.length === 0;
}

/** @param words of the message, in lower case @returns undefined if the message has a topic of its own */
export function requestInEnglish(words: readonly string[]): RevisionRequest | undefined {
  const whole = words.join(' ');
  const core = whole.replace(OPENING, '');
  const isStrong = STRONG.test(core);
  const isWeak = !isStrong && WEAK.test(core);
  const marked = core.replace(isStrong ? STRONG : WEAK, '@').trim();
  const rest = marked.split(' ').filter((word) => word !== '');
  if (ASKS.test(marked)) return undefined;
  if (!isAboutAnswer(rest, isStrong)) return undefined;
  const language = rest.map(codeOfLanguage).findLast((code) => code !== undefined);
  const translates = rest.some((word) => TRANSLATES.test(word));
  const shortens = rest.some((word) => SHORTENS.test(word)) || SHORTENS_TOGETHER.test(marked);
  const repeats =
    rest.some((word) => REPEATS.test(word)) ||
    REPEATS_TOGETHER.test(core) ||
    (isStrong && (SHOWS.test(marked) || SHOWS.test(core) || marked === '@'));
  // `simple English` is a form; a language that is only named after another word is not one to translate into.
  const isPlain = language === 'en' && /\b(?:simple|simpler|plain|easier|easy|everyday) english\b/u.test(marked);
  const isInLanguage = isStrong || isWeak || translates || rest.length <= 4 || /\b(?:in|into|to) \w+$/u.test(marked);
  return { language: isPlain || !isInLanguage ? undefined : language, translates, shortens, repeats };
}
