import type { DocumentBlock } from '../../../domain/document-block.js';
import { damagedFile } from '../damaged-file.js';
import { sensibleTitle } from '../document-title.js';
import type { ExtractionReply } from '../extraction-task.js';
import { OfficePackage, type Relation } from '../office-package.js';
import { renderBlocks } from '../render-blocks.js';
import { childOf, childrenNamed, textBelow, type XmlNode } from '../xml-node.js';
import { streamXml } from '../xml-stream.js';
import type { ZipArchive } from '../zip-archive.js';
import { chartBlocks } from './chart-table.js';
import { inReadingOrder, isTitle, layoutShape, type Shape, shapesOf } from './slide-shapes.js';
import { bodyBlocks, diagramBlocks, paragraphText, slideTable } from './slide-text.js';
import { onOneLine } from '../../../../text/folded-text.js';

const MAIN = 'ppt/presentation.xml';
const WHAT = 'PowerPoint presentation';
const IGNORED: ReadonlySet<string> = new Set(
  'blipFill ln effectLst solidFill gradFill latin ea cs timing transition custGeom prstGeom'.split(' '),
);

/** Whether an archive is a PPTX presentation. */
export function isPptx(names: readonly string[]): boolean {
  return names.includes('[Content_Types].xml') && names.includes(MAIN);
}

/** Text of a PPTX file, slide by slide: the title as a heading, the slide's content in reading order, then its notes. */
export function pptxText(archive: ZipArchive): ExtractionReply {
  const office = new OfficePackage(archive, WHAT);
  const relations = office.relations(MAIN);
  const names = slideIds(office.bytes(MAIN)).flatMap((id) => {
    const found = relations.find((relation) => relation.kind === 'slide' && relation.id === id);
    return found === undefined ? [] : [found.target];
  });
  if (names.length === 0) throw damagedFile(WHAT, 'it has no slides');
  const slides = new SlideReader(office);
  const blocks = names.flatMap((name) => slides.read(name));
  const first = blocks.find((block) => block.kind === 'heading');
  const title = office.title() ?? (first?.kind === 'heading' ? sensibleTitle(first.text) : undefined);
  return { status: 'done', ...renderBlocks(blocks), title };
}

/** The relations of the slides in order. A slide also has a number, in an attribute of the same name without prefix. */
function slideIds(bytes: Uint8Array | undefined): string[] {
  const ids: string[] = [];
  if (bytes === undefined) return ids;
  streamXml(bytes, WHAT, {
    onOpen: (tag, attributes) => {
      const id = Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1];
      if (tag === 'sldId' && id !== undefined) ids.push(id);
    },
  });
  return ids;
}

/** The parts from which a slide inherits its format. */
interface Looks {
  readonly layouts: readonly (XmlNode | undefined)[];
  readonly bodyStyle: XmlNode | undefined;
  readonly otherStyle: XmlNode | undefined;
}

class SlideReader {
  private readonly looks = new Map<string, Looks>();

  constructor(private readonly office: OfficePackage) {}

  read(name: string): DocumentBlock[] {
    const slide = this.office.part(name, IGNORED);
    if (slide === undefined || slide.attributes['show'] === '0') return [];
    const relations = this.office.relations(name);
    const looks = this.looksOf(relations.find(({ kind }) => kind === 'slideLayout')?.target);
    const shapes = shapesOf(childOf(childOf(slide, 'cSld'), 'spTree'), looks.layouts);
    const blocks = inReadingOrder(shapes).flatMap((shape) => this.shape(shape, looks, relations));
    return [...blocks, ...this.notes(relations.find(({ kind }) => kind === 'notesSlide')?.target)];
  }

  private shape(shape: Shape, looks: Looks, relations: readonly Relation[]): DocumentBlock[] {
    const { node, placeholder } = shape;
    if (node.tag === 'grpSp')
      return inReadingOrder(shapesOf(node)).flatMap((inner) => this.shape(inner, looks, relations));
    if (node.tag === 'pic') return described(node);
    if (node.tag === 'graphicFrame') return this.frame(node, relations);
    const body = childOf(node, 'txBody');
    if (isTitle(shape)) {
      const text = onOneLine(childrenNamed(body, 'p').map(paragraphText).join(' '));
      return text === '' ? [] : [{ kind: 'heading', level: 1, text }];
    }
    if (placeholder === undefined) return bodyBlocks(body, [looks.otherStyle]);
    const own = looks.layouts.map((layout) => childOf(childOf(layoutShape(placeholder, layout), 'txBody'), 'lstStyle'));
    return bodyBlocks(body, [...own, placeholder.type === 'subTitle' ? undefined : looks.bodyStyle]);
  }

  private frame(node: XmlNode, relations: readonly Relation[]): DocumentBlock[] {
    const data = childOf(childOf(node, 'graphic'), 'graphicData');
    const table = childOf(data, 'tbl');
    if (table !== undefined) return slideTable(table);
    const chart = childOf(data, 'chart')?.attributes['id'];
    const drawn = relations.find(({ id, kind }) => id === chart && kind === 'chart');
    if (drawn !== undefined) return [...chartBlocks(this.office.part(drawn.target)), ...described(node)];
    const diagram = childOf(data, 'relIds')?.attributes['dm'];
    const model = relations.find(({ id }) => id === diagram)?.target;
    return model === undefined ? described(node) : diagramBlocks(this.office.part(model, IGNORED));
  }

  private notes(name: string | undefined): DocumentBlock[] {
    const notes = this.office.part(name, IGNORED);
    return shapesOf(childOf(childOf(notes, 'cSld'), 'spTree'))
      .filter(({ placeholder }) => placeholder?.type === 'body')
      .flatMap(({ node }) => bodyBlocks(childOf(node, 'txBody'), []));
  }

  private looksOf(name: string | undefined): Looks {
    const known = this.looks.get(name ?? '');
    if (known !== undefined) return known;
    const layout = this.office.part(name, IGNORED);
    const master =
      name === undefined ? undefined : this.office.relations(name).find(({ kind }) => kind === 'slideMaster');
    const masterPart = this.office.part(master?.target, IGNORED);
    const styles = childOf(masterPart, 'txStyles');
    const looks = {
      layouts: [layout, masterPart],
      bodyStyle: childOf(styles, 'bodyStyle'),
      otherStyle: childOf(styles, 'otherStyle'),
    };
    this.looks.set(name ?? '', looks);
    return looks;
  }
}

/** The alternative text and the caption of a picture or another object. */
function described(node: XmlNode): DocumentBlock[] {
  const own = node.children.find(({ tag }) => tag.startsWith('nv'));
  const text = onOneLine(childOf(own, 'cNvPr')?.attributes['descr'] ?? '');
  const caption = childrenNamed(childOf(node, 'txBody'), 'p').map(textBelow).join('\n').trim();
  return [text === '' ? '' : `[${text}]`, caption].filter(Boolean).map((each) => ({ kind: 'paragraph', text: each }));
}
