import { InvalidInputError } from '../../shared/domain/domain-error.js';
import { OrderedTarget } from '../domain/session-order.js';
import { toRecord } from '../domain/target-record.js';
import { ConfiguredTarget } from '../domain/test-target.js';
import { SessionTargetDto } from './test-session-request.dto.js';
import { TargetPriceDto, TargetRequestDto, TargetResponseDto, TestTargetDto } from './test-target.dto.js';

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

/** A target as GET gives it: defaults written out, members without a value left out. */
export function toTargetDto({ target, origin }: ConfiguredTarget): TestTargetDto {
  const { headers, request, response, price, scopes, ...record } = toRecord(target);
  const dto = Object.assign(new TestTargetDto(), record);
  if (headers !== undefined) dto.headers = { ...headers };
  if (request !== undefined) dto.request = Object.assign(new TargetRequestDto(), request);
  if (response !== undefined) dto.response = Object.assign(new TargetResponseDto(), response);
  if (price !== undefined) dto.price = Object.assign(new TargetPriceDto(), price);
  dto.scopes = [...(scopes ?? [])];
  dto.origin = origin;
  return dto;
}
