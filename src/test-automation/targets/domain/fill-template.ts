const PLACEHOLDER = /\{\{(\w+)\}\}/gu;
const WHOLE_PLACEHOLDER = /^\{\{(\w+)\}\}$/u;

/** Values by the names of their placeholders. */
export type TemplateValues = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);

/** A placeholder without a value stays unchanged. */
const valueOf = (values: TemplateValues, name: string, written: string): unknown =>
  Object.hasOwn(values, name) ? values[name] : written;

/**
 * Fills a JSON template. A text that is one placeholder becomes the value itself (a list stays a list); within a longer text the value is
 * written out. Values are never read as templates.
 * @example fillTemplate({ q: '{{question}}' }, { question: 'Why?' }) // { q: 'Why?' }
 */
export function fillTemplate(template: unknown, values: TemplateValues): unknown {
  if (typeof template === 'string') {
    const name = WHOLE_PLACEHOLDER.exec(template)?.[1];
    if (name !== undefined) return valueOf(values, name, template);
    return template.replaceAll(PLACEHOLDER, (written, inner: string) => textOf(valueOf(values, inner, written)));
  }
  if (Array.isArray(template)) return template.map((item: unknown) => fillTemplate(item, values));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([name, part]) => [name, fillTemplate(part, values)]));
}

/** Fills the path of a request. Each value becomes one percent-encoded segment, which adds no segment and no parameter. */
export function fillPath(path: string, values: TemplateValues): string {
  return path.replaceAll(PLACEHOLDER, (written, name: string) =>
    encodeURIComponent(textOf(valueOf(values, name, written))),
  );
}
