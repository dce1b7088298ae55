/** The question that only the hidden document answers. */
export const ASK = 'What is the opening phrase of the strongroom?';

/** Requests may name this category; its label is not secret. */
export const HIDDEN_PATH: readonly string[] = ['Restricted'];
/** The whole path; its last label is a secret, and only routes that never repeat a filter are asked with it. */
export const EXACT_PATH: readonly string[] = ['Restricted', 'Ombrelle'];

export const SECRET_DOCUMENT = {
  document_id: 'strongroom-1',
  title: 'Zibeline Ledger',
  text:
    'The opening phrase of the strongroom is marzipan octopus wyvern. The keeper of the strongroom is Perivale Quince. ' +
    'The strongroom lies behind the north stairs, and the ledger of the strongroom is kept with its keeper.',
  canonical_path: EXACT_PATH,
  source_url: 'https://intranet.example/quixotry',
  version: '9.9-basilisk',
  metadata: { owner: 'Perivale', room: 'Gargoyle 12' },
};

/** Stored by both servers below `Open`, and by one of them in a hidden category besides. */
export const COPIED = {
  title: 'Lift notice',
  text: 'The lift is serviced on the first Monday of each month. Please use the stairs then, or the ramp at the north gate.',
};

/** Ended at both servers, so that only an answer of that time quotes it; a later edition of it is hidden. */
export const ENDED = {
  document_id: 'lamp-1',
  canonical_path: ['Open', 'Lamps'],
  title: 'Lamp notice',
  text: 'The lamp of the tower is lit at six each evening.',
  effective_from: '2010-01-01',
  effective_to: '2019-12-31',
};
export const HIDDEN_EDITION = {
  document_id: 'lamp-2',
  title: 'Zibeline lamp notice',
  text: 'The lamp of the tower is lit at seven each evening.',
  effective_from: '2020-01-01',
};
export const ASK_ENDED = { message: 'When is the lamp of the tower lit?', as_of: '2019-06-01' };

/** A question of a wider key, with secret words, that a document of every caller answers. */
export const WIDE_QUESTION = 'When do the reading rooms open (Perivale Quince)?';

/** A text without a secret word that only a hidden document has: whoever stores it must not find out. */
export const HIDDEN_TEXT = {
  title: 'Tap notice',
  text: 'The tap of the cellar is closed from November to March. Whoever needs water then asks at the desk.',
};

export const SECRET_CASE = {
  case_id: 'strongroom-case-1',
  query: 'What is the opening phrase of the strongroom, and who is its keeper?',
  category_path: EXACT_PATH,
  content: 'Marzipan octopus wyvern; Perivale Quince keeps it.',
  quality_score: 0.9,
  metadata: { owner: 'Perivale' },
};

/** Cases of the limited key's own categories, near the secret one in words. */
export const OPEN_CASES = [
  ['case-rooms-1', ['Open', 'Rooms'], 'When may the strongroom be visited?', 'After signing the list.'],
  ['case-rooms-2', ['Open', 'Keys'], 'Who is the keeper of the key cabinet?', 'The one in room four.'],
  ['case-rooms-3', ['Open'], '열람실은 언제 여나요?', '아홉 시에 연다.'],
].map(([case_id, category_path, query, content]) => ({ case_id, category_path, query, content }));

/** Texts that no answer may contain; of these, requests contain only `Ombrelle`. */
export const SECRET_WORDS = [
  'zibeline',
  'marzipan',
  'octopus',
  'wyvern',
  'perivale',
  'quince',
  'ombrelle',
  'quixotry',
  'basilisk',
  'gargoyle',
];

/** What the limited key may see: near the secret in words, so that every ranking would bring it up. */
export const OPEN_DOCUMENTS = [
  [
    'rooms-1',
    ['Open', 'Rooms'],
    'Reading rooms',
    'The reading rooms open at nine. The stairs in the north are closed on Sundays.',
  ],
  [
    'rooms-2',
    ['Open', 'Rooms'],
    'Strongroom visits',
    'Visitors of the strongroom sign a list. The phrase of the day is on the board.',
  ],
  [
    'rooms-3',
    ['Open', 'Keys'],
    'Key cabinet',
    'Keys are kept in a cabinet. The keeper of the cabinet is in room four.',
  ],
  ['rooms-4', ['Open', 'Keys'], '열쇠 보관 규정', '제3조(보관) 열쇠는 보관함에 둔다. 보관함은 사서가 관리한다.'],
  ['rooms-5', ['Open'], 'Opening hours', 'Opening hours are posted at the door. The opening of the hall is at eight.'],
].map(([document_id, canonical_path, title, text]) => ({ document_id, canonical_path, title, text }));
