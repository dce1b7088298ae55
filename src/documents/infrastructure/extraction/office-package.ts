import path from 'node:path';
import { damagedFile } from './damaged-file.js';
import { sensibleTitle } from './document-title.js';
import { childrenNamed, parseXml, type XmlNode } from './xml-node.js';
import { decodeXml, firstElementText } from './xml-text.js';
import type { ZipArchive } from './zip-archive.js';

const CORE_PROPERTIES = 'docProps/core.xml';

/** A relation of a part to another part of the package. */
export interface Relation {
  readonly id: string;
  /** The last segment of its type: `slide`, `notesSlide`, `styles`. */
  readonly kind: string;
  /** Name of the part in the archive. */
  readonly target: string;
}

/** The parts of an Office Open XML file (ECMA-376 part 2) and what relates them. */
export class OfficePackage {
  /** @param what name of the format in error messages */
  constructor(
    private readonly archive: ZipArchive,
    private readonly what: string,
  ) {}

  bytes(name: string): Uint8Array | undefined {
    return this.archive.read((each) => each === name).get(name);
  }

  /**
   * The tree of a part; undefined if the part is missing.
   * @throws UnreadableFileError for a damaged part
   */
  part(name: string | undefined, ignored?: ReadonlySet<string>): XmlNode | undefined {
    const bytes = name === undefined ? undefined : this.bytes(name);
    if (bytes === undefined) return undefined;
    const xml = decodeXml(bytes, this.what);
    try {
      return parseXml(xml, ignored);
    } catch (error) {
      throw damagedFile(this.what, error);
    }
  }

  /** Relations of a part to others inside the package. */
  relations(name: string): readonly Relation[] {
    const { dir, base } = path.posix.parse(name);
    const part = this.part(path.posix.join(dir, '_rels', `${base}.rels`));
    return childrenNamed(part, 'Relationship')
      .filter(({ attributes }) => attributes['TargetMode'] !== 'External')
      .map(({ attributes }) => {
        const target = attributes['Target'] ?? '';
        return {
          id: attributes['Id'] ?? '',
          kind: attributes['Type']?.split('/').at(-1) ?? '',
          target: target.startsWith('/') ? target.slice(1) : path.posix.join(dir, target),
        };
      });
  }

  /** The title in the core properties, if it is usable. */
  title(): string | undefined {
    const core = this.bytes(CORE_PROPERTIES);
    return core === undefined ? undefined : sensibleTitle(firstElementText(decodeXml(core, this.what), 'title'));
  }
}
