import { Injectable, Logger } from '@nestjs/common';
import { Clock, today } from '../../../shared/domain/clock.js';
import { inSlices } from '../../../shared/domain/steps.js';
import { AnswerJudge } from '../domain/answer-judge.js';
import { JudgeScorecard, judgeScorecard, TRIAL_VERSION } from '../domain/judge-calibration/judge-scorecard.js';
import { JudgeScorecards, JudgeMeasure } from '../domain/judge-calibration/judge-scorecards.js';
import { plantInSteps, spreadCases, TrialMaterial } from '../domain/judge-calibration/fault-injection.js';
import { TrialCase } from '../domain/judge-calibration/trial-case.js';
import { QuestionLexicon } from '../../questions/domain/question-lexicon.js';
import { SessionScope } from '../../domain/session-scope.js';
import { DocumentSource, SourceDocument } from '../../domain/source-document.js';
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

/** Input of the calibration. */
@Injectable()
export class TrialParts {
  constructor(
    readonly source: DocumentSource,
    readonly lexicon: QuestionLexicon,
    readonly phrases: PhraseSource,
    readonly clock: Clock,
  ) {}
}

/** Judges that can be calibrated. */
@Injectable()
export class TrialJudges {
  constructor(
    readonly rules: JudgeByRules,
    readonly withModel: JudgeWithModel,
    readonly chosen: AnswerJudge,
    readonly calibrateJudge: CalibrateJudge,
  ) {}
}

/**
 * Calibrates the judge of a session with faults injected into the documents that the session may see. The measurement of a judge is cached
 * for the same documents.
 */
@Injectable()
export class MeasureJudge extends JudgeMeasure {
  private readonly logger = new Logger('test-automation');

  constructor(
    private readonly parts: TrialParts,
    private readonly judges: TrialJudges,
    private readonly cards: JudgeScorecards,
  ) {
    super();
  }

  async measureJudge(
    { request, sessionId }: RequestedSession,
    signal: AbortSignal,
  ): Promise<readonly JudgeScorecard[]> {
    const place = { scope: request.scope, signal };
    try {
      const documents = await this.sample(place);
      const { rules, withModel, chosen } = this.judges;
      const card = await this.measure({ judge: rules, name: 'rules', most: undefined }, documents, place);
      if (chosen.of(request) !== withModel) return [card];
      const name = withModel.name;
      return [card, await this.measure({ judge: withModel, name, most: MODEL_CASES }, documents, place)];
    } catch (error) {
      if (signal.aborted) throw error;
      this.logger.warn({ err: error, session_id: sessionId }, 'failed to measure the judge of a session');
      return [];
    }
  }

  private async measure(
    tried: { readonly judge: AnswerJudge; readonly name: string; readonly most: number | undefined },
    documents: readonly SourceDocument[],
    place: { readonly scope: SessionScope; readonly signal: AbortSignal },
  ): Promise<JudgeScorecard> {
    const texts = documents.map(({ documentId, text }) => `${documentId}/${stableHash(text)}`).sort();
    const key = stableHash(JSON.stringify([TRIAL_VERSION, tried.name, place.scope, texts]));
    const kept = await this.cards.find(key);
    if (kept !== undefined) return kept;
    const { lexicon, phrases, clock } = this.parts;
    const material: TrialMaterial = { documents, outside: await lexicon.outsideTopics(), phrases: phrases.read() };
    const all = await inSlices(plantInSteps(material, SEED), undefined, place.signal);
    const cases: readonly TrialCase[] = tried.most === undefined ? all : spreadCases(all, tried.most);
    const judged = await this.judges.calibrateJudge.calibrate(cases, tried.judge, place);
    const measured_at = clock.now().toISOString();
    const card = judgeScorecard(judged, { judge: tried.name, seed: SEED, measured_at, documents: documents.length });
    // Cases that a model failed to judge may succeed the next time.
    if (card.not_evaluated === 0) await this.cards.save(key, card);
    return card;
  }

  /** A stable sample of the documents in force: those with the smallest hashes of their ids. */
  private async sample({ scope, signal }: { scope: SessionScope; signal: AbortSignal }): Promise<SourceDocument[]> {
    const day = today(this.parts.clock);
    const ranked: { readonly rank: number; readonly document: SourceDocument }[] = [];
    for await (const document of this.parts.source.documents(scope, signal)) {
      const { effectiveFrom: from, effectiveTo: to, documentId } = document;
      if ((from !== null && from > day) || (to !== null && to < day)) continue;
      ranked.push({ rank: fnv(documentId), document });
      if (ranked.length > 2 * MOST_DOCUMENTS) keepSmallest(ranked);
    }
    keepSmallest(ranked);
    return ranked.map(({ document }) => document);
  }
}

function keepSmallest(ranked: { readonly rank: number; readonly document: SourceDocument }[]): void {
  ranked.sort((a, b) => a.rank - b.rank || (a.document.documentId < b.document.documentId ? -1 : 1));
  ranked.splice(MOST_DOCUMENTS);
}
