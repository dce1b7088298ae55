import { appendAll } from '../../../shared/domain/append-all.js';
import { InvalidInputError } from '../../../shared/domain/domain-error.js';
import { DatasetItem, DatasetNote, SentDataset, SentItem } from './dataset.js';
import { itemRecord } from './item-record.js';
import {
  ABSTENTION_METRIC,
  ABSTENTIONS,
  FACT_METRIC,
  PromptfooAssert,
  readAsserts,
  REFERENCE_METRIC,
} from './promptfoo-asserts.js';
import { isMembers, Members, readMembers } from './sent-members.js';

/** Members of a configuration that control promptfoo itself; they are ignored. */
const RUN = ['providers', 'targets', 'prompts', 'scenarios', 'derivedMetrics', 'extensions'];
/** Members of a test that are not about the right answer. */
const OTHER = ['options', 'threshold', 'provider', 'providers', 'prompts', 'assertScoringFunction'];
const EMPTY: Members = {};

function testsIn(value: unknown): { readonly tests: readonly unknown[]; readonly config: Members } {
  if (Array.isArray(value)) return { tests: value, config: EMPTY };
  if (isMembers(value) && Array.isArray(value['tests'])) return { tests: value['tests'], config: value };
  throw new InvalidInputError([
    {
      pointer: '/tests',
      detail: 'must be a list of tests with vars and assert; tests in files of their own are not read, put them here',
    },
  ]);
}

const assertsOf = (test: Members): readonly unknown[] => (Array.isArray(test['assert']) ? test['assert'] : []);
const varsOf = (test: Members): Members => (isMembers(test['vars']) ? test['vars'] : EMPTY);

/** A single variable is the question, whatever its name is. */
function withQuestion(vars: Members): Members {
  const names = Object.keys(vars);
  const [only] = names;
  if (names.length === 1 && only !== undefined && typeof vars[only] === 'string') return { question: vars[only] };
  return vars;
}

/**
 * The tests of a promptfoo configuration. `vars` holds the question (`question`, `query`, `input`, or the only variable) and the other
 * fields. Asserts that name texts are facts; those that name an answer are a reference. `defaultTest` applies to every test.
 * @throws InvalidInputError without tests
 */
export function readPromptfoo(value: unknown): SentDataset {
  const { tests, config } = testsIn(value);
  const notes: DatasetNote[] = RUN.filter((name) => config[name] !== undefined).map((name) => ({
    place: `/${name}`,
    detail: `'${name}' says how promptfoo runs; it is not used`,
  }));
  const common = isMembers(config['defaultTest']) ? config['defaultTest'] : EMPTY;
  const commonAsserts = readAsserts(assertsOf(common), '/defaultTest/assert');
  appendAll(notes, commonAsserts.notes);
  const base = config === EMPTY ? '' : '/tests';
  const items = tests.map((test, i): SentItem => {
    const at = { pointer: `${base}/${i}`, place: `test ${i + 1}` };
    if (!isMembers(test)) return { ...at, record: {} };
    const place = (name: string) => `${at.pointer}/${name}`;
    const vars = readMembers({ ...varsOf(common), ...withQuestion(varsOf(test)) }, { ...at, place: place('vars') });
    const data = isMembers(test['metadata']) ? test['metadata'] : EMPTY;
    const metadata = readMembers(data, { ...at, place: place('metadata') });
    const { facts: ownFacts, reference: ownReference } = metadata.item.record;
    const isExported = ownFacts !== undefined || ownReference !== undefined;
    const said = readAsserts(assertsOf(test), place('assert'), isExported);
    appendAll(notes, [...vars.notes, ...metadata.notes, ...said.notes]);
    for (const name of OTHER)
      if (test[name] !== undefined)
        notes.push({ place: place(name), detail: `'${name}' says how promptfoo runs; it is not used` });
    const facts = [...commonAsserts.facts, ...said.facts];
    const reference = said.reference ?? commonAsserts.reference;
    const isRefusal = said.isRefusal || commonAsserts.isRefusal;
    const record = {
      ...(facts.length === 0 ? {} : { facts }),
      ...(reference === undefined ? {} : { reference }),
      ...(isRefusal ? { answerable: false } : {}),
      ...vars.item.record,
      ...metadata.item.record,
    };
    return { ...at, record };
  });
  const name = config['description'];
  return { name: typeof name === 'string' ? name : undefined, items, notes };
}

/** Asserts that promptfoo can check by itself: facts by their texts, abstentions by their words. A reference needs a model there. */
function assertsFor({ facts, reference, answerable }: DatasetItem): PromptfooAssert[] {
  if (answerable === false) return [{ type: 'icontains-any', value: ABSTENTIONS, metric: ABSTENTION_METRIC }];
  const stated = facts.map((wordings) =>
    wordings.length === 1
      ? { type: 'icontains', value: wordings[0], metric: FACT_METRIC }
      : { type: 'icontains-any', value: wordings, metric: FACT_METRIC },
  );
  if (stated.length > 0 || reference === undefined) return stated;
  return [{ type: 'factuality', value: reference, metric: REFERENCE_METRIC }];
}

/** A configuration of promptfoo without providers: `promptfoo eval` needs one, see the guide. */
export function writePromptfoo(items: readonly DatasetItem[], name: string) {
  return {
    description: name,
    prompts: ['{{question}}'],
    tests: items.map((item) => {
      const { question, ...metadata } = itemRecord(item);
      return { vars: { question }, assert: assertsFor(item), metadata };
    }),
  };
}
