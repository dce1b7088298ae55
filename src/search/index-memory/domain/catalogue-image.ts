import { SnapshotError, SnapshotSink, SnapshotSource } from '../../domain/index-snapshot.js';
import { Catalogue, CataloguedDocument } from '../../known-item/domain/catalogue.js';
import type { Place } from '../../known-item/domain/place.js';
import type { RegulationTitle } from '../../known-item/domain/regulation-title.js';

/** The fields of a place other than its passage; most headings repeat, and each is stored once. */
type Heading = Omit<Place, 'id' | 'paragraphs'>;

interface KeptTitle extends Omit<RegulationTitle, 'spellings' | 'provision'> {
  readonly spellings: readonly (readonly [string, 0 | 1 | 2])[];
  readonly provision?: RegulationTitle['provision'];
}

interface KeptDocument extends Omit<CataloguedDocument, 'book' | 'places'> {
  readonly title: KeptTitle;
  /** For each place its passage, its heading, and its first and last paragraph or NONE. */
  readonly places: readonly number[];
}

const NONE = -1;
const NUMBERS_A_PLACE = 4;

/** Saves a parsed catalogue: parsing every heading again took most of the start-up time. */
export function saveCatalogue(catalogue: Catalogue, sink: SnapshotSink): void {
  const headings = new Map<string, number>();
  const numberOf = (heading: string) => {
    const known = headings.get(heading) ?? headings.size;
    headings.set(heading, known);
    return known;
  };
  const documents = Array.from(catalogue.all(), (document) => JSON.stringify(kept(document, numberOf)));
  sink.texts([...headings.keys()]);
  sink.texts(documents);
}

/** @throws SnapshotError if the parts are not a catalogue; discard it then */
export function restoreCatalogue(source: SnapshotSource, into: Catalogue): void {
  const headings = source.texts().map((text) => read(text, isHeading));
  for (const text of source.texts()) {
    const { title, places, ...document } = read(text, isDocument);
    const book = { ...title, spellings: new Map(title.spellings), provision: title.provision };
    into.put(book, { ...document, places: placesOf(places, headings) });
  }
}

function kept(
  { document, book, repealed, isPart, edition, places, codes }: CataloguedDocument,
  numberOf: (heading: string) => number,
): KeptDocument {
  const { spellings, provision, ...title } = book.title;
  const numbers = places.flatMap(
    ({ id, kind, own, within, titleKey, group, paragraphs: [from, to] = [NONE, NONE] }) => {
      const heading: Heading = { kind, own, within, titleKey, group };
      return [id, numberOf(JSON.stringify(heading)), from, to];
    },
  );
  return {
    document,
    title: { ...title, spellings: [...spellings], ...(provision && { provision }) },
    repealed,
    isPart,
    edition,
    codes,
    places: numbers,
  };
}

function placesOf(numbers: readonly number[], headings: readonly Heading[]): Place[] {
  return Array.from({ length: numbers.length / NUMBERS_A_PLACE }, (_, i): Place => {
    const [id = NONE, at = NONE, from = NONE, to = NONE] = numbers.slice(
      i * NUMBERS_A_PLACE,
      (i + 1) * NUMBERS_A_PLACE,
    );
    const heading = headings[at];
    if (heading === undefined) throw new SnapshotError('a heading is missing');
    const { kind, own, within, titleKey, group } = heading;
    return { id, kind, own, within, titleKey, group, paragraphs: from === NONE ? undefined : [from, to] };
  });
}

function read<T>(text: string, isIt: (value: unknown) => value is T): T {
  const value: unknown = JSON.parse(text);
  if (!isIt(value)) throw new SnapshotError('its catalogue is another one');
  return value;
}

function isHeading(value: unknown): value is Heading {
  return typeof value === 'object' && value !== null && 'own' in value && 'within' in value && 'titleKey' in value;
}

function isDocument(value: unknown): value is KeptDocument {
  return typeof value === 'object' && value !== null && 'title' in value && 'places' in value && 'codes' in value;
}
