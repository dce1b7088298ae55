import { Injectable, Logger } from '@nestjs/common';
import { administers, CurrentRights } from '../../../shared/domain/current-rights.js';
import { ConflictError } from '../../../shared/domain/domain-error.js';
import { Improvement, ImprovementStore } from '../../sessions/domain/improvement.js';
import { AutomaticImprovement } from '../../sessions/domain/session-artifacts.js';
import { TestSession } from '../../sessions/domain/test-session.js';
import { pairOf } from '../domain/synonym-repair.js';
import { StoreImprovement } from './store-improvement.js';
import { VerifyImprovement } from './verify-improvement.js';

/** How many improvements a session may put in service automatically; 0 is none, which is the default (AUTO_IMPROVE). */
export abstract class AutomaticLimit {
  abstract readonly patches: number;
}

/** Proposals that are tried for each that may be applied. */
const TRIED_EACH = 3;
const BY = 'automatic';

/**
 * After a session of an administrator: verifies its suggestions and applies those that pass, within the limit. Every step is in the audit
 * log.
 */
@Injectable()
export class ImproveAutomatically extends AutomaticImprovement {
  private readonly logger = new Logger('test-automation');

  constructor(
    private readonly store: ImprovementStore,
    private readonly verify: VerifyImprovement,
    private readonly keep: StoreImprovement,
    private readonly limit: AutomaticLimit,
    private readonly rights: CurrentRights,
  ) {
    super();
  }

  /** @returns ids of the applied improvements; an improvement that fails on the way does not change the configuration */
  async improve({ sessionId, owner, request }: TestSession, signal: AbortSignal): Promise<readonly string[]> {
    const { patches } = this.limit;
    // The configuration applies to the whole service: findings of a key that is limited to some categories do not change it.
    if (patches === 0 || request.scope !== null) return [];
    const applied: string[] = [];
    const joined = new Set<string>();
    for (const improvement of (await this.proposed(sessionId, owner)).slice(0, patches * TRIED_EACH)) {
      // The other synonyms of a word are proposed in case the first is refused.
      const asked = pairOf(improvement.suggestedValue)?.asked;
      if (asked !== undefined && joined.has(asked)) continue;
      // A verification takes minutes, in which a key may be revoked or narrowed.
      if (applied.length >= patches || signal.aborted || !(await this.mayApply(owner))) break;
      if (!(await this.applies(improvement, owner, signal))) continue;
      applied.push(improvement.id);
      if (asked !== undefined) joined.add(asked);
    }
    if (applied.length > 0)
      this.logger.log(
        `session ${sessionId}: ${applied.length} improvements were verified and applied: ${applied.join(', ')}`,
      );
    return applied;
  }

  /** A session applies no improvement whose owner may not apply one by a request. */
  private async mayApply(owner: string): Promise<boolean> {
    return administers(await this.rights.of(owner));
  }

  private async proposed(sessionId: string, owner: string): Promise<Improvement[]> {
    const own: Improvement[] = [];
    for (const improvement of await this.store.list(owner))
      if (
        improvement.status === 'proposed' &&
        improvement.patch.length > 0 &&
        (await this.store.sessionOf(improvement.id)) === sessionId
      )
        own.push(improvement);
    // The list has the last one first, and of several for one fault the best was proposed first.
    return own.reverse().sort((a, b) => Number(b.priority === 'high') - Number(a.priority === 'high'));
  }

  private async applies({ id }: Improvement, owner: string, signal: AbortSignal): Promise<boolean> {
    try {
      const tried = await this.verify.verify(id, { owner, by: BY }, signal);
      if (tried.status !== 'verified' || !(await this.mayApply(owner))) return false;
      await this.keep.apply(id, { owner, by: BY });
      return true;
    } catch (error) {
      // The configuration changed concurrently: the improvement is tried in the next session.
      if (error instanceof ConflictError) return false;
      throw error;
    }
  }
}
