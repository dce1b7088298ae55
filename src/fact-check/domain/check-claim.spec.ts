import fc from 'fast-check';
import { checkClaim } from './check-claim.js';
import { CheckedClaim, EvidenceText } from './fact-check.js';
import { EvidenceIndex } from './matching/evidence-index.js';
import { splitClaims } from './split-claims.js';

const LEAVE: EvidenceText = {
  id: 'leave',
  text: [
    '제6조(휴학 기간) ① 일반휴학은 1회에 1년 이내로 하고, 통산하여 3년을 초과할 수 없다. <개정 2026. 2. 10.>',
    '② 군입대 휴학의 기간은 의무복무 기간으로 하며, 휴학 기간에 산입하지 아니한다.',
    '제7조(신청) ① 휴학하려는 학생은 개강일 14일 전까지 신청서를 제출하여야 한다.',
    '② 질병으로 휴학하는 학생은 4주 이상의 진단서를 내야 하며, 학과장은 신청을 반려할 수 있다.',
    '제8조(예치금) 삭제 <2019. 9. 1.>',
  ].join('\n'),
};
const ACCESS: EvidenceText = {
  id: 'access',
  text: 'Privileged roles are reviewed every 90 days, all other roles every 180 days. A holder not confirmed within 14 days loses the role automatically. At most 4 keys may be active. Keys do not expire during an incident. The safe in Oslo was opened on 3 May 2026.',
};

function check(claim: string, ...evidence: EvidenceText[]): CheckedClaim {
  const [span] = splitClaims(claim);
  return checkClaim(span!, EvidenceIndex.of(evidence));
}

const TITLED: EvidenceText = { ...LEAVE, heading: '휴학·복학 규정' };
const TITLED_ACCESS: EvidenceText = { ...ACCESS, heading: 'Privileged access' };

describe('a claim after the title of its text', () => {
  it.each([
    ['「휴학·복학 규정」은 이렇게 정합니다: 일반휴학은 1회에 1년 이내로 한다.', TITLED, 'supported'],
    ['「휴학·복학 규정」은 이렇게 정합니다: 일반휴학은 1회에 2년 이내로 한다.', TITLED, 'contradicted'],
    ['「장학금 규정」은 이렇게 정합니다: 일반휴학은 1회에 1년 이내로 한다.', TITLED, 'not_found'],
    ['“Privileged access” says: At most 4 keys may be active.', TITLED_ACCESS, 'supported'],
    ['“Privileged access” says: At most 5 keys may be active.', TITLED_ACCESS, 'contradicted'],
    ['“Privileged access” says that a holder not confirmed within 14 days loses the role.', TITLED_ACCESS, 'supported'],
  ] as const)('%s', (claim, evidence, verdict) => {
    expect(check(claim, evidence).verdict).toBe(verdict);
  });
});

describe('a claim compared with Korean provisions', () => {
  it.each([
    ['일반휴학은 1회에 1년 이내로 한다.', 'supported'],
    ['일반휴학은 1회에 12개월 이내입니다.', 'supported'],
    ['휴학하려는 학생은 개강일 2주 전까지 신청서를 제출해야 합니다.', 'supported'],
    ['일반휴학은 1회에 2년 이내로 한다.', 'contradicted'],
    ['일반휴학은 1회에 1년 이상으로 한다.', 'contradicted'],
    ['일반휴학은 통산하여 3년을 초과할 수 있다.', 'contradicted'],
    ['군입대 휴학의 기간은 휴학 기간에 산입한다.', 'contradicted'],
    ['질병으로 휴학하는 학생은 4주 미만의 진단서를 내야 한다.', 'contradicted'],
    ['질병으로 휴학하는 학생은 4개월 이상의 진단서를 내야 한다.', 'contradicted'],
    ['제7조에 따르면 휴학하려는 학생은 개강일 14일 전까지 신청서를 제출하여야 한다.', 'supported'],
    ['제6조에 따르면 휴학하려는 학생은 개강일 14일 전까지 신청서를 제출하여야 한다.', 'contradicted'],
    ['제7조제2항에 따르면 휴학하려는 학생은 개강일 14일 전까지 신청서를 제출하여야 한다.', 'contradicted'],
    ['제60조에 따르면 휴학하려는 학생은 개강일 14일 전까지 신청서를 제출하여야 한다.', 'contradicted'],
    ['제6조는 2026년 2월 10일에 개정되었다.', 'supported'],
    ['제6조는 2025년 2월 10일에 개정되었다.', 'contradicted'],
    ['제6조는 삭제되었다.', 'contradicted'],
    ['제6조는 삭제되지 않았다.', 'supported'],
    ['제8조는 2019년 9월 1일에 삭제되었다.', 'supported'],
    ['제8조는 현재 시행 중이다.', 'contradicted'],
    ['제9조는 삭제되었다.', 'not_found'],
    ['기숙사는 매일 밤 11시에 문을 닫는다.', 'not_found'],
  ])('%s is %s', (claim, verdict) => {
    const checked = check(claim, LEAVE);
    expect([checked.verdict, ...checked.reasons]).toEqual([verdict, ...checked.reasons]);
  });

  it('is contradicted with the clause that it conflicts with', () => {
    const { evidence } = check('일반휴학은 1회에 2년 이내로 한다.', LEAVE);
    expect(evidence?.quote).toContain('1회에 1년 이내');
    expect(LEAVE.text.slice(evidence!.start, evidence!.end)).toBe(evidence!.quote);
  });
});

describe('a claim compared with English text', () => {
  it.each([
    ['Privileged roles are reviewed every 90 days.', 'supported'],
    ['Privileged roles are reviewed every 180 days.', 'contradicted'],
    ['All other roles are reviewed every 180 days.', 'supported'],
    ['A holder who is not confirmed in no more than two weeks loses the role automatically.', 'supported'],
    ['A holder not confirmed after 14 days loses the role automatically.', 'contradicted'],
    ['At least 4 keys may be active.', 'contradicted'],
    ['Keys expire during an incident.', 'contradicted'],
    ['The safe in Oslo was opened on 3 May 2026.', 'supported'],
    ['The safe in Oslo was opened on 5 May 2026.', 'contradicted'],
    ['Visitors park behind the warehouse.', 'not_found'],
  ])('%s is %s', (claim, verdict) => {
    const checked = check(claim, ACCESS);
    expect([checked.verdict, ...checked.reasons]).toEqual([verdict, ...checked.reasons]);
  });
});

describe('a claim that repeats its text word for word', () => {
  const table: EvidenceText = {
    id: 't',
    text: [
      '| 등급 | 평점 | 점수 |',
      '| --- | --- | --- |',
      '| B+ | 3.5 | 85점 이상 90점 미만 |',
      '| B0 | 3.0 | 80점 이상 85점 미만 |',
      '| F | 0 | 60점 미만 |',
      '| 통학 거리 | 35점 | 편도 120분 이상 35점, 60분 이상 21점, 60분 미만 12점 |',
      '| 신고하지 아니한 외박 | 2점 |',
      '',
      '외박하려는 사생은 당일 오후 10시까지 모바일로 신고한다.',
    ].join('\n'),
  };
  it.each([
    '| B0 | 3.0 | 80점 이상 85점 미만 |',
    'B0  3.0  80점 이상 85점 미만',
    '| F | 0 | 60점 미만 |',
    '| 통학 거리 | 35점 | 편도 120분 이상 35점, 60분 이상 21점, 60분 미만 12점 | [1]',
    '- 신고하지 아니한 외박 | 2점',
  ])('is supported by the row %s', (claim) => {
    const { verdict, evidence } = check(claim, table);
    expect([verdict, evidence?.quote.includes('점')]).toEqual(['supported', true]);
  });

  it.each([
    ['| B0 | 3.0 | 80점 이상 86점 미만 |', 'contradicted'],
    ['| 신고하지 아니한 외박 | 3점 |', 'contradicted'],
  ])('is not where a number of the row differs: %s is %s', (claim, verdict) => {
    expect(check(claim, table).verdict).toBe(verdict);
  });
});

describe('a claim with an attribution to a document', () => {
  const rule: EvidenceText = { id: 'r', text: '휴학 신청은 접수한 날부터 12일 이내에 처리한다.' };
  it.each([
    ['규정에 따르면 휴학 신청은 접수 후 12일입니다.', 'supported'],
    ['제시된 자료에 따르면 휴학 신청은 12일 이내에 처리됩니다.', 'supported'],
    ['문서에 나와 있듯이 휴학 신청은 12일 이내에 처리됩니다.', 'supported'],
    ['규정에 따르면 휴학 신청은 접수한 날부터 15일 이내에 처리합니다.', 'contradicted'],
    ['규정에 따르면 기숙사는 매일 밤 11시에 문을 닫습니다.', 'not_found'],
  ])('%s is %s', (claim, verdict) => {
    const checked = check(claim, rule);
    expect([checked.verdict, ...checked.reasons]).toEqual([verdict, ...checked.reasons]);
  });
});

describe('the audience of a claim', () => {
  const rule: EvidenceText = {
    id: 'r',
    text: '연구년을 마친 교원은 종료일부터 3개월 이내에 결과보고서를 제출하여야 한다.',
  };
  it.each([
    ['연구년을 마친 교원은 종료일부터 3개월 이내에 결과보고서를 제출해야 합니다.', 'supported'],
    ['연구년을 마친 전임교원은 종료일부터 3개월 이내에 결과보고서를 제출해야 합니다.', 'supported'],
    ['연구년을 마치면 종료일부터 3개월 이내에 결과보고서를 제출해야 합니다.', 'supported'],
    ['연구년을 마친 직원은 종료일부터 3개월 이내에 결과보고서를 제출하여야 한다.', 'not_found'],
  ])('%s is %s', (claim, verdict) => {
    expect(check(claim, rule).verdict).toBe(verdict);
  });

  it('fails its check if the rule is for others, also without a number', () => {
    const open: EvidenceText = { id: 'm', text: 'Minutes are open to all employees.' };
    expect(check('Minutes are open to all suppliers.', open)).toMatchObject({ verdict: 'not_found', checkable: true });
    expect(check('Minutes are open to all staff.', open).verdict).toBe('supported');
  });
});

describe('a clause repeated with one thing changed in it', () => {
  const STAFF: EvidenceText = {
    id: 'staff',
    text: [
      '④ 졸업한 학생과 학사학위취득을 유예한 학생은 재수강할 수 없다.',
      '⑤ 책임교수는 학기말 2주 안에 조교의 근무를 평가하고, 조교는 자신의 평가 결과를 볼 수 있다.',
      '⑥ 교원은 직원과 학생에게 평가 결과를 알린다.',
    ].join('\n'),
  };
  it.each([
    ['졸업한 학생과 학사학위취득을 유예한 직원은 재수강할 수 없다.', 'not_found'],
    ['책임교수는 학기말 2주 안에 교원의 근무를 평가하고, 조교는 자신의 평가 결과를 볼 수 있다.', 'not_found'],
    ['졸업한 학생과 학사학위취득을 유예한 학생은 재수강할 수 없습니다.', 'supported'],
    ['교원은 학생과 직원에게 평가 결과를 알린다.', 'supported'],
  ])('is read for the people in each of its places: %s %s', (claim, verdict) => {
    expect(check(claim, STAFF).verdict).toBe(verdict);
  });

  it('is checked for the people in a part of it', () => {
    const text =
      'A page wakes the on-call engineer and must be acknowledged within 5 minutes; it is reserved for damage to customers now or within an hour.';
    const page: EvidenceText = { id: 'page', text };
    expect(check('It is reserved for damage to employees now or within an hour.', page).verdict).toBe('not_found');
    expect(check('It is reserved for damage to customers now or within an hour.', page).verdict).toBe('supported');
  });

  const CACHE: EvidenceText = {
    id: 'cache',
    text: "Every key in Cobble's cache pool must have a time to live; the client library refuses a SET without one. Until a refresh, new text cannot be found; urgent pages can be pushed with the command line, which takes about two minutes. NetOps checks the technical side, SecOps the risk; both must approve.",
  };
  it.each([
    ["Every key in Cobble's cache pool need not have a time to live", 'contradicted'],
    ["Every key in Cobble's cache pool does not have to have a time to live", 'contradicted'],
    ["Every key in Cobble's cache pool must have a time to live", 'supported'],
    ['Urgent pages can not be pushed with the command line, which takes about two minutes.', 'contradicted'],
    ['Urgent pages can be pushed with the command line, which takes about two minutes.', 'supported'],
    ['Until a refresh, new text can not be found', 'supported'],
  ])('is denied or not in its own part alone: %s %s', (claim, verdict) => {
    expect(check(claim, CACHE).verdict).toBe(verdict);
  });
});

describe('a claim that repeats its text', () => {
  const rows = [
    '| 100킬로미터 이상 300킬로미터 미만 | 900,000원 | 500,000원 |',
    '| 300킬로미터 이상 | 1,200,000원 | 700,000원 |',
    '| 7급 | 2년 |',
    '| 통학 거리 | 45점 | 편도 120분 이상 45점, 90분 이상 36점, 60분 이상 27점, 60분 미만 15점 |',
  ];
  const table: EvidenceText = { id: 't', text: rows.join('\n') };
  it.each(rows)('%s is supported, for any limits in adjacent rows', (row) => {
    expect(check(row, table)).toMatchObject({ verdict: 'supported', evidence: { quote: row } });
  });

  it('is contradicted if one of its numbers differs', () => {
    expect(check('| 300킬로미터 이상 | 1,300,000원 | 700,000원 |', table).verdict).toBe('contradicted');
  });
});

describe('a claim that names its text by title', () => {
  const keys: EvidenceText = { id: 'k', text: 'Keys are rotated every 90 days by the team.', heading: 'Key rotation' };
  it.each([
    ['According to “Key rotation”, keys are rotated every 90 days by the team.', 'supported'],
    ['According to “Guest network”, keys are rotated every 90 days by the team.', 'not_found'],
  ])('%s is %s', (claim, verdict) => {
    expect(check(claim, keys)).toMatchObject({ verdict, checkable: true });
  });
});

describe('a claim that names one heading of a text that has several', () => {
  const handbook: EvidenceText = {
    id: 'h',
    heading: 'Security handbook',
    text: '## Key rotation\n\nKeys are rotated every 90 days by the team.\n\n## Guest network\n\nGuests get a code for 3 days.',
  };
  it.each([
    ['According to “Key rotation”, keys are rotated every 90 days by the team.', 'supported'],
    ['According to “Security handbook”, keys are rotated every 90 days by the team.', 'supported'],
    ['According to “Guest network”, guests get a code for 3 days.', 'supported'],
    ['According to “Guest network”, keys are rotated every 90 days by the team.', 'not_found'],
    ['According to “Key rotation”, guests get a code for 3 days.', 'not_found'],
  ])('%s is %s', (claim, verdict) => {
    expect(check(claim, handbook)).toMatchObject({ verdict, checkable: true });
  });
});

describe('a claim that names one of several texts', () => {
  const of = (id: string, heading: string, text: string): EvidenceText => ({ id, heading, text });
  const spring = of('a', 'Boats Hiring in spring', 'Boats are hired out for 9 days.');
  const autumn = of('b', 'Boats Hiring in autumn', 'Boats are hired out for 9 days.');
  const cellar = of('c', 'Boats Cellar keys', 'The cellar keys are with the guard.');

  it('is compared with that one, if several say the same', () => {
    for (const season of ['spring', 'autumn'])
      expect(check(`According to “Hiring in ${season}”, boats are hired out for 9 days.`, spring, autumn).verdict).toBe(
        'supported',
      );
  });

  it('is not supported by another one next to a sentence under the named title', () => {
    expect(check('According to “Cellar keys”, boats are hired out for 9 days.', spring, cellar).verdict).not.toBe(
      'supported',
    );
  });

  it.each([
    (title: string) => `Per the “${title}” section, boats are hired out for 9 days.`,
    (title: string) => `The “${title}” page says that boats are hired out for 9 days.`,
    (title: string) => `As the “${title}” section explains, boats are hired out for 9 days.`,
    (title: string) => `As described in “${title}”, boats are hired out for 9 days.`,
    (title: string) => `According to the ${title} section, boats are hired out for 9 days.`,
    (title: string) => `Boats are hired out for 9 days (see “${title}”).`,
    (title: string) => `According to “${title} policy”, boats are hired out for 9 days.`,
  ])('may name it in other forms: %s', (form) => {
    expect(check(form('Hiring in autumn'), spring, autumn, cellar).verdict).toBe('supported');
    expect(check(form('Cellar keys'), spring, autumn, cellar).verdict).toBe('not_found');
  });

  it.each([
    (title: string) => `Boats are hired out for 9 days. Source: ${title}.`,
    (title: string) => `Boats are hired out for 9 days. Source: “${title}”`,
    (title: string) => `Boats are hired out for 9 days.\n\n**Source:** ${title}`,
    (title: string) => `**${title}**: Boats are hired out for 9 days.`,
    (title: string) => `${title}: boats are hired out for 9 days.`,
  ])('may name it before or after: %s', (form) => {
    const read = (title: string) => splitClaims(form(title)).map(({ text }) => check(text, spring, autumn, cellar));
    expect(read('Hiring in autumn').map(({ verdict }) => verdict)).toEqual(['supported']);
    expect(read('Cellar keys').map(({ verdict }) => verdict)).toEqual(['not_found']);
  });

  it.each(['Please note: boats are hired out for 9 days.', 'Hire period: boats are hired out for 9 days.'])(
    'is not named by a label: %s',
    (claim) => {
      expect(check(claim, spring, cellar).verdict).toBe('supported');
    },
  );

  it('is not named by a source that no text is called', () => {
    expect(check('Boats are hired out for 9 days. Source: The intranet.', spring, cellar).verdict).toBe('supported');
  });

  it('is about its content where it says for how long something is valid', () => {
    const permits = of('p', 'Permits Renewal', 'Permits of the harbor are valid for 3 years.');
    expect(check('According to “Renewal”, permits of the harbor are valid for 3 years.', permits).verdict).toBe(
      'supported',
    );
    expect(check('According to “Cellar keys”, permits of the harbor are valid for 3 years.', permits).verdict).toBe(
      'not_found',
    );
    expect(check('According to “Renewal”, permits of the harbor are valid for 5 years.', permits).verdict).not.toBe(
      'supported',
    );
  });
});

describe('a claim about the history of an article of one of several regulations', () => {
  const own: EvidenceText = {
    id: 'a',
    text: '제19조(선급) ① 선급은 10일 이내에 정산한다. <개정 2026. 2. 10.>',
    heading: '예산·회계 규정 제19조(선급)',
  };
  const other: EvidenceText = { id: 'b', text: '제19조 삭제 <2026. 2. 10.>', heading: '자산 관리 규정 제19조' };
  it('uses the regulation that it names', () => {
    expect(check('「예산·회계 규정」 제19조는 2026년 2월 10일에 삭제되었다.', other, own).verdict).toBe('contradicted');
    expect(check('「자산 관리 규정」 제19조는 2026년 2월 10일에 삭제되었다.', own, other).verdict).toBe('supported');
  });
});

describe('a verdict', () => {
  it('is not found without evidence, and quotes nothing', () => {
    expect(check('Privileged roles are reviewed every 90 days.')).toMatchObject({
      verdict: 'not_found',
      evidence: null,
    });
  });

  it('treats the words of the heading as part of the clause', () => {
    const passage = { id: 'p', text: '신청은 개강일 14일 전까지 한다.', heading: '휴학 규정 제7조(휴학 신청)' };
    expect(check('휴학 신청은 개강일 14일 전까지 한다.', passage).verdict).toBe('supported');
  });

  it.each([
    ['연구실장은 소장이 임명합니다.', '③ 연구실장(부장)은 연구원 중에서 소장이 임명한다.', 'supported'],
    ['연구실장은 총장이 임명합니다.', '③ 연구실장(부장)은 연구원 중에서 소장이 임명한다.', 'not_found'],
    ['The director is appointed by the board.', 'The director (chair) is appointed by the board.', 'supported'],
  ])('reads an office that has another name in brackets: %s', (claim, text, verdict) => {
    expect(check(claim, { id: 'office', text }).verdict).toBe(verdict);
  });

  it('returns the offsets of its quote in the stored document', () => {
    const { evidence } = check('Keys do not expire during an incident.', {
      ...ACCESS,
      chunkId: 'access#2',
      offset: 1000,
    });
    expect(evidence).toMatchObject({ id: 'access', chunkId: 'access#2' });
    expect(ACCESS.text.slice(evidence!.start - 1000, evidence!.end - 1000)).toBe(evidence!.quote);
  });

  it('fails a check only for a claim with a number, date, provision or name', () => {
    expect(check('3명을 둔다.', LEAVE).checkable).toBe(true);
    expect(check('제3조를 따른다.', LEAVE).checkable).toBe(true);
    expect(check('The office belongs to Talvera.', ACCESS).checkable).toBe(true);
    expect(check('학생은 성실하게 공부한다.', LEAVE).checkable).toBe(false);
  });

  it('has a confidence of 0..1 and a verbatim quote, for any texts', () => {
    const words = fc.constantFrom(
      ...'휴학은 3년 30일 이내 없다 제6조 not within 5 days ( <개정 2020. 1. 1.> 하지 아니한다. ① \n . 「 %'.split(' '),
    );
    const text = fc.array(words, { minLength: 1, maxLength: 30 }).map((parts) => parts.join(' '));
    fc.assert(
      fc.property(text, text, (answer, evidence) => {
        const index = EvidenceIndex.of([{ id: 'e', text: evidence }]);
        for (const claim of splitClaims(answer)) {
          const { confidence, evidence: quote } = checkClaim(claim, index);
          expect(confidence).toBeGreaterThanOrEqual(0);
          expect(confidence).toBeLessThanOrEqual(1);
          if (quote !== null) expect(evidence.slice(quote.start, quote.end)).toBe(quote.quote);
        }
      }),
    );
  });
});
