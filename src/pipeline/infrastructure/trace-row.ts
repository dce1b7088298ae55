import { COMPONENTS, ConfigurationMark, SIDE_COMPONENTS, SideEvent, TraceEvent } from '../domain/trace.js';

/** Traces are for looking into recent answers; conversations keep what was said. */
export const KEEP_DAYS = 7;
/** Old traces are swept once in so many saves. */
export const SWEEP_EVERY = 500;

/** An event of a component that this version knows. */
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

/** Which configuration a trace was made with, as its row keeps it. */
export function readMark(text: string | null): ConfigurationMark | undefined {
  const mark: unknown = text === null ? undefined : JSON.parse(text);
  return isMark(mark) ? mark : undefined;
}
