/** Sequences that steer a terminal (ECMA-48): colours, titles, cursor. */
const TERMINAL = /\u001b(?:\[[0-?]{0,32}[ -/]{0,8}[@-~]|\][^\u0007\u001b]{0,256}(?:\u0007|\u001b\\)|[@-Z\\-_])/gu;
/** Control characters, except line breaks and tabs. */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/gu;
/** Invisible characters and changes of text direction: the displayed text then differs from the stored text (Unicode TR 36). */
const INVISIBLE =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/** Marks with which chat templates separate speakers: `<|im_start|>`, `[INST]`, `<<SYS>>`, `</s>`, `<start_of_turn>`. */
const TEMPLATE_MARK =
  /<\|[^<>|\n]{0,40}\|?>|<{1,2}\/?\s?(?:sys|s|bos|eos|pad|unk|start_of_turn|end_of_turn|begin_of_text|end_of_text|endoftext)>{1,2}|\[\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\]/giu;
/** A line that starts like another speaker: `System:`, `### Assistant:`, `사용자:`. */
const SPEAKER =
  /^([^\S\n]{0,8}(?:[#*>_-]{1,6}[^\S\n]{0,4})?(?:system|assistant|user|human|developer|instructions?|시스템|어시스턴트|사용자|개발자|지시)(?:[^\S\n]{1,2}(?:prompt|message|instructions?|프롬프트|메시지))?[*_]{0,2}[^\S\n]{0,4})[:：]/gimu;
/** The start or end tag of one of the prompt's own blocks, also with blanks or full-width brackets. */
const BLOCK = /[<＜](?=\s{0,8}\/?\s{0,8}(?:passage|(?:question|system|instructions?|user|assistant)\b))/giu;
/** A number in square brackets inside a passage would be read as a citation if the model copies it. */
const MARK = /\[(\s{0,4}\d{1,3}(?:\s{0,4}[,;–-]\s{0,4}\d{1,3}){0,9}\s{0,4})\]/gu;

/** Text without invisible characters: terminal sequences, control characters, characters without width, changes of direction. */
export function visibleText(text: string): string {
  return text.replace(TERMINAL, '').replace(CONTROL, '').replace(INVISIBLE, '');
}

/** Text that a model cannot read as the end of its quotation, as another speaker, or as a citation. */
export function neutralise(text: string): string {
  return visibleText(text)
    .replace(TEMPLATE_MARK, (mark) => mark.replace(/[<[]/gu, '‹').replace(/[>\]]/gu, '›').replace(/\|/gu, '¦'))
    .replace(BLOCK, '‹')
    .replace(SPEAKER, '$1∶')
    .replace(MARK, '($1)');
}
