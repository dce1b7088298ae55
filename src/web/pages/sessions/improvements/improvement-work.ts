import { useState } from 'preact/hooks';
import { changeImprovement, type Improvement, type ImprovementChange } from '../../api/improvements.js';
import { canChange } from './improvement-groups.js';

/** What happens to the improvements of the page. */
export interface ImprovementWork {
  readonly items: readonly Improvement[];
  /** Those that are being changed. */
  readonly running: ReadonlySet<string>;
  /** Why the last change of each failed. */
  readonly errors: ReadonlyMap<string, unknown>;
  /** How far the verification of several is; undefined before the first one. */
  readonly together: Together | undefined;
  readonly change: (id: string, what: ImprovementChange, reason?: string) => Promise<Improvement | undefined>;
  /** Verifies one after the other: each runs many questions on the server. */
  readonly verifyAll: (ids: readonly string[]) => Promise<void>;
}

export interface Together {
  readonly count: number;
  readonly done: number;
  readonly verified: number;
  readonly failed: number;
}

export function useImprovementWork(loaded: readonly Improvement[]): ImprovementWork {
  const [changed, setChanged] = useState<ReadonlyMap<string, Improvement>>(new Map());
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set());
  const [errors, setErrors] = useState<ReadonlyMap<string, unknown>>(new Map());
  const [together, setTogether] = useState<Together | undefined>();
  const items = loaded.map((item) => changed.get(item.id) ?? item);

  const change = async (id: string, what: ImprovementChange, reason?: string) => {
    setRunning((before) => new Set([...before, id]));
    setErrors((before) => new Map([...before].filter(([other]) => other !== id)));
    try {
      const now = await changeImprovement(id, what, reason === undefined ? {} : { reason });
      setChanged((before) => new Map([...before, [id, now]]));
      return now;
    } catch (error) {
      setErrors((before) => new Map([...before, [id, error]]));
      return undefined;
    } finally {
      setRunning((before) => new Set([...before].filter((other) => other !== id)));
    }
  };

  const verifyAll = async (ids: readonly string[]) => {
    const able = ids.filter((id) => items.some((item) => item.id === id && canChange(item, 'verify')));
    let progress: Together = { count: able.length, done: 0, verified: 0, failed: 0 };
    setTogether(progress);
    for (const id of able) {
      const now = await change(id, 'verify');
      const { done, verified, failed } = progress;
      progress = {
        ...progress,
        done: done + 1,
        verified: verified + (now?.status === 'verified' ? 1 : 0),
        failed: failed + (now === undefined ? 1 : 0),
      };
      setTogether(progress);
    }
  };
  return { items, running, errors, together, change, verifyAll };
}
