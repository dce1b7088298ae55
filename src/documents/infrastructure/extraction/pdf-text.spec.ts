import { EXTRACTION_LIMITS } from './extraction-limits.js';
import { limitExpressions } from './extraction-thread.js';
import { pdfRefusal, pdfText } from './pdf-text.js';

describe('pdfRefusal', () => {
  it('distinguishes a password from damage', () => {
    const password = Object.assign(new Error('No password given'), { name: 'PasswordException' });
    expect(pdfRefusal(password).message).toContain('password-protected');
    expect(pdfRefusal(new Error('bad  xref\n')).message).toContain('the PDF is damaged (bad xref)');
    expect(pdfRefusal('odd').message).toContain('odd');
  });
});

describe('pdfText', () => {
  const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';
  const drawing = (content: string): string =>
    `<< /Type /XObject /Subtype /Form /BBox [0 0 228 60] /Resources << /Font << /F1 ${FONT} >> >> /Length ${content.length} >>\nstream\n${content}\nendstream`;
  /** A page with annotations, each with the content stream of its picture. */
  const withAnnotations = (annotations: readonly (readonly [annotation: string, content: string])[]): Buffer => {
    const numbers = annotations.map((_, i) => `${4 + 2 * i} 0 R`).join(' ');
    const objects = [
      `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${numbers}] >> >>`,
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Annots [${numbers}] >>`,
      ...annotations.flatMap(([annotation, content], i) => [
        `<< /Type /Annot /AP << /N ${5 + 2 * i} 0 R >> ${annotation} >>`,
        drawing(content),
      ]),
    ];
    const body = objects.map((object, i) => `${i + 1} 0 obj\n${object}\nendobj\n`).join('');
    return Buffer.from(`%PDF-1.7\n${body}trailer << /Root 1 0 R /Size ${objects.length + 1} >>\n%%EOF`, 'latin1');
  };
  const textOf = async (file: Buffer): Promise<string> => {
    const reply = await pdfText(file);
    return reply.status === 'done' ? reply.text : '';
  };

  it('reads a text field that has a picture of its text and no plain value', async () => {
    const drawn = 'BT /F1 12 Tf 4 24 Td (The lighthouse opens) Tj 0 -14 Td (at half past nine.) Tj ET';
    const field = '/Subtype /Widget /FT /Tx /T (note) /Ff 4096 /V 5 0 R /Rect [72 700 300 740] /F 4';
    expect(await textOf(withAnnotations([[field, drawn]]))).toBe('The lighthouse opens\nat half past nine.');
  });

  it('reads a field with a long text without an expression of that text, which takes the square of its length', async () => {
    const native = globalThis.RegExp;
    limitExpressions(EXTRACTION_LIMITS.expressionLength);
    const lines = Array.from({ length: 600 }, (_, i) => `The lighthouse opens at half past ${i}.`);
    const drawn = `BT /F1 2 Tf 4 24 Td ${lines.map((line) => `(${line}) Tj 0 -14 Td`).join(' ')} ET`;
    const field = '/Subtype /Widget /FT /Tx /T (note) /Ff 4096 /V 5 0 R /Rect [72 100 300 740] /F 4';
    try {
      expect(lines.join('').length).toBeGreaterThan(EXTRACTION_LIMITS.expressionLength);
      const text = await textOf(withAnnotations([[field, drawn]]));
      expect(text).toContain('half past 0.');
      expect(text).toContain('half past 599.');
    } finally {
      globalThis.RegExp = native;
    }
  });

  it('reads signatures, captions of buttons and stamps as they appear on the page, where they appear', async () => {
    const signature = '/Subtype /Widget /FT /Sig /T (sign) /Rect [72 600 300 660] /F 132';
    const drawn =
      'q 1 0 0 1 0 4 cm BT /F1 10 Tf 12 TL 4 24 Td [(Signed by Ha) -20 (eun) -400 (Seo)] TJ T* (on 3 May) Tj ET Q BT /F1 10 Tf 1 0 0 1 120 28 Tm (Busan) Tj ET';
    const button = '/Subtype /Widget /FT /Btn /Ff 65536 /T (send) /Rect [72 500 300 560] /F 4';
    const stamp = '/Subtype /Stamp /Rect [72 400 300 460] /F 4';
    const caption = (text: string): string => `BT /F1 10 Tf 4 24 Td (${text}) Tj ET`;
    const file = withAnnotations([
      [stamp, caption('PAID')],
      [button, caption('Send the form')],
      [signature, drawn],
      [stamp.replace('/F 4', '/F 2'), caption('HIDDEN')],
    ]);
    expect((await textOf(file)).split(/\n+/u)).toEqual([
      'Signed by Haeun Seo Busan',
      'on 3 May',
      'Send the form',
      'PAID',
    ]);
  });

  it('reads the choices of a list with the selected ones marked', async () => {
    const list =
      '/Subtype /Widget /FT /Ch /T (day) /Opt [[(m) (Monday)] [(t) (Tuesday)]] /V (t) /Rect [72 600 300 660] /F 4';
    const drawn = 'BT /F1 10 Tf 4 40 Td (Monday) Tj 0 -14 Td (Tuesday) Tj ET';
    expect(await textOf(withAnnotations([[list, drawn]]))).toBe('☐ Monday\n☑ Tuesday');
  });

  it('reads the selected choices of a list without a picture by their labels', async () => {
    const list =
      '/Subtype /Widget /FT /Ch /Ff 2097152 /T (day) /Opt [[(m) (Monday)] [(m) (Moonday)] [(t) (화요일)] (Friday)] /V [(m) (t) (Friday) (x)] /Rect [72 600 300 660] /F 4';
    const korean = list.replace('(화요일)', `<FEFF${Buffer.from('화요일', 'utf16le').swap16().toString('hex')}>`);
    expect(await textOf(withAnnotations([[korean, '']]))).toBe('Monday, 화요일, Friday, x');
  });
});
