const WORDS = /개정|신설|삭제|제정|이동|삽입|명칭\s*변경/u;
const DATE = /\d{4}\s*[.년/-]|^\s*삭제\s*$/u;

/** Whether the content of a bracket is an amendment note, as in `<개정 2020. 7. 1.>`; a short text. */
export function tellsOfChange(content: string): boolean {
  return WORDS.test(content) && DATE.test(content);
}
