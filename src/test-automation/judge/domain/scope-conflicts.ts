import { Conflict, ConflictSetting, spanOf } from './conflict.js';
import { isSameWord, termsOf } from './meaning.js';
import { clausePolarity, clausesOf, freesInClause } from './polarity.js';
import { sayingsOf } from './readable-answer.js';
import { modality } from '../../../text/clauses/clause-reading.js';

const shares = (text: string, words: ReturnType<typeof termsOf>): boolean =>
  termsOf(text).some((word) => words.some((other) => isSameWord(word, other)));

/* ---------------------------------------------------------------- exceptions that are taken in */

const EXCEPTION =
  /(?:^|[.\s])(?:다만|단),?\s([^.]{4,160})|([^.,]{2,60})(?:은|는|을|를)?\s제외(?:하고|한|하며)|\b(?:except(?:\sfor|\sin|\sthat)?|other than|excluding)\s([^.;]{3,80})/giu;
const TAKES_IN =
  /포함(?:해|하여|한|됩|돼)|마찬가지|역시|예외\s?없이|어디서도|누구도|조차|\b(?:including|even|also|as well|no exceptions?|without exception)\b/iu;

/** The answer includes an exception of the passages: `공동 취사실을 포함해` for `다만, 공동 취사실에서는 그러하지 아니하다`. */
export function exceptionConflicts(answer: string, { gold, question }: ConflictSetting): Conflict[] {
  const asked = termsOf(question);
  const exceptions = gold.flatMap((text) =>
    [...text.matchAll(EXCEPTION)].map((match) => {
      const clause = match[1] ?? match[2] ?? match[3] ?? '';
      return { clause, words: termsOf(clause).filter((word) => !asked.some((other) => isSameWord(word, other))) };
    }),
  );
  return sayingsOf(answer).flatMap((saying) => {
    if (!TAKES_IN.test(saying.text)) return [];
    const hit = exceptions.find(({ words }) => words.length > 0 && shares(saying.text, words));
    const isKept = gold.some((text) => TAKES_IN.test(text) && hit !== undefined && shares(text, hit.words));
    return hit === undefined || isKept
      ? []
      : [{ ...spanOf(saying), clause: hit.clause, reason: 'the passages except it' }];
  });
}

/* ---------------------------------------------------------------- all and only */

const ALL = /누구나|모두|모든|전원|양쪽|각각|\b(?:both|all|every(?:one|body)?|each|either|any)\b/iu;
const ONLY_SUBJECT =
  /(?:^|[\s,])[가-힣]{2,12}만(?:이|은)?\s[^.]{0,40}수\s?있|에\s?한(?:하여|해)|\b(?:only|just)\s(?:the\s|a\s)?[a-z]+\s(?:may|can|is|are|gets?|must|has|have|takes?)\b/iu;

/** The answer names one alone although the passages name all: `only the mother` for `both parents`. */
export function onlyConflicts(answer: string, { gold }: ConflictSetting): Conflict[] {
  const clause = gold.flatMap((text) => sayingsOf(text)).find(({ text }) => ALL.test(text))?.text;
  if (clause === undefined || gold.some((text) => ONLY_SUBJECT.test(text) || /만\s|\bonly\b/iu.test(text))) return [];
  return sayingsOf(answer)
    .filter(({ text }) => ONLY_SUBJECT.test(text))
    .map((saying) => ({ ...spanOf(saying), clause, reason: 'the passages name more than that one' }));
}

/* ---------------------------------------------------------------- conditions that are said not to matter */

const DISREGARD =
  /([가-힣\s]{2,30}?)(?:은|는|이|가|와|과|에|에는)?\s?(?:관계|상관)\s?없이|([가-힣\s]{2,30}?)(?:을|를)?\s?(?:따지지|불문하고|막론하고)|\b(?:regardless of|irrespective of|no matter|whether or not)\s([^.,;]{3,60})/giu;

/** `공고와 관계없이` although the passages count from the 공고. */
export function disregardConflicts(answer: string, { gold, question }: ConflictSetting): Conflict[] {
  if (gold.some((text) => new RegExp(DISREGARD.source, 'iu').test(text))) return [];
  const asked = termsOf(question);
  return sayingsOf(answer).flatMap((saying) =>
    // A denial whatever the other condition says may be due to one of several conditions.
    (clausePolarity(saying.text) === 'negative' ? [] : [...saying.text.matchAll(DISREGARD)]).flatMap((match) => {
      const words = termsOf(match[1] ?? match[2] ?? match[3] ?? '').filter(
        (word) => !asked.some((other) => isSameWord(word, other)),
      );
      const clause =
        words.length === 0
          ? undefined
          : gold.flatMap((text) => sayingsOf(text)).find(({ text }) => shares(text, words));
      return clause === undefined
        ? []
        : [{ ...spanOf(saying), clause: clause.text, reason: 'the passages make it a condition' }];
    }),
  );
}

/* ---------------------------------------------------------------- duties and sanctions that are denied */

const FREED =
  /아니하여도|아니해도|않아도|안\s?해도|면제|예외|필요(?:가|는)?\s?없|\b(?:exempt|waive|optional|need not|not required|unless|except)/iu;

/** The answer exempts from an obligation of the passages: `신고하지 않아도 됩니다`. */
export function freedConflicts(answer: string, { gold, question }: ConflictSetting): Conflict[] {
  if (gold.some((text) => FREED.test(text))) return [];
  const asked = termsOf(question);
  const duties = gold
    .flatMap((text) => sayingsOf(text).flatMap((saying) => clausesOf(saying.text)))
    .filter((clause) => modality(clause) === 'must' && clausePolarity(clause) !== 'negative')
    .map((clause) => ({ clause, words: termsOf(clause) }));
  return sayingsOf(answer).flatMap((saying) =>
    clausesOf(saying.text).flatMap((part) => {
      if (!freesInClause(part)) return [];
      const duty = duties.find(({ words }) => shares(part, words));
      // An exemption from something that is neither in the question nor the whole duty does not contradict it.
      return duty === undefined || asked.length === 0
        ? []
        : [{ ...spanOf(saying), clause: duty.clause, reason: 'it frees from what the passages oblige to' }];
    }),
  );
}

const SANCTION =
  /면직|제적|퇴사|퇴학|징계|정지|취소|박탈|변상|과태료|벌점|해임|무효|상실|\b(?:expel|dismiss|suspend|cancel|revoke|forfeit|fine|penalt|disciplin|terminat|lose|block)/iu;
const NO_SANCTION =
  /(?:불이익|벌칙|제재|벌점|문제|처벌|영향)(?:은|는|이|가|도)?\s?(?:전혀\s?)?없|\b(?:no|without)\s(?:any\s)?(?:penalt\w+|consequences?|sanctions?|disadvantages?)|\bnothing (?:will )?happens?\b/iu;

/** The answer denies a sanction of the passages. */
export function sanctionConflicts(answer: string, { gold }: ConflictSetting): Conflict[] {
  const clause = gold.flatMap((text) => sayingsOf(text)).find(({ text }) => SANCTION.test(text))?.text;
  if (clause === undefined || gold.some((text) => NO_SANCTION.test(text))) return [];
  return sayingsOf(answer)
    .filter(({ text }) => NO_SANCTION.test(text))
    .map((saying) => ({ ...spanOf(saying), clause, reason: 'the passages name a consequence' }));
}
