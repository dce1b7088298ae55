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
  it('reads a text field that has a picture of its text and no plain value', async () => {
    const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';
    const drawn = 'BT /F1 12 Tf 4 24 Td (The lighthouse opens) Tj 0 -14 Td (at half past nine.) Tj ET';
    const objects = [
      '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] >> >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Annots [4 0 R] >>',
      '<< /Type /Annot /Subtype /Widget /FT /Tx /T (note) /Ff 4096 /V 6 0 R /Rect [72 700 300 740] /F 4 /AP << /N 5 0 R >> >>',
      `<< /Type /XObject /Subtype /Form /BBox [0 0 228 40] /Resources << /Font << /F1 ${font} >> >> /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
      '<< /Length 3 >>\nstream\nold\nendstream',
    ];
    const body = objects.map((object, i) => `${i + 1} 0 obj\n${object}\nendobj\n`).join('');
    const file = Buffer.from(`%PDF-1.7\n${body}trailer << /Root 1 0 R /Size 7 >>\n%%EOF`, 'latin1');
    expect(await pdfText(file, () => undefined)).toMatchObject({ text: 'The lighthouse opens\nat half past nine.' });
  });
});
