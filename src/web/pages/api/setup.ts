import { call } from './call.js';
import { flag, list, nullable, number, object, type Read, text } from './shape.js';

const PresentService = object({
  part: text,
  kind: text,
  base_url: nullable(text),
  model: nullable(text),
  key_name: nullable(text),
  has_key: flag,
});
export type PresentService = Read<typeof PresentService>;

const TrialResult = object({
  works: flag,
  failure: nullable(text),
  detail: nullable(text),
  took_ms: number,
  timeout_multiplier: nullable(number),
  answer: nullable(object({ question: text, text, right: flag })),
  dimensions: nullable(number),
});
export type TrialResult = Read<typeof TrialResult>;

/** A service as it is typed: each text may be empty. */
export interface ChosenService {
  readonly part: string;
  readonly kind: string;
  readonly baseUrl: string;
  readonly model: string;
  readonly key: string;
}

export const readServices = async () =>
  (await call('/setup/services', object({ services: list(PresentService) }))).services;

/** Sends one small request to a service. The key is used for it alone. @throws CallError */
export const tryService = ({ part, kind, baseUrl, model, key }: ChosenService) =>
  call('/setup/services/test', TrialResult, {
    body: {
      part,
      kind,
      ...(baseUrl === '' ? {} : { base_url: baseUrl }),
      ...(model === '' ? {} : { model }),
      ...(key === '' ? {} : { api_key: key }),
    },
  });
