import { verbBeginnings } from './korean-verb-forms.js';

describe('starts of the forms of a Korean verb', () => {
  it.each([
    ['빌리다', ['빌려서', '빌린', '빌렸어요', '빌릴게요', '빌리고']],
    ['쓰다', ['썼는데', '써도', '쓴', '쓰면']],
    ['바쁘다', ['바빠서', '바쁜']],
    ['모르다', ['몰라요', '몰랐는데', '모르면']],
    ['되다', ['돼요', '됐나요', '된', '되면']],
    ['보다', ['봐도', '봤어요', '본', '볼']],
    ['주다', ['줘요', '줬는데', '준', '줄']],
    ['만들다', ['만든', '만드는', '만들어', '만듭니다']],
    ['어렵다', ['어려워요', '어려운', '어려웠']],
    ['돕다', ['도와줘', '돕는']],
    ['듣다', ['들어야', '들은', '듣고']],
    ['짓다', ['지어', '지은']],
    ['신청하다', ['신청했어요', '신청한', '신청해도', '신청하면']],
    ['잃어버리다', ['잃어버렸어요', '잃어버린']],
  ])('%s', (verb, forms) => {
    const beginnings = verbBeginnings(verb);
    expect(forms.filter((form) => !beginnings.some((beginning) => form.startsWith(beginning)))).toEqual([]);
  });

  it('returns nothing for a text that is not a Hangul verb', () => {
    expect(verbBeginnings('다')).toEqual([]);
    expect(verbBeginnings('VPN하다')).toEqual([]);
  });
});
