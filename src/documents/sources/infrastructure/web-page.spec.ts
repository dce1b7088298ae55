import { processorMs } from '../../../../test/support/processor-time.js';
import { readPage, textsOf } from './web-page.js';

describe('a page of a website', () => {
  const linksOf = (html: string) => readPage(html, 'https://site.example/', new Headers(), 10).links;
  const link = '<a href="/rules">Rules</a>';

  it('is read up to where its elements nest too deeply, in the time of a flat page', () => {
    const nested = link + '<div>'.repeat(400_000) + '<a href="/deep">Deep</a>';
    expect(linksOf(nested)).toEqual(['https://site.example/rules']);
    expect(processorMs(() => [linksOf(nested), textsOf(nested)])).toBeLessThan(1000);
  });

  it('is read up to its longest length', () => {
    expect(linksOf(link + '<p>word</p>'.repeat(300_000) + '<a href="/late">Late</a>')).toHaveLength(1);
  });

  it('has the links of elements that nest as pages do', () => {
    const nested = '<div>'.repeat(200) + link + '</div>'.repeat(200) + '<a href="/next">Next</a>';
    expect(linksOf(nested)).toEqual(['https://site.example/rules', 'https://site.example/next']);
  });
});
