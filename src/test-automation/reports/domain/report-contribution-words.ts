interface Measured {
  readonly tier: string;
  readonly configurations: number;
  readonly queries: number;
  readonly asked: number;
}

/** What the report says about the measured contribution of the components; `all` and `none` are the values with all and without any. */
export const CONTRIBUTION_WORDS = {
  en: {
    head: ['component', 'fired', 'effect', '95 %', 'p (Holm)', 'verdict'],
    intro: ({ tier, configurations, queries, asked }: Measured, all: string, none: string) =>
      `${tier}: ${configurations} configurations x ${queries} questions, of which ${asked} runs had to be asked; v(all) = ${all} of 5${none}.`,
  },
  ko: {
    head: ['컴포넌트', '발동', '효과', '95 %', 'p (Holm)', '판정'],
    intro: ({ tier, configurations, queries, asked }: Measured, all: string, none: string) =>
      `${tier}: 구성 ${configurations}개 x 질문 ${queries}개 중 ${asked}번을 실제로 물었다. v(all) = ${all} / 5${none}.`,
  },
} as const;
