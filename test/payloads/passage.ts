import { faultOf } from './faults.js';
import { ALWAYS_REFUSED, type Answer, type Field, type Target } from './target.js';

/** A text that no rule lets pass but the rule that lets everything pass. */
const PROBE = `'"><b>&..\\/%00|:*?`;

/** Sends a call, and receives its results. */
export interface Passage {
  /** The body of the page at `/`. */
  readonly page: string;
  send(request: ReturnType<Target['request']>): Promise<Answer>;
  /** Called at once for each fault. */
  fault(what: string): void;
  /** Called for each text that a field itself accepted or refused. */
  passed(target: Target, field: Field): void;
}

type Group = readonly Field[];

/**
 * Fields that can hold texts in one call: those that take any text, and those that refuse most, since all that is wrong is told at once.
 * A field that names something, or narrows what may be seen, ends the call early, so it goes alone.
 */
async function groupsOf(target: Target, send: Passage['send']): Promise<Group[]> {
  const groups: { alone: Group[]; taken: Field[]; refused: Field[] } = { alone: [], taken: [], refused: [] };
  for (const field of target.fields) {
    const answer = await send(target.request(new Map([[field, PROBE]])));
    if (field.isAlone === true || [403, 404, 409].includes(answer.statusCode)) groups.alone.push([field]);
    else (isAccepted(answer) ? groups.taken : groups.refused).push(field);
  }
  return [...groups.alone, groups.taken, groups.refused].filter((group) => group.length > 0);
}

/** The fields that an answer blames by name. */
function blamed(answer: Answer, fields: Group): Group {
  const pointers = pointersIn(answer).map((pointer) => `${pointer}/`);
  return fields.filter(({ pointer }) =>
    pointers.some((at) => at.startsWith(`${pointer}/`) || `${pointer}/`.startsWith(at)),
  );
}

function pointersIn(answer: Answer): string[] {
  if (answer.statusCode !== 422) return [];
  const { errors = [] } = answer.json<{ errors?: readonly { readonly pointer: string }[] }>();
  return errors.map(({ pointer }) => pointer);
}

/** Every text through every field of a target, each taken or refused on its own account and not for a neighbour's. */
export async function passTexts(target: Target, texts: readonly string[], passage: Passage, width: number) {
  for (const group of await groupsOf(target, (request) => passage.send(request))) {
    // Neighbours hold different texts of the list at the same time.
    const stride = Math.max(1, Math.floor(texts.length / group.length));
    await inParallel(texts.keys(), width, async (i) => {
      const held = new Map(group.map((field, j) => [field, texts[(i + j * stride) % texts.length] ?? '']));
      await sendUntilEachCounts(target, held, passage);
    });
  }
}

async function sendUntilEachCounts(target: Target, held: ReadonlyMap<Field, string>, passage: Passage) {
  const from = performance.now();
  const answer = await passage.send(target.request(held));
  const told = { texts: [...held.values()], tookMs: performance.now() - from, page: passage.page };
  const fault = faultOf(answer, told);
  if (fault !== undefined) passage.fault(`${target.name} ${fault}: ${describe(held)}`);
  const fields = [...held.keys()];
  const counted = countedBy(answer, fields);
  for (const field of counted) passage.passed(target, field);
  const rest = fields.filter((field) => !counted.includes(field));
  // A refusal that names no field may concern any field: each is sent separately.
  const next = counted.length > 0 ? [rest] : rest.map((field) => [field]);
  for (const group of next) if (group.length > 0) await sendUntilEachCounts(target, only(held, group), passage);
}

/** The fields whose texts decided the answer, or were accepted by it. */
function countedBy(answer: Answer, fields: Group): Group {
  if (fields.length === 1 || isAccepted(answer)) return fields;
  return pointersIn(answer).includes(ALWAYS_REFUSED) ? fields : blamed(answer, fields);
}

/** MCP answers 200 to refused calls. */
function isAccepted({ statusCode, body }: Answer): boolean {
  return statusCode < 300 && !/"isError":true|"error":\{"code":/.test(body);
}

const only = (held: ReadonlyMap<Field, string>, fields: Group) =>
  new Map(fields.map((field) => [field, held.get(field) ?? '']));
const describe = (held: ReadonlyMap<Field, string>) =>
  [...held].map(([{ pointer }, text]) => `${pointer} ${JSON.stringify(text.slice(0, 80))}`).join(', ');

/** Runs at most so many at a time. */
export async function inParallel<T>(items: Iterable<T>, width: number, work: (item: T) => Promise<void>) {
  const iterator = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = iterator.next(); next.done !== true; next = iterator.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: width }, worker));
}
