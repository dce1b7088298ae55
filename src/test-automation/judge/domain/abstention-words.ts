/** Detects sentences which say that nothing is found, known or provided, in any wording. */

const KOREAN_DENIAL = String.raw`(?:않|못|없|아니|아닙|아닌|어렵|어려|힘들|힘듭|힘드|곤란|불가|안\s?(?:돼|되|됩|나|보|써|적|실|뜨|잡))`;
/** Verbs of knowing, containing and saying; a negation must follow closely. */
const KOREAN_KNOWING =
  '(?:찾|발견|확인|파악|검색|조회|알(?=[\\s아려지고리기])|알려|답(?:변|하|을|해|드)|대답|말씀|안내|설명|판단|추측|특정|나와|나오|나타나|적혀|적(?:어|지)|쓰여|씌어|실려|실리|실(?:어|지)|담겨|담기|담(?:고|지)|다루|다뤄|언급|기재|명시|수록|보이(?!스)|보여|보(?:지|이지)|눈에|뜨|잡히|걸리|입수|접하|기술|서술)';
/** Verbs of documents that offices and rules also have: these need a word for the documents. */
const KOREAN_HOLDING =
  '(?:포함|제공|제시|규정(?:되|돼|하)|정해(?:져|진|두|놓)|정하(?:고|지)|가지고|갖고|보유|공지|게시|공개|등록|등재|소개|주어지|마련|전달|들어|존재|해당(?:되|하)는)';
const KOREAN_THING =
  '(?:정보|내용|자료|규정|조항|조문|근거|문서|기록|언급|답변?|대답|안내|설명|데이터|항목|부분|사항|페이지|문구|대목|구절|기술|서술|단서|결과|게시물|공지|지식|원문|출처|내역|이야기|얘기|말|것|게|바)';
const KOREAN_PLACE =
  '(?:자료|문서|규정|규정집|학칙|데이터|정보|목록|본문|원문|내용|파일|출처|지식|안내문|범위|조항|문헌|텍스트|책자|매뉴얼|지침)';

const KOREAN_SOURCES = new RegExp(`${KOREAN_THING}|${KOREAN_PLACE}|제가|저는|저에게|제게`, 'u');
const KOREAN_HOLDS_NOT = new RegExp(String.raw`${KOREAN_HOLDING}[^.!?\n,]{0,12}${KOREAN_DENIAL}`, 'u');
/** A rule that grants none of something, which is an answer. */
const NO_RULE =
  /(?:제한|필요|의무|벌점|불이익|비용|수수료|문제|상관|관계|차이|예외|요건|자격|효력|책임|한도)(?:이|가|은|는|도|을|를)?\s?(?:[가-힣]{1,6}\s)?(?:없|않|아니)|아니(?:한다|하며|하고|하여|할 수)|하여야|(?<!확인|안내|답변|답|제공|파악|판단|대답)(?:할|될) 수 없다/u;

const KOREAN: readonly RegExp[] = [
  new RegExp(String.raw`${KOREAN_KNOWING}[^.!?\n,]{0,12}${KOREAN_DENIAL}`, 'u'),
  new RegExp(
    String.raw`${KOREAN_THING}(?:이|가|은|는|을|를|도|까지|까지는|조차|라고는|에 대해|으로는)?\s?(?:[가-힣]{1,6}\s){0,2}(?:없|부족|못\s?찾|부재|누락)`,
    'u',
  ),
  new RegExp(
    String.raw`${KOREAN_PLACE}(?:에|에는|엔|에도|에서|에서는|에선|상|상으로는|로는|만으로는|안에|안에는|중에|중에는|밖|이|가)?\s?(?:[가-힣]{1,12}\s){0,5}(?:없(?!이)|밖|벗어|부족|모자라|빠져)`,
    'u',
  ),
  /(?<![가-힣])(?:안|못)\s?(?:나[오와옵온]|보[이여]|찾|적혀|실려|다루|다뤄|쓰여|써|뜨|떠|잡[히혀])|모르(?:겠|고|는|네|지만)|모릅니다|몰라|범위(?:를|에서|에)?\s?(?:벗어|밖|아니)|(?:찾|못)\s?(?:찾|알)|불명|미상|확인\s?(?:불가|필요|안)|(?:답변|안내|확인|제공|검색)\s?(?:불가|곤란)|정보\s?(?:없음|부족)|(?:자료|내용|근거|결과|해당\s?사항|규정|기록)\s?(?:없음|부재)|알\s?길|금시초문|제\s?(?:능력|소관|지식)\s?밖/u,
];

const ENGLISH_DENIAL = String.raw`(?:\b(?:not|no|nothing|none|never|nowhere|neither|without|unable|failed|fails|lack(?:s|ing)?|cannot|hardly|unfortunately|unsure|missing|absent|silent|beyond|outside|insufficient|incomplete|scarce)\b|n['’]t\b)`;
const ENGLISH_KNOWING = String.raw`\b(?:find|found|finding|see|seen|locate|located|know|known|knowledge|tell|say|says|said|answer|answers|answered|information|info|details?|mention|mentions|mentioned|coverage|specif(?:y|ies|ied)|stat(?:e|es|ed)|documents?|documented|documentation|pages?|sources?|handbook|material|materials|records?|data|context|addresses|addressed|describe|describes|described|discuss|discusses|discussed|turn(?:ed)? up|come across|came across|confirm|verify|determine|aware|figure|guidance|references?|noted|spell(?:s|ed)? out|go(?:es)? into|look(?:ed)? up|anything|passages?|entry|entries|sections?|text|idea|clue|sure|certain|trace|hits?|matches|results?|touch(?:es)? on|deal(?:s)? with|speak(?:s)? (?:to|of|about))\b`;
/** Verbs of documents that offices and rules also have: these need a word for the documents. */
const ENGLISH_HOLDING = String.raw`\b(?:provide|provides|provided|contain|contains|contained|include|includes|included|address|available|list|lists|listed|cover|covers|covered|appear|appears|show|shows|shown|clear|publish|published|something|help (?:you )?(?:with|there)|have)\b`;
const ENGLISH_SOURCES =
  /\b(?:i|i['’](?:m|ve|d|ll)|my|me|information|documents?|documentation|pages?|handbook|sources?|materials?|data|records?|context|text|passages?|here|anywhere|answers?|details?|mention|guidance)\b/iu;
/** A negation of something other than knowing. */
const ENGLISH_RULE =
  /\b(?:not|n['’]t|cannot|never)\s+(?:\w+\s+)?(?:be\s+)?(?:allowed|permitted|required|needed|necessary|eligible|entitled|possible|use|used|exceed|expire|count|need)\b/iu;

const ENGLISH_HOLDS_NOT = new RegExp(String.raw`${ENGLISH_DENIAL}(?:\s+[\w'’-]+){0,6}?\s+${ENGLISH_HOLDING}`, 'iu');
const BARE_DENIAL =
  /^\s*(?:sorry,?\s+)?(?:not|isn['’]t)\s+(?:\w+\s+){0,2}(?:covered|listed|provided|available|included|shown)\W*$/iu;

const ENGLISH: readonly RegExp[] = [
  new RegExp(String.raw`${ENGLISH_DENIAL}(?:\s+[\w'’-]+){0,6}?\s+${ENGLISH_KNOWING}`, 'iu'),
  new RegExp(
    String.raw`${ENGLISH_KNOWING}(?:\s+[\w'’-]+){0,4}?\s+(?:nothing|none|nowhere|silent|missing|absent|unknown|unclear|no)\b`,
    'iu',
  ),
  /\b(?:silent on|out of scope|outside (?:of )?(?:the |my )?(?:\w+ )?(?:scope|documents?|pages?|material)|beyond (?:the|my|what)|c[ao]me up (?:empty|blank|with nothing)|unknown|unanswerable|stops? short of|leaves? (?:that|it|this) open|(?:go|reach|extend) that far|no idea|unclear|drew a blank|without success|blank on|at a loss|n\/a)\b|\bi(?: have|['’]ve(?: got)?) (?:nothing|no)\b|^\s*(?:no|zero) (?:hits?|results?|matches|data|answer|info)\b/iu,
];

/** Whether a sentence says that nothing is found, known or provided. */
export function saysNothingIsKnown(sentence: string): boolean {
  const knows = KOREAN.some((pattern) => pattern.test(sentence));
  const holds = KOREAN_HOLDS_NOT.test(sentence) && KOREAN_SOURCES.test(sentence);
  if ((knows || holds) && !NO_RULE.test(sentence)) return true;
  if (BARE_DENIAL.test(sentence)) return true;
  const said = ENGLISH.some((pattern) => pattern.test(sentence));
  const lacks = ENGLISH_HOLDS_NOT.test(sentence) && ENGLISH_SOURCES.test(sentence);
  return (said || lacks) && !ENGLISH_RULE.test(sentence);
}
