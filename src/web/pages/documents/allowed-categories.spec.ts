import { firstCategory, isAllowed, offeredCategories } from './allowed-categories.js';

it('allows a category and what is below it, in any spelling', () => {
  const allowed = [['Office'], ['AI', 'ML']];
  expect(isAllowed(['office ', 'Travel'], allowed)).toBe(true);
  expect(isAllowed(['AI'], allowed)).toBe(false);
  expect(isAllowed(['Offices'], allowed)).toBe(false);
  expect(isAllowed([], allowed)).toBe(false);
  expect(isAllowed(['Anything'], null)).toBe(true);
});

it('offers what is allowed although it does not exist yet, and nothing twice', () => {
  expect(offeredCategories([['Office']], [['AI'], ['OFFICE']])).toEqual([['OFFICE'], ['AI']]);
  expect(offeredCategories([['Office']], [])).toEqual([['Office']]);
});

it('starts with the only category that is allowed, unless another one is chosen', () => {
  expect(firstCategory([], [['Office']])).toEqual(['Office']);
  expect(firstCategory(['Office', 'Travel'], [['Office']])).toEqual(['Office', 'Travel']);
  expect(firstCategory([], [['Office'], ['AI']])).toEqual([]);
  expect(firstCategory([], null)).toEqual([]);
});
