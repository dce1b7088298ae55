import { readPart } from './part-reference.js';

describe('readPart', () => {
  it.each([
    [' 제2항', [{ paragraph: 2 }]],
    [' 2항 제3호', [{ paragraph: 2, item: '3' }]],
    ['제3호의2 나목', [{ item: '3-2', subItem: '나' }]],
    [' 제1호 제2목', [{ item: '1', subItem: '나' }]],
    ['의 제4항', [{ paragraph: 4 }]],
    [' 제1항과 제3항', [{ paragraph: 1 }, { paragraph: 3 }]],
    [' 제2항부터 제4항까지', [{ paragraph: 2 }, { paragraph: 3 }, { paragraph: 4 }]],
    ['(2)(a)', [{ paragraph: 2, item: 'a' }]],
    ['(b)(ii)', [{ item: 'b', subItem: 'ii' }]],
    [' 제목이 뭐예요', [{}]],
    [' 목적', [{}]],
    ['', [{}]],
  ])('reads %j', (text, parts) => {
    expect(readPart(text).parts).toEqual(parts);
  });
});
