import { isBlankField, isNameOfForm } from './blank-fields.js';

describe('isBlankField', () => {
  it.each([
    '| 이름 |  | 전화번호 |  |',
    '신청인 | 이름 |  | 전화번호 |',
    'Name | | Phone number |',
    '이름: ________  전화번호: ________',
    '1. 대표자 성명:          연락처:',
    'Telephone number ................',
    'Name of the team leader: ____',
    '신청인 (서명 또는 인)',
    '20   년   월   일',
    '□ 예  □ 아니오',
    'Contact:',
  ])('is so for %j', (text) => expect(isBlankField(text)).toBe(true));

  it.each([
    '| 어른 | 3,000원 |',
    '전화번호: 02-123-4567',
    '신청인은 이름과 전화번호를 적는다.',
    'Bring the following:',
    '다음과 같다:',
    'Opening hours: 9 to 5',
    'The form has a line (    ) for the name of the team leader.',
    '마을 회관 전화번호는 게시판에 적어 둔다.',
  ])('is not so for %j', (text) => expect(isBlankField(text)).toBe(false));
});

describe('isNameOfForm', () => {
  it.each([
    '마을 회관 사용 신청서',
    '개인정보 수집 동의서(학생용)',
    'Room booking form',
    'Application for a parking permit',
  ])('is so for %j', (text) => expect(isNameOfForm(text)).toBe(true));

  it.each(['신청서는 사무실에 낸다.', '휴학하려면 신청서를 낸다', 'The form is on the website.', '신청 기간'])(
    'is not so for %j',
    (text) => expect(isNameOfForm(text)).toBe(false),
  );
});
