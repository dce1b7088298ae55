import { childOf, childrenNamed, parseXml, textBelow, XmlNode } from '../../infrastructure/extraction/xml-node.js';

/** One file or folder in an answer to PROPFIND. */
export interface DavResource {
  readonly url: URL;
  readonly isFolder: boolean;
  readonly etag: string | undefined;
  /** RFC 1123, as the server writes it. */
  readonly modified: string | undefined;
  readonly size: number | undefined;
  readonly mediaType: string | undefined;
}

/** The properties that a listing needs (RFC 4918, section 15). */
export const PROPFIND = `<?xml version="1.0" encoding="utf-8"?>
<propfind xmlns="DAV:"><prop><resourcetype/><getetag/><getlastmodified/><getcontentlength/><getcontenttype/></prop></propfind>`;

function textOf(prop: XmlNode | undefined, tag: string): string | undefined {
  const node = childOf(prop, tag);
  const text = node === undefined ? '' : textBelow(node).trim();
  return text === '' ? undefined : text;
}

/** Properties that the server has: others are in a block of their own with the status 404. */
function propertiesOf(response: XmlNode): XmlNode | undefined {
  const found = childrenNamed(response, 'propstat').find((each) => {
    const status = textOf(each, 'status');
    return status === undefined || / 200(?: |$)/u.test(status);
  });
  return childOf(found, 'prop');
}

/**
 * The resources of a multistatus answer.
 * @param base address of the request, for relative addresses
 * @throws Error for a text that is not one
 */
export function readMultistatus(xml: string, base: string): DavResource[] {
  const root = parseXml(xml);
  if (root.tag !== 'multistatus') throw new Error('it is not a multistatus answer');
  return childrenNamed(root, 'response').flatMap((response): DavResource[] => {
    const href = textOf(response, 'href');
    if (href === undefined || !URL.canParse(href, base)) return [];
    const prop = propertiesOf(response);
    const size = Number(textOf(prop, 'getcontentlength') ?? Number.NaN);
    return [
      {
        url: new URL(href, base),
        isFolder: childOf(childOf(prop, 'resourcetype'), 'collection') !== undefined,
        etag: textOf(prop, 'getetag'),
        modified: textOf(prop, 'getlastmodified'),
        size: Number.isSafeInteger(size) ? size : undefined,
        mediaType: textOf(prop, 'getcontenttype'),
      },
    ];
  });
}
