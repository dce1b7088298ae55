import { Injectable, Logger } from '@nestjs/common';
import { Clock, today } from '../../../shared/domain/clock.js';
import { inSlices } from '../../../shared/domain/steps.js';
import { AnswerJudge } from '../domain/answer-judge.js';
import {
  JudgeScorecard,
  judgeScorecard,
  TRIAL_VERSION,
  JudgeScorecards,
  JudgeMeasure,
} from '../domain/judge-calibration/judge-scorecard.js';
import { plantInSteps, spreadCases, TrialMaterial } from '../domain/judge-calibration/fault-injection.js';
import { TrialCase } from '../domain/judge-calibration/trial-case.js';
import { QuestionLexicon } from '../../questions/domain/question-lexicon.js';
import { SessionScope, DocumentSource, SourceDocument } from '../../domain/session-scope.js';
import { RequestedSession } from '../../domain/session-request.js';
import { JudgeByRules, PhraseSource } from './judge-by-rules.js';
import { JudgeWithModel } from './judge-with-model.js';
import { CalibrateJudge } from './calibrate-judge.js';
import { fnv, stableHash } from '../../domain/seeded-random.js';

/** Documents for fault injection; a larger store is sampled. */
const MOST_DOCUMENTS = 400;
/** All sessions over the same documents share a measurement, whatever they asked. */
const SEED = 1;
/** Cases of the calibration of a language model; each is two calls. */
const MODEL_CASES = 60;

/** Where a measurement searches, and the signal that ends it. */
interface TrialPlace {
  readonly scope: SessionScope;
  readonly signal: AbortSignal;
}

/** Makes the cases of a calibration from the documents that a session may see. */
@Injectable()
export class PrepareTrials {
  constructor(
    private readonly source: DocumentSource,
    private readonly lexicon: QuestionLexicon,
    private readonly phrases: PhraseSource,
    private readonly clock: Clock,
  ) {}

  /** A stable sample of the documents in force: those with the smallest hashes of their ids. */
  async sample({ scope, signal }: TrialPlace): Promise<SourceDocument[]> {
    const day = today(this.clock);
    const ranked: { readonly rank: number; readonly document: SourceDocument }[] = [];
    for await (const document of this.source.documents(scope, signal)) {
      const { effectiveFrom: from, effectiveTo: to, documentId } = document;
      if ((from !== null && from > day) || (to !== null && to < day)) continue;
      ranked.push({ rank: fnv(documentId), document });
      if (ranked.length > 2 * MOST_DOCUMENTS) keepSmallest(ranked);
    }
    keepSmallest(ranked);
    return ranked.map(({ document }) => document);
  }

  /** Answers with known correctness: right ones, and the same with planted faults. */
  async cases(documents: readonly SourceDocument[], { signal }: TrialPlace): Promise<readonly TrialCase[]> {
    const outside = await this.lexicon.outsideTopics();
    const material: TrialMaterial = { documents, outside, phrases: this.phrases.read() };
    return inSlices(plantInSteps(material, SEED), undefined, signal);
  }
}

/** A judge to be measured. */
interface MeasuredJudge {
  readonly judge: AnswerJudge;
  readonly name: string;
  /** Maximum number of cases; all without it. */
  readonly most: number | undefined;
}

/** Chooses which judges are measured for a session: the rules always, a language model if the session uses it. */
@Injectable()
export class ChooseMeasuredJudges {
  constructor(
    private readonly rules: JudgeByRules,
    private readonly withModel: JudgeWithModel,
    private readonly chosen: AnswerJudge,
  ) {}

  of(request: RequestedSession['request']): readonly MeasuredJudge[] {
    const { rules, withModel } = this;
    const byRules = { judge: rules, name: 'rules', most: undefined };
    if (this.chosen.of(request) !== withModel) return [byRules];
    return [byRules, { judge: withModel, name: withModel.name, most: MODEL_CASES }];
  }
}

/**
 * Calibrates the judge of a session with faults injected into the documents that the session may see. The measurement of a judge is cached
 * for the same documents.
 */
@Injectable()
export class MeasureJudge extends JudgeMeasure {
  private readonly logger = new Logger('test-automation');

  constructor(
    private readonly trials: PrepareTrials,
    private readonly judges: ChooseMeasuredJudges,
    private readonly calibrateJudge: CalibrateJudge,
    private readonly cards: JudgeScorecards,
    private readonly clock: Clock,
  ) {
    super();
  }

  async measureJudge(
    { request, sessionId }: RequestedSession,
    signal: AbortSignal,
  ): Promise<readonly JudgeScorecard[]> {
    const place = { scope: request.scope, signal };
    try {
      const documents = await this.trials.sample(place);
      const cards: JudgeScorecard[] = [];
      for (const judge of this.judges.of(request)) cards.push(await this.measure(judge, documents, place));
      return cards;
    } catch (error) {
      if (signal.aborted) throw error;
      this.logger.warn({ err: error, session_id: sessionId }, 'failed to measure the judge of a session');
      return [];
    }
  }

  private async measure(
    tried: MeasuredJudge,
    documents: readonly SourceDocument[],
    place: TrialPlace,
  ): Promise<JudgeScorecard> {
    const texts = documents.map(({ documentId, text }) => `${documentId}/${stableHash(text)}`).sort();
    const key = stableHash(JSON.stringify([TRIAL_VERSION, tried.name, place.scope, texts]));
    const kept = await this.cards.find(key);
    if (kept !== undefined) return kept;
    const all = await this.trials.cases(documents, place);
    const cases = tried.most === undefined ? all : spreadCases(all, tried.most);
    const judged = await this.calibrateJudge.calibrate(cases, tried.judge, place);
    const measured_at = this.clock.now().toISOString();
    const card = judgeScorecard(judged, { judge: tried.name, seed: SEED, measured_at, documents: documents.length });
    // Cases that a model failed to judge may succeed the next time.
    if (card.not_evaluated === 0) await this.cards.save(key, card);
    return card;
  }
}

function keepSmallest(ranked: { readonly rank: number; readonly document: SourceDocument }[]): void {
  ranked.sort((a, b) => a.rank - b.rank || (a.document.documentId < b.document.documentId ? -1 : 1));
  ranked.splice(MOST_DOCUMENTS);
}
