import fc from 'fast-check';
import { readSubtitles } from './subtitle-text.js';

const said = (...lines: readonly string[]): string[] => readSubtitles(lines.join('\n'), 'utf-8').text.split('\n\n');

describe('readSubtitles', () => {
  it.each([
    [
      'SubRip',
      [
        '1',
        '00:00:01,000 --> 00:00:02,500',
        'The lamp is lit',
        'at dusk.',
        '',
        '2',
        '00:00:03,000 --> 00:00:04,000',
        'And in fog.',
      ],
      ['The lamp is lit at dusk.', 'And in fog.'],
    ],
    [
      'WebVTT',
      [
        'WEBVTT - Lights',
        'Kind: captions',
        '',
        'first',
        '00:01.000 --> 00:02.000 align:start',
        'The lamp is lit.',
        '',
        '01:00:03.000 --> 01:00:04.000',
        'And in fog.',
      ],
      ['The lamp is lit.', 'And in fog.'],
    ],
    [
      'Korean without full stops',
      [
        '1',
        '00:00:01,000 --> 00:00:02,000',
        '등대는 밤에',
        '',
        '2',
        '00:00:02,000 --> 00:00:03,000',
        '불을 켭니다',
        '',
        '3',
        '00:00:03,000 --> 00:00:04,000',
        '안개가 끼면 종을 칩니다',
      ],
      ['등대는 밤에 불을 켭니다', '안개가 끼면 종을 칩니다'],
    ],
  ])('makes a paragraph of each sentence of %s, without numbers, names and times of cues', (_, lines, paragraphs) => {
    expect(said(...lines)).toEqual(paragraphs);
    expect(readSubtitles(lines.join('\r\n'), 'utf-8').text.split('\n\n')).toEqual(paragraphs);
    expect(readSubtitles(lines.join('\r\r\n'), 'utf-8').text.split('\n\n')).toEqual(paragraphs);
  });

  it('keeps the names of speakers', () => {
    const lines = [
      'WEBVTT',
      '',
      '00:01.000 --> 00:02.000',
      '<v.loud 김하늘>등대는</v>',
      '',
      '00:02.000 --> 00:03.000',
      '<v 김하늘>밤에 켭니다.</v> <v Lee>And in fog?</v>',
      '',
      '00:03.000 --> 00:04.000',
      'KIM: Yes.',
      '- Always?',
      '- Always.',
    ];
    expect(said(...lines)).toEqual([
      '김하늘: 등대는 밤에 켭니다.',
      'Lee: And in fog?',
      'KIM: Yes.',
      'Always?',
      'Always.',
    ]);
  });

  it('leaves out comments, styles, tags and lines that roll', () => {
    const lines = [
      'WEBVTT',
      '',
      'STYLE',
      '::cue { color: red }',
      '',
      'NOTE',
      'For the translator.',
      '',
      '00:01.000 --> 00:02.000',
      '<i>Bell</i> &amp; <00:01.500><c.red>gong</c>',
      '',
      '00:02.000 --> 00:03.000',
      'Bell & gong',
      '{\\an8}sound&nbsp;twice.',
    ];
    expect(said(...lines)).toEqual(['Bell & gong sound twice.']);
  });

  it('keeps numbers, times and arrows that somebody says', () => {
    const times = '00:00:01,000 --> 00:00:02,000';
    expect(said('1', times, 'How many lamps?', '12', '', '2', times, 'At 12:30 go east --> west.')).toEqual([
      'How many lamps?',
      '12 At 12:30 go east --> west.',
    ]);
  });

  it.each([
    ['no times', ['1', 'The lamp is lit.'], /no line of times/u],
    ['a letter in its times', ['1', '00:00:0x,000 --> 00:00:02,000', 'The lamp.'], /line 2 .* damaged times/u],
    ['times that are cut off', ['WEBVTT', '', '00:01.000 -->', 'The lamp.'], /line 3 .* damaged times/u],
    [
      'an end inside a time',
      ['1', '00:00:01,000 --> 00:00:02,000', 'A.', '', '2', '00:00:03,0'],
      /line 6 .* damaged times/u,
    ],
  ])('refuses a file with %s', (_, lines, reason) => {
    expect(() => said(...lines)).toThrow(reason);
  });

  it('keeps every word of generated subtitles, and no time', () => {
    const word = fc.stringMatching(/^[a-z가-힣]{1,8}$/u);
    const cues = fc.array(fc.array(word, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(cues, fc.boolean(), (all, isWebVtt) => {
        const numbered = all.map((words, i) => words.map((one) => `${one}${i}`));
        const file = numbered.map((words, i) => `${i + 1}\n00:00:01.000 --> 00:00:02.000\n${words.join(' ')}\n`);
        const { text } = readSubtitles([...(isWebVtt ? ['WEBVTT\n'] : []), ...file].join('\n'), 'utf-8');
        expect(text.split(/\s+/u)).toEqual(numbered.flat());
      }),
    );
  });
});
