import { TITLE_LEVEL } from '../../../domain/document-block.js';

const HEADING = /^(?:heading|제목|見出し|überschrift|titre)[ \u00a0]?([1-9])$/iu;
const TITLE = /^(?:title|제목)$/iu;
/** Outline level 9 is body text. */
const BODY_LEVEL = 9;

/** Heading levels of the styles of an RTF file. */
export class RtfStyles {
  private readonly levels = new Map<number, number>();
  private name = '';
  private number = 0;
  private outline: number | undefined;

  /** A control word inside the list of styles. */
  control(word: string, value: number | undefined): void {
    if (word === 's') this.number = value ?? 0;
    else if (word === 'outlinelevel') this.outline = value;
    // Styles of characters and sections have their own numbers.
    else if (word === 'cs' || word === 'ds' || word === 'ts') this.number = -1;
  }

  /** Text inside it: a name ends with a semicolon. */
  text(text: string): void {
    for (const [i, part] of text.split(';').entries()) {
      if (i > 0) this.end();
      this.name += part;
    }
  }

  private end(): void {
    const name = this.name.split(',')[0]?.trim() ?? '';
    const level = HEADING.exec(name)?.[1];
    if (TITLE.test(name)) this.levels.set(this.number, TITLE_LEVEL);
    else if (level !== undefined) this.levels.set(this.number, Number(level));
    else if (this.outline !== undefined && this.outline < BODY_LEVEL) this.levels.set(this.number, this.outline + 1);
    this.name = '';
    this.number = 0;
    this.outline = undefined;
  }

  /**
   * The level of a paragraph's heading; undefined for body text.
   * @param outline level of the paragraph itself
   */
  level(style: number, outline: number | undefined): number | undefined {
    if (outline !== undefined) return outline < BODY_LEVEL ? outline + 1 : undefined;
    return this.levels.get(style);
  }
}
