/** The word for a value of the API, as `Speech.name` returns it. */
type Name = (group: string, value: string) => string;

/** Options of the command line and fields of the API, in parentheses: they help who starts a session there, not who reads a page. */
const OPTIONS = / ?\([\w.]+, --[\w-]+\)/gu;
const REQUIREMENT = /, REQ-[A-Z]-\d+(?=\))| ?\(REQ-[A-Z]-\d+\)/gu;
/** Names of settings, in parentheses. */
const SETTINGS = / ?\([A-Z]+(?:_[A-Z]+)+\)/gu;
const FAILURE = /\b[A-Z]{4,}(?:_[A-Z]+)*\b/gu;
const COMPONENT = /\b[a-z]+(?:_[a-z]+)+\b/gu;

/** The word for a type of failure; other words in capitals stay. */
function nameOfFailure(type: string, name: Name): string {
  const word = name('failure', type);
  return word === type.replaceAll('_', ' ') ? type : word;
}

/**
 * A sentence of the server for readers of a page: without options, settings and requirement numbers, and with words for the names of
 * components and types of failure.
 * @param name the word for a component or a type of failure
 * @example plainDetail('5 dialogues instead of 3 (multi_turn.scenarios, --scenarios).', name) // '5 dialogues instead of 3.'
 */
export function plainDetail(detail: string, name: Name): string {
  return detail
    .replaceAll(OPTIONS, '')
    .replaceAll(REQUIREMENT, '')
    .replaceAll(SETTINGS, '')
    .replaceAll(FAILURE, (type) => nameOfFailure(type, name))
    .replaceAll(COMPONENT, (component) => name('component', component));
}

/** Start of the id of a gate that a session file defines. */
const CRITERION = 'rubric:';

/**
 * A gate in words; that of a criterion has the name that its session file gives it.
 * @example gateName('rubric:polite', name) // 'Criterion: polite'
 */
export function gateName(id: string, name: Name): string {
  return id.startsWith(CRITERION) ? `${name('gate', 'rubric')}: ${id.slice(CRITERION.length)}` : name('gate', id);
}
