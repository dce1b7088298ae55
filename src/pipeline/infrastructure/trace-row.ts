import { COMPONENTS, ConfigurationMark, SIDE_COMPONENTS, SideEvent, TraceEvent } from '../domain/trace.js';

/** Retention in days: traces explain recent answers; the turns are in the conversations. */
export const KEEP_DAYS = 7;
/** Old traces are deleted once every N saves. */
export const SWEEP_EVERY = 500;

/** Whether an event is of a component of this version. */
export function isEvent(value: unknown): value is TraceEvent | SideEvent {
  return (
    typeof value === 'object' &&
    value !== null &&
    'component' in value &&
    [...COMPONENTS, ...SIDE_COMPONENTS].some((name) => name === value.component)
  );
}

function isMark(value: unknown): value is ConfigurationMark {
  return typeof value === 'object' && value !== null && 'version' in value && 'hash' in value;
}

/** Reads the configuration of a trace from its row. */
export function readMark(text: string | null): ConfigurationMark | undefined {
  const mark: unknown = text === null ? undefined : JSON.parse(text);
  return isMark(mark) ? mark : undefined;
}
