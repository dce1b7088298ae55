export const INTENTS = ['question', 'explanation', 'search', 'general'] as const;
/** What a message wants: a fact, an account of a subject, places to read, or nothing of the documents. */
export type Intent = (typeof INTENTS)[number];

interface Rule {
  readonly intent: Intent;
  readonly pattern: RegExp;
}

/**
 * Read from top to bottom; the first that fits decides. Greetings first, since they are whole messages; then requests to
 * find, which name documents or end in a word of search; then requests to explain, after `tell me when …`, which is a question;
 * then everything that asks. Made on the development half of test/intents; the other half only measures.
 */
const RULES: readonly Rule[] = [
  {
    intent: 'general',
    pattern:
      /^(안녕|하이|헬로|반가|반갑|좋은 (아침|하루|저녁|오후)|고마|고맙|감사|수고|잘 ?(가|자|있어)|ㅎㅇ|ㅋ+|ㅎ+|ㅠ+|ㅇㅋ|오케이|알겠|(네|예|응|넵|아|오|그럼|그래)[ ,.!~]*$|(네|예|응|넵|아|오|와|그럼|그래)[ ,.!~]+(이만|알겠|감사|고마|고맙|안녕|괜찮|됐|좋))/u,
  },
  {
    intent: 'general',
    pattern:
      /안녕히 ?(계|가)|(너는?|넌|당신은?|네가|니가|넌요?)\s.{0,14}(누구|이름|뭐 ?(야|할|하)|뭘 ?할|할 수 있|사람|AI|봇|챗봇)|이름이 ?(뭐|무엇)|챗봇|사람이랑 ?(얘기|대화)|^(오늘 )?날씨|(피곤|졸려|심심|배고프|힘들)(해|하다|네|어|다)?[\sㅠㅜ.!~]*$/iu,
  },
  {
    intent: 'general',
    pattern:
      /^(hi|hello|hey|howdy|yo|good (morning|afternoon|evening|night|day)|thanks?|thank you|thx|cheers|bye|goodbye|see you|ok(ay)?|great|nice|cool|sorry|welcome|lol|haha|wow|ugh|hm+|yay|never ?mind|no worries|got it)\b(?!.*\b(how (do|does|is|are|can|many|much|long)|what|when|where|which|who|why|find|show|explain|describe|can|does|is|are|do)\b)/iu,
  },
  {
    intent: 'general',
    pattern:
      /^(thanks|thank you|thx)\b[^?]*$|\b(who|what) (are you|made you|built you)\b|\bare you (a|an) (bot|human|robot|ai|real)\b|\byour name\b|\bhow are you\b|\bhow('s| is) it going\b|\bwhat's up\b|\b(what|which) (kinds? of )?(things?|stuff)? ?can you (do|help)\b|\btell me a joke\b|\bcan you help me\??$/iu,
  },
  {
    intent: 'search',
    pattern:
      /(찾아|검색|목록|리스트|조회|보여 ?(줘|주|달)|모아 ?(줘|주|달)|뽑아 ?(줘|주)|있는 ?(문서|자료|조항|규정)|어디에? ?(나와|나오|적혀|써|있는 ?조항)|관련 ?(문서|자료|규정|조항|서식)(들)?( ?(좀|전부|모두|다))?$)/u,
  },
  {
    intent: 'search',
    pattern: /^(「[^」]+」|[가-힣·ㆍ\s()]{2,30})\s*제\s*\d+\s*조(의\s*\d+)?(\s*제\s*\d+\s*항)?[.\s]*$/u,
  },
  {
    intent: 'search',
    pattern:
      /^(hey |hi |please |pls |plz )?((can|could|would) (you|u) (please |pls )?|i need (you )?to |i want to |i'm |help me |let me )?(find|search|look(ing)? (up|for)|show( me)?|list|locate|retrieve|get me|pull up|point me to|bring up|give me (all|every|the (list|documents?|pages?|entr)))\b/iu,
  },
  {
    intent: 'search',
    pattern:
      /\bpoint me (to|at)\b|\b(any|all|some|every|the|which|what) (documents?|docs?|pages?|entries|articles?|sections?|chapters?|runbooks?|material|passages?) (about|on|for|that|related|regarding|covering|mentioning|mentions?|concerning|w(ith)?)\b|\b(everything|anything) (about|on|related|regarding|we have)\b(?!.*\?$)/iu,
  },
  {
    intent: 'search',
    pattern:
      /\b(which|what) (documents?|pages?|entries|articles?|docs|sections?|chapters?) (talk|mention|cover|describe|deal|discuss|explain|refer)|\bwhere (can|do|could) i (find|read) (the|a|any|our|more)?\s?.*(guide|document|docs?|page|policy|manual|handbook|form|template|section|list)\b|\bwhere in the (handbook|docs?|documents?|manual|rules)\b/iu,
  },
  {
    intent: 'question',
    pattern:
      /\b(tell|told|know|explain) (me |us )?(how (soon|long|many|much|often|far|large|big|old)|when|where|who|which|whether|if)\b/iu,
  },
  {
    intent: 'explanation',
    pattern:
      /(설명|요약|정리해|자세히|상세히|풀어서|단계별|차근차근|하나하나|전반|전체적|한눈에|알기 쉽게|쉽게 (말|알려)|개념|원리|소개해|이해(하기|가|할|되|시켜)|에 ?대(해|하여)서? ?(알려|말해|소개|안내|가르|알고)|에 ?관(해|하여)서? ?(알려|말해|소개|안내|가르)|차이(점)?(를|을|가)? ?(알려|설명|뭐|무엇|어떻)|왜 .*(인지|는지) ?(알려|설명)?)/u,
  },
  {
    intent: 'explanation',
    pattern:
      /(절차|과정|방법|방식|순서|흐름|구조|체계)(을|를|은|는|이|가)? ?(좀 ?)?(알려|안내|말해|가르)|어떤 ?(과정|절차|식|순서)(을|를|으로)? ?(거쳐|통해|밟|진행|돌아가|이루어|운영)|어떻게 ?(돌아가|작동|굴러가|운영되|이루어|구성|진행되)/u,
  },
  {
    intent: 'explanation',
    pattern:
      /^(please |pls |plz |(can|could|would) (you|u) (please |mind )?)?(expl[a-z]{2,5}n|describ(e|ing)|summari[sz](e|ing)|outlin(e|ing)|elaborat(e|ing)|tell me (about|how|why|more)|walk me through|give (me )?(an|a) (overview|summary|explanation|introduction|rundown)|clarify|compare|introduce|teach me|help me understand)\b/iu,
  },
  {
    intent: 'explanation',
    pattern:
      /\bhow (do|does|is|are) (?!i\b|we\b|you\b|long|many|much|often)[\w\s-]+ (work|works|function|functions|differ|operate|handled|organi[sz]ed|structured|happen)\b|^(so )?(why (do|does|is|are|did|would|should)|how come)|\bhow do they work\b|\bhow does (it|that|this) (work|differ)\b|\bwhat('s| is) the (difference|idea|reason|point)\b|\b(explain|walk me through|overview of|idea behind|under the hood|step by step|background on|some background|break (it|this|that) down|in (plain|simple) (words|terms|english)|don't (really |quite )?(understand|get)|reasoning behind|how .{3,40} is set up)\b/iu,
  },
  {
    intent: 'question',
    pattern:
      /[?？]|(나요|까요|가요|는지|은지|인지|을까|ㄹ까|니까|습니까|입니까|됩니까|한가|는가|인가|던가|냐|니|죠|지요|임|됨|함|있음|없음|뭐야|뭐임|거야|건가|되나|하나|있나|없나|얼마|언제|어디|몇|누가|무엇|어떻게|어떤|왜|궁금)[\s.!~]*$/u,
  },
  {
    intent: 'question',
    pattern:
      /(언제|어디|얼마|누구|누가|무엇|무슨|어느|어떤|어떻게|몇|왜|며칠|궁금|헷갈|모르겠|알고 ?싶|가능|되는|해도 ?되|알려 ?(줘|주|달))|(마감일?|기한|날짜|기간|금액|요금|번호|시간)( ?(좀|요|은|는))?[\s.!~]*$/u,
  },
  {
    intent: 'question',
    pattern:
      /\b(whats?|when|where|who|whom|whose|which|why|how|is|are|was|were|do|does|did|can|could|should|may|must|will|would|am|has|have|wonder(ing)?|know|tell)\b|^(deadline|limit|maximum|minimum|price|cost|fee) (for|of|to)\b/iu,
  },
];

/** Messages without any verb or question word are key words, which is a search. */
export function classifyIntent(message: string): Intent {
  const text = message.normalize('NFC').trim();
  if (!/[\p{L}\p{N}]/u.test(text)) return 'general';
  return RULES.find((rule) => rule.pattern.test(text))?.intent ?? 'search';
}
