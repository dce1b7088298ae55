import { InvalidInputError } from '../../../shared/domain/domain-error.js';
import { OrderedTarget } from '../../domain/session-order.js';
import { SessionTargetDto } from './test-session-request.dto.js';

/** @throws InvalidInputError for a name together with anything else: the definition of a target has all of it */
export function toOrderedTarget(target: SessionTargetDto | undefined): OrderedTarget {
  if (target?.name !== undefined) {
    const others = Object.entries(target).filter(([field, value]) => field !== 'name' && value !== undefined);
    if (others.length > 0)
      throw new InvalidInputError(
        others.map(([field]) => ({
          pointer: `/target/${field}`,
          detail: `is part of the target '${target.name ?? ''}'; leave it out, or leave the name out`,
        })),
      );
    return { name: target.name };
  }
  return {
    kind: target?.kind ?? 'self',
    baseUrl: target?.base_url,
    model: target?.model,
    apiKeyEnv: target?.api_key_env,
  };
}
