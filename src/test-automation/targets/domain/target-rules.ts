import { faultOfBaseUrl, faultOfPath } from '../../../shared/domain/base-url.js';
import { Fault } from '../../../shared/domain/domain-error.js';
import { headerFaults } from '../../../shared/domain/header-faults.js';
import { TestTarget } from './test-target.js';
import { JsonPaths } from './json-value.js';

/** Variables that a target may read. No setting of the server has such a name, so that none of its secrets can be sent. */
export const SECRET_VARIABLE = /^TARGET_[A-Z0-9_]+$/;
export const SECRET_VARIABLE_RULE =
  'must be the name of an environment variable that starts with TARGET_, for example TARGET_API_KEY';

const SECRETS = { pattern: SECRET_VARIABLE, rule: SECRET_VARIABLE_RULE };

const NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,99}$/u;

function pathFaults({ response }: TestTarget, at: string, paths: Pick<JsonPaths, 'isPath'>): Fault[] {
  if (response === undefined) return [];
  const { answer, contexts, citations, conversationId, inputTokens, outputTokens, costUsd } = response;
  const places = {
    answer,
    contexts,
    citations,
    conversation_id: conversationId,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    cost_usd: costUsd,
  };
  return Object.entries(places).flatMap(([field, path]) =>
    path === undefined || paths.isPath(path)
      ? []
      : [
          {
            pointer: `${at}/response/${field}`,
            detail:
              'must be a JSON Pointer such as /choices/0/text, a path such as choices[0].text, or a JSONPath such as $.hits[*].text (at most one .., no match and search)',
          },
        ],
  );
}

/** Required fields of each kind, and fields of the kind `http` only. */
function kindFaults(target: TestTarget, at: string): Fault[] {
  const { kind, model, request, response, stream } = target;
  if (kind !== 'http') {
    const extra = Object.entries({ request, response, stream }).filter(([, value]) => value !== undefined);
    const faults = extra.map(([field]) => ({ pointer: `${at}/${field}`, detail: 'belongs to the kind http alone' }));
    return kind === 'openai' && model === undefined
      ? [...faults, { pointer: `${at}/model`, detail: 'is needed for the kind openai' }]
      : faults;
  }
  const faults: Fault[] = [];
  if (request === undefined) faults.push({ pointer: `${at}/request`, detail: 'is needed for the kind http' });
  if (response === undefined) faults.push({ pointer: `${at}/response`, detail: 'is needed for the kind http' });
  const detail = request === undefined ? undefined : faultOfPath(request.path.replaceAll(/\{\{\w+\}\}/gu, 'x'));
  if (detail !== undefined) faults.push({ pointer: `${at}/request/path`, detail });
  return faults;
}

/** Checks of base URLs; `OwnAddresses` is one implementation. */
export interface AddressRules {
  isForbiddenUrl(baseUrl: string): boolean;
  isOwnUrl(baseUrl: string): boolean;
}

/** All faults of a list of targets. */
export function targetFaults(
  targets: readonly TestTarget[],
  rules: AddressRules,
  paths: Pick<JsonPaths, 'isPath'>,
): Fault[] {
  return targets.flatMap((target, i) => {
    const at = `/items/${i}`;
    const faults: Fault[] = [];
    if (!NAME.test(target.name))
      faults.push({ pointer: `${at}/name`, detail: 'must be up to 100 letters, digits, dots, dashes and underscores' });
    if (targets.findIndex(({ name }) => name === target.name) < i)
      faults.push({ pointer: `${at}/name`, detail: `duplicate name '${target.name}'` });
    const address = addressFault(target.baseUrl, rules);
    if (address !== undefined) faults.push({ pointer: `${at}/base_url`, detail: address });
    return [
      ...faults,
      ...headerFaults(target.headers, { at, secrets: SECRETS }),
      ...pathFaults(target, at, paths),
      ...kindFaults(target, at),
    ];
  });
}

/** The fault of a target's address, as the end of a sentence; undefined without one. */
export function addressFault(baseUrl: string, rules: AddressRules): string | undefined {
  const fault = faultOfBaseUrl(baseUrl);
  if (fault !== undefined) return fault;
  if (rules.isForbiddenUrl(baseUrl)) return 'must not be a link-local address or a metadata service';
  return rules.isOwnUrl(baseUrl) ? 'is an address of this server; use the target {"kind": "self"}' : undefined;
}
