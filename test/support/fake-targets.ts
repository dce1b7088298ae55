import { ChooseTarget, ReadTargets } from '../../src/test-automation/targets/application/choose-target.js';
import { SaveTargets } from '../../src/test-automation/targets/application/save-targets.js';
import { isPath, valueAt } from '../../src/test-automation/targets/domain/json-value.js';
import {
  OwnerDirectory,
  TargetRights,
  TargetFile,
  TargetStore,
  TestTarget,
} from '../../src/test-automation/targets/domain/test-target.js';
import { OwnAddresses } from '../../src/shared/domain/base-url.js';

export class MemoryTargets extends TargetStore {
  constructor(private targets: readonly TestTarget[] = []) {
    super();
  }
  list(): Promise<readonly TestTarget[]> {
    return Promise.resolve(this.targets);
  }
  replace(targets: readonly TestTarget[]): Promise<void> {
    this.targets = targets;
    return Promise.resolve();
  }
}

export class FixedTargetFile extends TargetFile {
  constructor(private readonly targets: readonly TestTarget[] = []) {
    super();
  }
  list(): Promise<readonly TestTarget[]> {
    return Promise.resolve(this.targets);
  }
}

/** Owners by their scopes; the spec may change them. Who is not in the list has no rights. */
export class FixedOwners extends OwnerDirectory {
  constructor(readonly scopes: Map<string, readonly string[]> = new Map([['ann', ['admin']]])) {
    super();
  }
  rightsOf(owner: string): Promise<TargetRights> {
    const scopes = new Set(this.scopes.get(owner) ?? []);
    const mayUse = (scope: string) => scopes.has('admin') || scopes.has(scope);
    return Promise.resolve({ mayUse, mayNameAddresses: scopes.has('admin') });
  }
}

/** This server listens on 127.0.0.1:8001. */
export class FixedAddresses extends OwnAddresses {
  isForbiddenUrl(baseUrl: string): boolean {
    return baseUrl.includes('169.254.');
  }
  isOwnUrl(baseUrl: string): boolean {
    return new URL(baseUrl).host === '127.0.0.1:8001';
  }
  isOwn(address: string, port: number): boolean {
    return address === '127.0.0.1' && port === 8001;
  }
}

/** A target with what a spec cares for put in its place. */
export const aTarget = (more: Partial<TestTarget> = {}): TestTarget => ({
  name: 'bot',
  kind: 'openai',
  baseUrl: 'http://bot.example/v1',
  model: 'm',
  headers: {},
  request: undefined,
  response: undefined,
  stream: undefined,
  timeoutMs: undefined,
  concurrency: undefined,
  scopes: ['test'],
  ...more,
});

/** The use cases over these targets and owners. */
export function targetUseCases(store = new MemoryTargets(), owners = new FixedOwners(), file = new FixedTargetFile()) {
  const own = new FixedAddresses();
  const read = new ReadTargets(file, store);
  return {
    read,
    choose: new ChooseTarget(read, owners, own),
    save: new SaveTargets(store, read, owners, own, { isPath, valueAt }),
  };
}
