import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { drawnTexts } from './pdf-drawn-text.js';
import type { TurnedRun } from './pdf-turned-run.js';

/** Flags of annotations that do not appear on the screen. */
const HIDDEN_FLAGS = 2 | 32;
const PASSWORD = 1 << 13;
const FREE_TEXT = 'FreeText';
/** Height of text in a field of a form, where the field is higher. */
const FIELD_HEIGHT = 12;

/** Text that a page shows but that is not in its contents: values of forms, signatures, captions of buttons, stamps. */
export async function annotationRuns(page: PDFPageProxy): Promise<TurnedRun[]> {
  const found: unknown[] = (await page.getAnnotations().catch(() => [])).filter(isVisible);
  const drawn = found.some(isPicture) ? await drawnTexts(page).catch(() => undefined) : undefined;
  return found.flatMap((annotation) => {
    const picture = isPicture(annotation) ? (drawn?.get(stringOf(member(annotation, 'id'))) ?? []) : [];
    if (picture.length === 0) return lineRuns(annotation);
    return member(annotation, 'fieldType') === 'Ch' ? withChoices(picture, annotation) : picture;
  });
}

function isVisible(annotation: unknown): boolean {
  return (Number(member(annotation, 'annotationFlags') ?? 0) & HIDDEN_FLAGS) === 0;
}

/** Whether the text of an annotation is only known by its picture. */
function isPicture(annotation: unknown): boolean {
  if (member(annotation, 'hasAppearance') !== true) return false;
  const type = member(annotation, 'fieldType');
  if (type === 'Btn') return member(annotation, 'pushButton') === true;
  // A list shows the choices that were not selected too.
  if (type === 'Ch') return member(annotation, 'combo') !== true;
  return type === 'Sig' || member(annotation, 'subtype') === 'Stamp';
}

/** The lines of a list, each with a box that shows whether it is selected. */
function withChoices(lines: readonly TurnedRun[], annotation: unknown): TurnedRun[] {
  const selected = new Set(selectedLabels(annotation));
  return lines.map((line) => ({ ...line, text: `${selected.has(line.text.trim()) ? '☑' : '☐'} ${line.text}` }));
}

function lineRuns(annotation: unknown): TurnedRun[] {
  const text = shownText(annotation);
  const rectangle = member(annotation, 'rect');
  if (text === '' || !Array.isArray(rectangle)) return [];
  const [left = 0, bottom = 0, right = 0, top = 0] = rectangle.map(Number);
  const lines = text.split(/\r\n?|\n/u);
  const height = Math.min(FIELD_HEIGHT, (top - bottom) / lines.length) || FIELD_HEIGHT;
  // A single line is vertically centred in its field, as its label next to it is.
  const first = lines.length === 1 ? (top + bottom) / 2 - height * 0.35 : top - height;
  return lines.map((line, i) => ({
    text: line,
    along: left,
    across: first - i * height,
    angle: 0,
    width: Math.min(right - left, line.length * height * 0.5),
    height,
  }));
}

/** The text that an annotation shows on the page; notes that open on a click show nothing. */
function shownText(annotation: unknown): string {
  if (member(annotation, 'subtype') === FREE_TEXT) return stringOf(member(member(annotation, 'contentsObj'), 'str'));
  if ((Number(member(annotation, 'fieldFlags') ?? 0) & PASSWORD) !== 0) return '';
  const value = member(annotation, 'fieldValue');
  switch (member(annotation, 'fieldType')) {
    case 'Tx':
      // A value that is a stream is only known by its picture.
      return stringOf(value) || drawnText(annotation);
    case 'Ch':
      return selectedLabels(annotation).join(', ');
    case 'Btn':
      return boxOf(annotation, value);
    default:
      return '';
  }
}

/** The text of the picture that a text field has on the page. */
function drawnText(annotation: unknown): string {
  const drawn = member(annotation, 'textContent');
  return Array.isArray(drawn) ? drawn.map(stringOf).join('\n').trim() : '';
}

function boxOf(annotation: unknown, value: unknown): string {
  const own = member(annotation, member(annotation, 'radioButton') === true ? 'buttonValue' : 'exportValue');
  if (typeof own !== 'string') return '';
  return value === own ? '☑' : '☐';
}

/** A choice is stored by its value and shown by its label. */
function selectedLabels(annotation: unknown): string[] {
  const value = member(annotation, 'fieldValue');
  const values = (Array.isArray(value) ? value : [value]).filter((each): each is string => typeof each === 'string');
  const options = member(annotation, 'options');
  const labels = new Map<string, string>();
  for (const option of values.length > 0 && Array.isArray(options) ? options : []) {
    const own = stringOf(member(option, 'exportValue'));
    const label = member(option, 'displayValue');
    if (typeof label === 'string' && !labels.has(own)) labels.set(own, label);
  }
  return values.map((each) => labels.get(each) ?? each);
}

/** A property of a value of unknown type. */
export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** The value if it is a text, otherwise ''. */
export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
