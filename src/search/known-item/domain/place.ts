import {
  type ProvisionKind,
  kindOfUnit,
  labelsOf,
  openingLabel,
  passageKind,
  ProvisionLabel,
  readLabel,
} from './provision-label.js';
import { Provision, provisionKey } from './provision.js';
import { memoize } from '../../../text/memoize.js';

/** A passage to be added to the catalogue; its text is read once and not kept. */
export interface CataloguedPassage {
  readonly id: number;
  /** Canonical number, `제15조의2`, if the splitter gives one. */
  readonly article: string | undefined;
  readonly section: string | undefined;
  readonly text: string;
}

/** A passage with the contents of its headings. */
export interface Place {
  readonly id: number;
  readonly kind: ProvisionKind;
  /** The provisions of the passage; two if the title and the text number it differently. */
  readonly own: readonly Provision[];
  /** Enclosing provisions: chapters, supplements. */
  readonly within: readonly Provision[];
  readonly titleKey: string;
  /** Label of the supplement or form that it belongs to. */
  readonly group: string;
  /** First and last paragraph (항) that start in it; undefined if none does. */
  readonly paragraphs: readonly [number, number] | undefined;
}

/** The provisions of a section path, shared by all passages under it. */
interface Path {
  readonly last: ProvisionLabel | undefined;
  readonly own: readonly Provision[];
  readonly within: readonly Provision[];
  readonly group: string;
  readonly kind: ProvisionKind | undefined;
}

/** Capacity of the cache of paths: they repeat in all rule books (`제1조(목적)`); beyond it they are parsed again. */
const MAX_PATHS = 50_000;
const NO_PROVISIONS: readonly Provision[] = [];
const NO_PATH = readPath(undefined);

/** Reads passages; caches section paths, which are most of the work. */
export class PlaceReader {
  private readonly pathOf = memoize(MAX_PATHS, (section: string) => readPath(section));

  /** @param named the provision that the title of the document names */
  read(passage: CataloguedPassage, named: ProvisionLabel): Place {
    const path = passage.section === undefined ? NO_PATH : this.pathOf(passage.section);
    const last = path.last ?? openingLabel(passage.text);
    const own = path.own.length > 0 ? path.own : ownOf(last, passage.article);
    const kind = path.kind ?? passageKind(undefined, passage.text);
    const titled = named.provision;
    // The title of a one-provision document names the provision; numbers inside it are parts of that one.
    const isTitled = titled !== undefined && !own.some((part) => provisionKey(part) === provisionKey(titled));
    const title = last?.titleKey ?? '';
    return {
      id: passage.id,
      kind: kind === 'other' && titled !== undefined ? kindOfUnit(titled.unit) : kind,
      own: isTitled ? [titled, ...own] : own,
      within: path.within,
      titleKey: title === '' ? named.titleKey : title,
      group: path.group,
      paragraphs: paragraphsIn(passage.text),
    };
  }
}

function readPath(section: string | undefined): Path {
  const names = labelsOf(section);
  const labels = names.map((label) => readLabel(label));
  const last = labels.at(-1);
  const kinds = labels.map((label) => (label.provision === undefined ? 'other' : kindOfUnit(label.provision.unit)));
  const group = names[kinds.findIndex((kind) => kind === 'supplement' || kind === 'form')] ?? '';
  const above = labels.slice(0, -1).flatMap((label) => label.provision ?? []);
  const kind = section === undefined ? undefined : passageKind(section, '');
  const own = last?.provision === undefined ? NO_PROVISIONS : [last.provision];
  return { last, own, within: above.length === 0 ? NO_PROVISIONS : above, group, kind };
}

function ownOf(last: ProvisionLabel | undefined, article: string | undefined): readonly Provision[] {
  const provision = last?.provision ?? (article === undefined ? undefined : readLabel(article).provision);
  return provision === undefined ? NO_PROVISIONS : [provision];
}

const CIRCLED = /^[^\S\n\r\u2028\u2029]*(?:제\s*\d+\s*조[^\n①-⑳]{0,80})?([①-⑳])/gmu;
const ANY_CIRCLED = /[①-⑳]/u;
const FIRST_CIRCLED = 0x245f;

function paragraphsIn(text: string): readonly [number, number] | undefined {
  if (!ANY_CIRCLED.test(text)) return undefined;
  const numbers = [...text.matchAll(CIRCLED)].map((match) => (match[1]?.charCodeAt(0) ?? 0) - FIRST_CIRCLED);
  return numbers.length === 0 ? undefined : [Math.min(...numbers), Math.max(...numbers)];
}
