import { codeOfLanguage } from './named-language.js';
import type { RevisionRequest } from './revision-in-english.js';

/** `말해줘`, `번역해주세요`: the request at the end of a verb. */
const POLITE =
  /(?:줘라?|줘요|주라|주세요|주십시오|줄래요?|주실래요|주시겠어요|주시겠습니까|주시면|주시길|주시죠|주렴|주겠니|주겠어요?|주실|줄|줄수|달라고?|다오|드려요?|봐요?|보세요|보렴|볼래요?|보자|봅시다)$/u;
/** Requests as a word, and what a request ends with. */
const REQUEST =
  /^(?:부탁\S{0,6}|바랍니다|바라요|바람|수|순|있나요|있을까요|있을까|있어요?|있니|있겠니|있습니까|없나요|없을까요?|감사\S{0,4}|고마\S{0,3}|고맙\S{0,4}|좋겠\S{0,4}|싶어요?|싶습니다|싶은데요?|원해요?|원합니다|필요해요?|가능해요?|가능할까요?|가능한가요|가능하면|가능하다면|되나요|될까요?|돼요?|네|넵|응|음|어|자|아|저기|저기요|혹시|미안\S{0,4}|죄송\S{0,5}|그럼|그러면|그리고|그런데|근데|아니|좋아요?|오케이|ok|please|plz)$/u;
const PARTICLE = '(?:을|를|은|는|만|이|가|의|도|으로|로|에서|에|부터|까지|과|와|랑|이랑|한테|께|요)?';
const ANSWER = new RegExp(`^(?:답|답변|대답|응답|회신|답장)(?:내용)?${PARTICLE}(?:요|좀)?$`, 'u');
/** What may mean the answer, with a word for the last one before it. */
const SAID = new RegExp(
  `^(?:설명|말씀|말|내용|글|메시지|문장|얘기|이야기|텍스트|문단|거|것|걸|게|건|부분|전부|전체|모두|다)${PARTICLE}$`,
  'u',
);
const POINTS =
  /^(?:방금|아까|마지막|마지막의|이전|이전의|앞|앞의|앞에|앞서|위|위의|위에|윗|직전|직전의|바로|최근|그|이|저|해당|지난|지난번|전|전에|전의|좀전|좀전에|조금전|조금|금방|지금|당신의?|당신이|너의|네가|니가|너가|니|본인|ai|하신|한|했던|해준|해주신|준|주신|말씀하신|말한|말했던|말해준|알려준|알려주신|써준|쓴|적은|적어준|보낸|보내준|답한|답하신|답해준|답변한|답변하신|대답한|대답하신|나온|올린|내놓은|그걸|그거|그것|그것을|그것만|그건|이걸|이거|이것|이것을|이건|그대로|저걸|저거|얘기한|설명한|설명하신|설명해준|들은|본|받은)$/u;
const OF_NOUN =
  '(?:해|해서|하여|하고|하기|한|한걸|된|해라|하라|하자|하시오|할|해도|하면|좀|을|를|만|본으로|으로|로|도)?';
const TRANSLATES = new RegExp(`^(?:(?:번역|통역|의역|직역)${OF_NOUN}|옮겨|옮겨서|옮기면|옮긴|옮길|옮기|옮겨라)$`, 'u');
const SHORTENS = new RegExp(
  `^(?:(?:요약|축약|압축|단축|간소화|간략화)${OF_NOUN}|줄여|줄여서|줄인|줄일|줄이면|줄여라|간추려|간추려서|간추린|간추릴|추려|추려서|추린|추릴|짧게요?|짧은|짧고|짤막하게|짤막히|짧막하게|간단히|간단하게요?|간단명료하게|간단|간략히|간략하게|간략|간결하게|간결히|쉽게|쉬운|쉬워지게|단순하게|단순히|핵심|핵심만|핵심을|핵심으로|핵심적인|요점|요점만|요점을|요지만?|요지를|골자만?|결론|결론만|결론을|알맹이만|중요한|중요한것만|한마디로|한줄로|한문장으로|두줄로|두문장으로|세줄로|한줄|개조식으로|요약본)$`,
  'u',
);
const COUNTED =
  /(?:^| )(?:한|두|세|네|서너|두세|한두|다섯|열|\d{1,3}) ?(?:문장|줄|마디|단어|어절|글자|자|개|가지|항목)(?:로|으로|이내로?|만|내로|안으로|정도로|의| |$)/u;
const REPEATS = new RegExp(
  `^(?:다시요?|또요?|재차|재|또한번|되풀이${OF_NOUN}|반복${OF_NOUN}|똑같이|한번더|한번만|재출력${OF_NOUN}|재전송${OF_NOUN})$`,
  'u',
);
/** Verbs of requests about a text, in the forms that a request has. */
const VERBS =
  /^(?:말|말해|말씀해|말하|보여|보이|들려|읽어|알려|써|써서|쓰|쓸|적어|답해|대답해|답변해|설명해|정리|정리해|정리해서|정리하|정리한|바꿔|바꿔서|바꾸|바꿀|고쳐|고쳐서|다듬어|다듬어서|풀어|풀어서|풀이해|표현해|작성해|출력해|만들어|제시해|가져와|띄워|올려|보내|불러|전해|얘기해|이야기해|나타내|변환|변환해|변환하|해|해서|해라|하라|하|하면|줘|줘요|주라|주세요|주십시오|줄래|줄래요|줄|주실|주시|주시겠어요|줄게|달라|달라고|봐|보세요|볼|볼래|보고|뭐|뭐야|뭐라고|뭐였지|뭐였죠|뭐였나요|뭐였어|뭐예요|무엇이었나요|무엇이었죠|무엇인가요|무엇이었지|뭔가요|했지|했죠|했나요|했어|했더라|하셨죠|하셨나요|하셨지|셨죠|였지|였죠|였나요|라고|라고요|표현|서술해|기술해|옮겨적어|복사해|다)$/u;
/** Words of a manner, and others that name no topic. */
const AROUND =
  /^(?:좀|더|조금|약간|훨씬|아주|최대한|가급적|한|두|세|네|서너|두세|한두|다섯|열|\d{1,3}|번|번만|번더|한번|두번|한번에|문장|문장으로|문장만|줄|줄로|줄만|마디로|마디|단어로|글자로|자로|개로|개의|가지로|가지만|항목으로|포인트로|말로|말|내로|이내로|이내|안으로|정도로|정도|로|으로|써|버전으로|형식으로|형태로|식으로|내용|이해하기|알기|알아듣기|보기|읽기|가장|제일|중에|중에서|중|빠르게|천천히|자세히|명확하게|정확히|똑바로|처음부터|끝까지|전부|전체|통째로|원문|원문으로|그냥|너무|길어요?|길다|길어서|기네요?|깁니다|복잡해요?|어려워요?|어렵네요?|우선|먼저|새로|자연스럽게|부드럽게|정중하게|존댓말로|반말로|못|잘|들었어요?|봤어요?|이해|이해가|안|안돼요?|놓쳤어요?|나한테|저한테|제게|내게|나에게|저에게)$/u;
/** `표로`, `친절하게`: the form of an answer that the message names. */
const OF_FORM = /[가-힣](?:으로|로|게|처럼|듯이|체로)$/u;
/** `초등학생도 알게`: whom the form is for. */
const OF_READER = /^(?:알게|알기|알아듣게|알아들을|이해하게|이해되게|이해할|읽게)/u;
/** `방금 뭐라고 하셨죠?` */
const ASKS_SAID = /^(?:뭐라고|뭐라|뭐였\S{1,3}|무엇이었\S{1,3})$/u;
const TO = /^([가-힣a-z]{2,12}?)(?:말)?(?:으로|로)(?:도|만|는|요|좀)?$/u;

function languageIn(words: readonly string[]): { readonly code: string; readonly at: number } | undefined {
  const found = words.flatMap((word, at) => {
    const code = codeOfLanguage(TO.exec(word)?.[1] ?? '');
    // `영어 번역 좀`: without a particle, right before the verb.
    const bare = TRANSLATES.test(words[at + 1] ?? '') ? codeOfLanguage(word) : undefined;
    const of = code ?? bare;
    return of === undefined ? [] : [{ code: of, at }];
  });
  return found.at(-1);
}

/** @param words of the message @returns undefined if the message has a topic of its own */
export function requestInKorean(words: readonly string[]): RevisionRequest | undefined {
  const stems = words.flatMap((word) => {
    if (REQUEST.test(word) || VERBS.test(word) || AROUND.test(word)) return [word];
    const stem = word.replace(POLITE, '');
    return stem === '' ? [] : [stem];
  });
  const isAnswer = stems.some((word) => ANSWER.test(word));
  const isPointed = stems.some((word) => POINTS.test(word));
  const isOfAnswer = isPointed && (isAnswer || stems.some((word) => SAID.test(word)));
  const language = languageIn(stems);
  const has = (pattern: RegExp) => stems.some((word) => pattern.test(word));
  const translates = has(TRANSLATES);
  const shortens = has(SHORTENS) || COUNTED.test(stems.join(' '));
  const repeats = has(REPEATS) || /(?:^| )한 ?번 (?:더|만)(?: |$)/u.test(stems.join(' '));
  const isKnown = (word: string, at: number): boolean =>
    at === language?.at ||
    [REQUEST, ANSWER, SAID, POINTS, TRANSLATES, SHORTENS, REPEATS, VERBS, AROUND].some((pattern) =>
      pattern.test(word),
    ) ||
    (isOfAnswer && (OF_FORM.test(word) || OF_READER.test(stems[at + 1] ?? '')));
  if (!stems.every(isKnown)) return undefined;
  // `다시 되나요?` and `영어로 되나요?` ask about the person's own matter.
  const asksWhether = /^(?:되나요|될까요?|돼요?|가능\S{0,4}|있나요|있어요?|없나요)$/u.test(stems.at(-1) ?? '');
  const isRequest = translates || has(VERBS) || has(/^(?:부탁|바랍|바라|바람)/u) || shortens;
  if (asksWhether && !isRequest && !isAnswer) return undefined;
  return {
    language: language?.code,
    translates,
    shortens,
    repeats: repeats || isOfAnswer || (isPointed && has(ASKS_SAID)),
  };
}
