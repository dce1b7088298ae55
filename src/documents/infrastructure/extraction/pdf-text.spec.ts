import { pdfRefusal } from './pdf-text.js';

describe('pdfRefusal', () => {
  it('distinguishes a password from damage', () => {
    const password = Object.assign(new Error('No password given'), { name: 'PasswordException' });
    expect(pdfRefusal(password).message).toContain('password-protected');
    expect(pdfRefusal(new Error('bad  xref\n')).message).toContain('the PDF is damaged (bad xref)');
    expect(pdfRefusal('odd').message).toContain('odd');
  });
});
