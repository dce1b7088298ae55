import { Composition, CompositionDraft } from '../../domain/composition.js';
import { analysedPlainly } from '../../domain/analysed-message.js';
import { PipelineComponent } from '../../domain/component.js';
import { FinishAnswer } from '../finish-answer.js';
import { inventedPassage, inventedSet } from './fixtures.js';
import { alone, CaseSpec, ProbeKit, requestOf, rule } from './probe-kit.js';

type Checker = PipelineComponent<CompositionDraft, Composition>;

/** A passage, the writer's text about it, and the words that must not reach the reader. */
interface Draft {
  readonly question: string;
  readonly passage: string;
  readonly written: string;
  /** Undefined: the answer is right and must not change. */
  readonly wrong: string | undefined;
}

const DRAFTS: readonly (Draft & { readonly name: string })[] = [
  {
    name: 'rejects an invented number',
    question: 'How long is a saw lent?',
    passage: 'A saw is lent for 12 days.',
    written: 'According to the rules a saw is lent for 45 days.',
    wrong: '45',
  },
  {
    name: 'rejects an invented number in Korean',
    question: '공구는 며칠 동안 빌릴 수 있나요?',
    passage: '공구의 대여 기간은 12일로 한다.',
    written: '규정에 따르면 공구의 대여 기간은 45일입니다.',
    wrong: '45',
  },
  {
    name: 'rejects a reversed comparison',
    question: '몇 명 이상이 있어야 하나요?',
    passage: '위원회는 위원 5명 이상으로 구성한다.',
    written: '규정에 따르면 위원회는 위원 5명 미만으로 구성합니다.',
    wrong: '미만',
  },
  {
    name: 'keeps what the passage says in other words',
    question: 'How long is a saw lent?',
    passage: 'A saw is lent for 12 days.',
    written: 'According to the rules a saw is lent for 12 days.',
    wrong: undefined,
  },
  {
    name: 'keeps what the passage says in other words in Korean',
    question: '공구는 며칠 동안 빌릴 수 있나요?',
    passage: '공구의 대여 기간은 12일로 한다.',
    written: '공구의 대여 기간은 12일입니다.',
    wrong: undefined,
  },
];

function drafted(kit: ProbeKit, { question, passage }: Draft): CompositionDraft {
  const evidence = inventedPassage('probe-loan#0', passage, 0.9);
  return {
    request: requestOf(kit, question),
    analysed: analysedPlainly(question),
    retrieved: inventedSet(1, [evidence]),
    corrections: [],
  };
}

/** Returns the same text in each call, for every draft. */
function written(finish: FinishAnswer, one: Draft): (draft: CompositionDraft) => Promise<Composition> {
  const text = `${one.written} [1]`;
  const citation = {
    start: 0,
    end: one.written.length,
    chunkId: 'probe-loan#0',
    quoteStart: 0,
    quoteEnd: one.passage.length,
  };
  return (draft) => {
    const { usage } = finish.abstain(draft);
    const composed = { text, citations: [citation], usage, degraded: [], abstained: false };
    return Promise.resolve(finish.cite(composed, draft.retrieved));
  };
}

/** The check rejects invented numbers and reversed comparisons, and accepts paraphrases. */
export function factCheckCases(kit: ProbeKit, component: Checker, finish: FinishAnswer): CaseSpec[] {
  return DRAFTS.map((one) =>
    rule(one.name, async () => {
      const { result, event } = await alone(kit, component, drafted(kit, one), written(finish, one));
      const shown = `“${result.response}” (${event.effect})`;
      if (one.wrong === undefined) return result.response.includes('12') && !result.abstained ? undefined : shown;
      return result.response.includes(one.wrong) ? shown : undefined;
    }),
  );
}
