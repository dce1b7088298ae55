import { wilson } from '../../../domain/interval.js';
import { goldOverlap } from '../../../questions/domain/meaning/question-checks.js';
import { AnswerForm, isOwn, isRefused, TriedCase } from './trial-case.js';

/** Outcome of the right and the wrong answers of one form in one language. */
export interface FormRate {
  readonly form: AnswerForm | 'boilerplate';
  readonly language: 'en' | 'ko';
  /** Whether the answers have their source. */
  readonly cited: boolean;
  readonly right: number;
  /** Share of the right answers that did not pass; null without a case. */
  readonly refused: number | null;
  readonly refused_ci95: readonly [number, number] | null;
  readonly wrong: number;
  /** Share of the wrong answers that did not pass; null without a case. */
  readonly caught: number | null;
  readonly caught_ci95: readonly [number, number] | null;
}

function rateOf(list: readonly TriedCase[]): { rate: number | null; ci95: readonly [number, number] | null } {
  const refused = list.filter(isRefused).length;
  return { rate: list.length === 0 ? null : refused / list.length, ci95: wilson(refused, list.length) ?? null };
}

function formRate(
  form: FormRate['form'],
  [language, cited]: readonly ['en' | 'ko', boolean],
  list: readonly TriedCase[],
): FormRate[] {
  const own = list.filter(({ trial }) => trial.language === language && trial.form?.cited === cited);
  const right = own.filter(({ trial }) => !trial.isFault);
  const wrong = own.filter(({ trial }) => trial.isFault);
  if (own.length === 0) return [];
  const [refused, caught] = [rateOf(right), rateOf(wrong)];
  return [
    {
      form,
      language,
      cited,
      right: right.length,
      refused: refused.rate,
      refused_ci95: refused.ci95,
      wrong: wrong.length,
      caught: caught.rate,
      caught_ci95: caught.ci95,
    },
  ];
}

/** The rates of each form, with and without citations; answers about boilerplate are also a row of their own. */
export function formRates(tried: readonly TriedCase[]): FormRate[] {
  const all = tried.filter(({ judgement }) => judgement.verdict !== 'not_evaluated');
  const forms = [...new Set(all.flatMap(({ trial }) => trial.form?.form ?? []))];
  const places = (['ko', 'en'] as const).flatMap((language) =>
    [false, true].map((cited) => [language, cited] as const),
  );
  const twins = all.filter(({ trial }) => trial.form?.boilerplate === true);
  return places.flatMap((place) => [
    ...forms.flatMap((form) =>
      formRate(
        form,
        place,
        all.filter(({ trial }) => trial.form?.form === form),
      ),
    ),
    ...formRate('boilerplate', place, twins),
  ]);
}

/** Share of the trial's answers with a lower overlap than the measured range. */
const LOWEST_SHARE = 0.05;

/** Whether an answer has the content of its sentence in other words: a calculated day or a number alone has no words of it. */
const isOfClause = ({ trial: { form } }: TriedCase): boolean => form !== undefined && !isOwn(form.form);

/** The lowest overlap of right answers with the gold sentence in the trial (5th percentile), 0..1; null without a case. */
export function leastOverlap(tried: readonly TriedCase[]): number | null {
  const overlaps = tried
    .filter((one) => isOfClause(one) && !one.trial.isFault)
    .map(({ trial }) => goldOverlap(trial.answer.text, trial.question.gold.quote ?? ''))
    .sort((a, b) => a - b);
  return overlaps[Math.floor(overlaps.length * LOWEST_SHARE)] ?? null;
}
