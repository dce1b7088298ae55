import type { LightMyRequestResponse } from 'fastify';
import { comparable, firstDifference } from './comparable.js';
import { SECRET_WORDS } from './planted.js';
import { type Call, type Names, ROUTES } from './routes.js';
import type { Ask } from './world.js';

/** Where two answers differ, or what an answer shows. */
export interface Found {
  readonly operation: string;
  readonly what: string;
}

export interface Walk {
  /** The caller at the server that holds more. */
  readonly whole: Ask;
  /** The caller at the other one. */
  readonly alone: Ask;
  /** The caller's own things at each. */
  readonly own: readonly [Names, Names];
  /** What the first server holds besides. */
  readonly hidden: Names;
  /** Names of the operations, as the OpenAPI document has them. */
  readonly operations: readonly string[];
  /** All calls of an operation; otherwise some of them. */
  readonly isThorough: boolean;
  /** A secret word that the callers' own requests store. */
  readonly stored?: string | undefined;
  /** Puts the second server right after a call that makes a difference by contract. */
  readonly undo: () => Promise<unknown>;
}

/**
 * Storing under the id of a hidden document is changing it, which is 404 (contract): a key that may store documents can find out that an
 * id is taken. Nothing else of the document is revealed, and documents without an id of their own get a random one. Cases and agents have
 * no such exception.
 */
const revealsTakenId = (operation: string, call: Call, hidden: Names) =>
  /^POST \/documents(\/bulk|\/upload)?$/u.test(operation) && requestOf(call).includes(hidden.document);

/** Whoever shares an answer says that there is one; a reader without its sources learns that it is left out, and no more. */
const saysWhatIsLeftOut = (operation: string, call: Call, hidden: Names) =>
  operation === 'GET /shared/{share_id}' && call.url.includes(hidden.share);

export const secretsIn = (body: string): string[] => SECRET_WORDS.filter((word) => body.toLowerCase().includes(word));
export const requestOf = ({ method, url, payload }: Call): string =>
  `${String(method)} ${url} ${JSON.stringify(payload) ?? ''}`;

/** Ids of the same shape that nothing has. */
function unknownLike(names: Names): Names {
  const other = (id: string) => `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;
  return Object.fromEntries(Object.entries(names).map(([what, id]) => [what, other(id)])) as unknown as Names;
}

/** The request's own words are compared as what they are: its path, and ids. Short ids are part of other words. */
const wordsOf = ({ url }: Call, names: Names) =>
  new Map([
    [new URL(url, 'http://localhost').pathname, '<path>'],
    ...Object.entries(names).flatMap(([what, id]) =>
      id.length > 4 ? [id, id.toUpperCase()].map((written): [string, string] => [written, `<${what}>`]) : [],
    ),
  ]);

/** An answer with its request, and with the ids that the request names. */
interface Answered {
  readonly call: Call;
  readonly names: Names;
  readonly response: LightMyRequestResponse;
}

const differenceOf = (one: Answered, other: Answered) =>
  firstDifference(
    comparable(one.response, wordsOf(one.call, one.names)),
    comparable(other.response, wordsOf(other.call, other.names)),
  );

/**
 * Asks both servers by every operation, for hidden ids, for unknown ones and, reading, for the caller's own.
 * @returns where the servers answer differently, and where the first answers a hidden id otherwise than an unknown one
 */
export async function walk(way: Walk): Promise<Found[]> {
  const found: Found[] = [];
  for (const operation of way.operations)
    await walkOperation(operation, way, (what) => found.push({ operation, what: what.slice(0, 600) }));
  return found;
}

async function walkOperation(operation: string, way: Walk, note: (what: string) => void): Promise<void> {
  const route = ROUTES[operation];
  if (route === undefined) {
    note(`${operation}: nobody has said in test/leak/routes.ts how to call it`);
    return;
  }
  const { whole, alone, hidden, own } = way;
  const unknown = unknownLike(hidden);
  const both = async ([call, names]: [Call, Names], [twin, twinNames]: [Call, Names]) => {
    const [seen, unseen] = await Promise.all([whole(call), alone(twin)]);
    const secrets = secretsIn(seen.body).filter((word) => word !== way.stored);
    if (secrets.length > 0) note(`${requestOf(call)}: shows ${secrets.join(', ')}`);
    if (seen.statusCode >= 500 && seen.statusCode !== 501) note(`${requestOf(call)}: answers ${seen.statusCode}`);
    const answered = { call, names, response: seen };
    if (revealsTakenId(operation, call, hidden) || saysWhatIsLeftOut(operation, call, hidden)) return answered;
    const difference = differenceOf(answered, { call: twin, names: twinNames, response: unseen });
    if (difference !== undefined) note(`${requestOf(call)}: ${difference}`);
    return answered;
  };
  for (const [call, other, mine, twin] of callsOf(operation, way, unknown)) {
    const ofHidden = await both([call, hidden], [call, hidden]);
    if (revealsTakenId(operation, call, hidden)) {
      await way.undo();
      continue;
    }
    // A call without an id is the same again.
    if (requestOf(other) === requestOf(call)) continue;
    const ofUnknown = await both([other, unknown], [other, unknown]);
    const difference = tellsApart(ofHidden, ofUnknown);
    if (difference !== undefined && !saysWhatIsLeftOut(operation, call, hidden))
      note(`${requestOf(call)}: is told apart from one that does not exist, ${difference}`);
    if (operation.startsWith('GET ')) await both([mine, own[0]], [twin, own[1]]);
  }
}

/** The calls of an operation: with a hidden id, with an unknown one, and with the caller's own at the one server and at the other. */
function callsOf(operation: string, { hidden, own, isThorough }: Walk, unknown: Names) {
  const calls = (names: Names) => ROUTES[operation]?.calls(names) ?? [];
  const [first, second, third, fourth] = [calls(hidden), calls(unknown), calls(own[0]), calls(own[1])];
  const step = isThorough ? 1 : Math.ceil(first.length / 4);
  return first.flatMap((call, i) =>
    i % step === 0 ? [[call, second[i] ?? call, third[i] ?? call, fourth[i] ?? call] as const] : [],
  );
}

/** What the first call stored may change the answer to the second, but not whether it succeeds. */
function tellsApart(ofHidden: Answered, ofUnknown: Answered): string | undefined {
  const { statusCode: status } = ofHidden.response;
  if (status < 300 && ofUnknown.response.statusCode === status) return undefined;
  return differenceOf(ofHidden, ofUnknown);
}
