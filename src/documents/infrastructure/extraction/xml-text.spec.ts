import { decodeXml, decodeXmlEntities, firstElementText } from './xml-text.js';

describe('decodeXmlEntities', () => {
  it('decodes the five names and any character number, once', () => {
    expect(decodeXmlEntities('&lt;&gt;&amp;&quot;&apos;&#65;&#x1F600;&amp;lt;')).toBe('<>&"\'A😀&lt;');
  });

  it('leaves everything else unchanged', () => {
    expect(decodeXmlEntities('& &; &nbsp; &#; &#x110000; &constructor; &toString;')).toBe(
      '& &; &nbsp; &#; &#x110000; &constructor; &toString;',
    );
  });
});

describe('firstElementText', () => {
  it('finds an element by its local name', () => {
    expect(firstElementText('<a><dc:title lang="ko">K &amp; L</dc:title><title>M</title></a>', 'title')).toBe('K & L');
    expect(firstElementText('<a><opf:title/><title><b/></title></a>', 'title')).toBeUndefined();
  });
});

describe('decodeXml', () => {
  it('refuses a document type declaration and other encodings', () => {
    expect(() => decodeXml(Buffer.from('<!DOCTYPE a><a/>'), 'part')).toThrow('entities');
    expect(() => decodeXml(Buffer.from([0xff]), 'part')).toThrow('the part is damaged');
  });
});
