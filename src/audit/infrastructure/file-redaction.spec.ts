import fc from 'fast-check';
import { ConfigurationError } from '../../config/environment.js';
import { configurationFile } from '../../shared/infrastructure/configuration-folders.js';
import { FileRedaction, readRedactionRules } from './file-redaction.js';

const redaction = new FileRedaction(configurationFile('data', 'redaction.json'));

describe('FileRedaction', () => {
  it.each([
    ['Write to kim.haneul@example.ac.kr please', 'Write to [email] please'],
    ['주민번호 990101-2345678 로 조회해 줘', '주민번호 [resident-number] 로 조회해 줘'],
    ['내 번호는 010-1234-5678이고', '내 번호는 [phone]이고'],
    ['01012345678로 연락 주세요', '[phone]로 연락 주세요'],
    ['call +44 20 7946 0958 today', 'call [phone] today'],
    ['call (02) 345-6789 today', 'call [phone] today'],
    ['card 4111 1111 1111 1111 was charged', 'card [card-number] was charged'],
  ])('keeps of %j only %j', (text, kept) => {
    expect(redaction.apply(text)).toBe(kept);
  });

  it.each([
    '휴학규정 제8조 제2항은 2026. 3. 1.부터 시행되나요?',
    'Which rule took effect on 2026-03-01?',
    'ISO 9001 and RFC 9457, version 1.2.3',
    '학칙 2-1-4의 별표 3에 따른 30,000,000원',
  ])('leaves %j as it is', (text) => {
    expect(redaction.apply(text)).toBe(text);
  });

  it('terminates on any text, and is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        const once = redaction.apply(text);
        expect(redaction.apply(once)).toBe(once);
      }),
    );
    expect(redaction.apply('a'.repeat(4000)).length).toBe(4000);
  });

  it('rejects an invalid file and names it', () => {
    for (const text of [
      '{',
      '{"rules": [{"name": "x", "pattern": "("}]}',
      '{"rules": [{"name": "X Y", "pattern": "a"}]}',
    ]) {
      const read = () => readRedactionRules('/own/redaction.json', text);
      expect(read).toThrow(ConfigurationError);
      expect(read).toThrow('/own/redaction.json: takes');
    }
  });
});
