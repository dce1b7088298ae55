import { childOf, childrenNamed, numberOf, type XmlNode } from './xml-node.js';

interface Field {
  instruction: string;
  hasResult: boolean;
  /** The displayed value of a form box or choice. */
  readonly shown: string;
}

/** A phonetic guide of older programs: `EQ \* jc2 \o\ad(\s\up 9(reading),word)`. */
const PHONETIC =
  /\\o\s{0,4}\\a[a-z]\s{0,4}\(\s{0,4}\\s\s{0,4}\\up\s{0,4}\d{0,4}\(([^()]{0,100})\)[,;]([^()]{0,100})\)/iu;

/** The open fields at a position of a Word document; only the result of a field is text, its code is not. */
export class DocxFields {
  private readonly open: Field[] = [];

  /** Whether the position is inside the code of a field. */
  get isCode(): boolean {
    return this.open.some((field) => !field.hasResult);
  }

  addCode(text: string): void {
    const field = this.open.at(-1);
    if (field !== undefined && !field.hasResult) field.instruction += text;
  }

  /** @returns what the field itself shows, in addition to its result */
  mark(node: XmlNode): string {
    switch (node.attributes['fldCharType']) {
      case 'begin':
        this.open.push({ instruction: '', hasResult: false, shown: formField(childOf(node, 'ffData')) });
        return '';
      case 'separate': {
        const field = this.open.at(-1);
        if (field !== undefined) field.hasResult = true;
        return '';
      }
      case 'end': {
        const field = this.open.pop();
        return field === undefined || this.isCode ? '' : field.shown || phonetic(field);
      }
      default:
        return '';
    }
  }

  /** Codes end with their paragraph: a field that never shows its result must not swallow the rest of the document. */
  endParagraph(): void {
    while (this.isCode) this.open.pop();
  }
}

function phonetic(field: Field): string {
  if (field.hasResult) return '';
  const [, reading, word] = PHONETIC.exec(field.instruction) ?? [];
  return reading === undefined || word === undefined ? '' : `${word.trim()}(${reading.trim()})`;
}

function formField(data: XmlNode | undefined): string {
  const box = childOf(data, 'checkBox');
  if (box !== undefined) {
    const checked = childOf(box, 'checked') ?? childOf(box, 'default');
    return checked !== undefined && (checked.attributes['val'] ?? '1') !== '0' ? '☑' : '☐';
  }
  const choices = childOf(data, 'ddList');
  const chosen = numberOf(childOf(choices, 'result'), 'val') ?? numberOf(childOf(choices, 'default'), 'val') ?? 0;
  return childrenNamed(choices, 'listEntry')[chosen]?.attributes['val'] ?? '';
}
