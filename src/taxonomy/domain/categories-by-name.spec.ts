import { categoriesByName, categoryMeant } from './categories-by-name.js';
import { CategoryTreeNode } from './category-tree.js';

function node(path: readonly string[], ...children: CategoryTreeNode[]): CategoryTreeNode {
  return { path, documentCount: 1, children };
}

const TREE = [
  node(['학사'], node(['학사', '학적']), node(['학사', '장학'], node(['학사', '장학', '교내 장학']))),
  node(['시설'], node(['시설', '도서관']), node(['시설', '주차'])),
  node(['Handbook'], node(['Handbook', 'Leave']), node(['Handbook', 'Library'])),
];
const named = (name: string, limit = 10) => categoriesByName(TREE, name, limit).map(({ path }) => path.join('/'));

describe('categories by name', () => {
  it.each([
    ['도서간', ['시설/도서관']],
    ['교내장학', ['학사/장학/교내 장학']],
    ['시설 주차', ['시설/주차', '시설']],
    ['libary', ['Handbook/Library']],
    ['handbook leave', ['Handbook/Leave', 'Handbook/Library']],
    ['연구비', []],
    ['', []],
  ])('%s finds %j', (name, expected) => expect(named(name).slice(0, 2)).toEqual(expected));

  it('are as many as requested', () => expect(named('장학', 1)).toEqual(['학사/장학']));
});

describe('the category that was meant', () => {
  it.each([
    [
      ['학사', '장확'],
      ['학사', '장학'],
    ],
    [
      ['시설', '도서관 이용'],
      ['시설', '도서관'],
    ],
    [
      ['Handbok', 'Leave'],
      ['Handbook', 'Leave'],
    ],
    [['Nothing', 'Like'], undefined],
    [['시설', '체육관'], undefined],
  ])('by %j is %j', (path, expected) => expect(categoryMeant(TREE, path)).toEqual(expected));
});
