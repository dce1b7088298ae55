import { Injectable } from '@nestjs/common';
import { ConflictError, NotFoundError } from '../../../shared/domain/domain-error.js';
import { Improvement, ImprovementStore } from '../../sessions/domain/improvement.js';
import { Verification } from '../domain/verification.js';
import { SessionStore } from '../../sessions/domain/session-store.js';
import { GatherTrials } from './gather-trials.js';
import { ActingCaller, StoreImprovement } from './store-improvement.js';
import { OpenExperimentRunner } from './experiment-runner.js';
import { TryPatch } from './try-patch.js';

/** Has an improvement prove itself in a sandbox; what is served does not change. */
@Injectable()
export class VerifyImprovement {
  constructor(
    private readonly store: ImprovementStore,
    private readonly keep: StoreImprovement,
    private readonly gather: GatherTrials,
    private readonly benches: OpenExperimentRunner,
    private readonly tries: TryPatch,
    private readonly sessions: SessionStore,
  ) {}

  /**
   * @returns the improvement as verified or rejected, with the figures in its evidence
   * @throws NotFoundError; ConflictError for one that is applied or dismissed, and for a written suggestion, which has nothing to try
   */
  async verify(id: string, place: ActingCaller, signal: AbortSignal): Promise<Improvement> {
    const improvement = await this.store.find(id, place.owner);
    if (improvement === undefined) throw new NotFoundError('improvement', id);
    if (improvement.status === 'applied')
      throw new ConflictError(`The improvement '${id}' is applied; roll it back before trying it again.`);
    if (improvement.status === 'dismissed')
      throw new ConflictError(`The improvement '${id}' is dismissed; restore it before trying it.`);
    if (improvement.patch.length === 0)
      throw new ConflictError(
        `The improvement '${id}' is a written suggestion: it has no patch that could be tried. Do it by hand, and run a session with the same seed before and after.`,
      );
    const present = this.keep.present(improvement);
    const verification = await this.tried(present, place, signal);
    return this.keep.verified(present, place, verification);
  }

  private async tried(
    improvement: Improvement,
    { owner, by }: ActingCaller,
    signal: AbortSignal,
  ): Promise<Verification> {
    const sessionId = (await this.store.sessionOf(improvement.id)) ?? '';
    const { gather, benches, tries, sessions } = this;
    const sets = await gather.gather(improvement, sessionId, owner, signal);
    const session = (await sessions.find(sessionId, owner))?.session;
    const request = session?.request;
    // It is tried with the permissions of its session, whoever requests the trial.
    const caller = {
      owner: session?.owner ?? owner ?? by,
      scope: request?.scope ?? null,
      targetScope: request?.targetScope,
    };
    const bench = await benches.open(caller, signal);
    try {
      return await tries.try(bench, improvement.patch, sets);
    } finally {
      await bench.close();
    }
  }
}
