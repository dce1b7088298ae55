import { Injectable } from '@nestjs/common';
import { Clock } from '../../../shared/domain/clock.js';
import { ConflictError, NotFoundError } from '../../../shared/domain/domain-error.js';
import { AuditEntry, Improvement, ImprovementStore, statusBeforeDismissal } from '../../sessions/domain/improvement.js';
import { AppliedPatch, ServedConfiguration } from '../domain/served-configuration.js';
import { pairOf, synonymPatch } from '../domain/synonym-repair.js';
import { SetComparison, Verification } from '../domain/verification.js';

/** Whose improvements are found, and who acts. */
export interface ActingCaller {
  /** Undefined for an administrator, who finds those of every owner. */
  readonly owner: string | undefined;
  readonly by: string;
}

function numberIn(evidence: Improvement['evidence'], name: string): number | undefined {
  const value = evidence[name];
  return typeof value === 'number' ? value : undefined;
}

function appliedOf({ evidence }: Improvement): AppliedPatch | undefined {
  const [baseVersion, version] = [numberIn(evidence, 'base_version'), numberIn(evidence, 'applied_version')];
  return baseVersion === undefined || version === undefined ? undefined : { baseVersion, version };
}

function figures(verification: Verification, version: number): Readonly<Record<string, unknown>> {
  const set = (compared: SetComparison) => {
    const { queries, gained, lost, failedBefore, scoreChange, scoreChangeCi95, successP, regressed } = compared;
    return {
      queries,
      failed_before: failedBefore,
      gained,
      lost,
      score_change: scoreChange,
      score_change_ci95: scoreChangeCi95,
      success_p: successP,
      regressed,
    };
  };
  return {
    accepted: verification.accepted,
    reasons: verification.reasons,
    configuration_version: version,
    failing: set(verification.failing),
    paraphrases: set(verification.paraphrases),
    regression: set(verification.regression),
    control: verification.control && set(verification.control),
    rival: verification.rival == null ? null : set(verification.rival),
    holding: verification.holding ?? null,
    meaning: verification.meaning ?? null,
  };
}

/** Stores the state of improvements, and puts verified ones in service. Every step is recorded in the audit log. */
@Injectable()
export class StoreImprovement {
  constructor(
    private readonly store: ImprovementStore,
    private readonly configuration: ServedConfiguration,
    private readonly clock: Clock,
  ) {}

  /**
   * An improvement with its patch on the configuration in service: other synonyms that were applied since move the positions that a patch
   * names, or have made a group of one of its words.
   */
  present(improvement: Improvement): Improvement {
    const pair = improvement.type === 'synonym' ? pairOf(improvement.suggestedValue) : undefined;
    const patch = pair === undefined ? [] : synonymPatch(this.configuration.current(), pair);
    return patch.length === 0 ? improvement : { ...improvement, patch };
  }

  async verified(improvement: Improvement, caller: ActingCaller, verification: Verification): Promise<Improvement> {
    const { version } = this.configuration.current();
    const status = verification.accepted ? 'verified' : 'rejected';
    const evidence = {
      ...improvement.evidence,
      verification: figures(verification, version),
      verified_version: version,
    };
    const detail = verification.reasons.join(' ');
    return this.record({ ...improvement, status, evidence }, caller, { action: status, detail });
  }

  /**
   * Makes a new version of the configuration and puts it in service.
   * @throws NotFoundError; ConflictError for an improvement that is not verified, or was verified on another version
   */
  async apply(id: string, caller: ActingCaller): Promise<Improvement> {
    const improvement = await this.find(id, caller);
    const verifiedOn = numberIn(improvement.evidence, 'verified_version');
    const { version } = this.configuration.current();
    if (improvement.status !== 'verified')
      throw new ConflictError(`The improvement '${id}' is ${improvement.status}; only a verified one can be applied.`);
    if (verifiedOn !== version)
      throw new ConflictError(
        `The improvement '${id}' was verified on version ${verifiedOn ?? 'unknown'} of the configuration, and ${version} is in service; verify it again.`,
      );
    const note = `improvement ${id}: ${improvement.description}`;
    const applied = await this.configuration.apply(improvement.patch, { note, author: caller.by }, version);
    const evidence = { ...improvement.evidence, base_version: applied.baseVersion, applied_version: applied.version };
    const detail = `Version ${applied.baseVersion} of the configuration became version ${applied.version}.`;
    return this.record({ ...improvement, status: 'applied', evidence }, caller, { action: 'applied', detail });
  }

  /** @throws NotFoundError; ConflictError for an improvement that is not applied, or if a later change touches the same value */
  async rollBack(id: string, caller: ActingCaller): Promise<Improvement> {
    const improvement = await this.find(id, caller);
    const applied = appliedOf(improvement);
    if (improvement.status !== 'applied' || applied === undefined)
      throw new ConflictError(
        `The improvement '${id}' is ${improvement.status}; only an applied one can be rolled back.`,
      );
    const reason = { note: `improvement ${id} rolled back`, author: caller.by };
    const now = await this.configuration.takeBack(improvement.patch, applied, reason);
    const detail = `Version ${now} of the configuration is in service.`;
    return this.record({ ...improvement, status: 'rolled_back' }, caller, { action: 'rolled_back', detail });
  }

  /**
   * Takes an improvement that is not wanted off the list of those to work on.
   * @param reason a sentence, which is kept in the audit log
   * @throws NotFoundError; ConflictError for one that is applied, or dismissed already
   */
  async dismiss(id: string, caller: ActingCaller, reason: string): Promise<Improvement> {
    const improvement = await this.find(id, caller);
    if (improvement.status === 'applied')
      throw new ConflictError(`The improvement '${id}' is applied; roll it back before dismissing it.`);
    if (improvement.status === 'dismissed')
      throw new ConflictError(`The improvement '${id}' is dismissed already; restore it to give another reason.`);
    return this.record({ ...improvement, status: 'dismissed' }, caller, { action: 'dismissed', detail: reason });
  }

  /** Undoes a dismissal: the improvement has the status from before it. @throws NotFoundError; ConflictError for one that is not dismissed */
  async restore(id: string, caller: ActingCaller): Promise<Improvement> {
    const improvement = await this.find(id, caller);
    if (improvement.status !== 'dismissed')
      throw new ConflictError(
        `The improvement '${id}' is ${improvement.status}; only a dismissed one can be restored.`,
      );
    const status = statusBeforeDismissal(improvement);
    return this.record({ ...improvement, status }, caller, { action: 'restored', detail: `It is ${status} again.` });
  }

  private async find(id: string, { owner }: ActingCaller): Promise<Improvement> {
    const improvement = await this.store.find(id, owner);
    if (improvement === undefined) throw new NotFoundError('improvement', id);
    return improvement;
  }

  private record(
    improvement: Improvement,
    { owner, by }: ActingCaller,
    entry: Pick<AuditEntry, 'action' | 'detail'>,
  ): Promise<Improvement> {
    return this.store.record(improvement, owner, { at: this.clock.now().toISOString(), by, ...entry });
  }
}
