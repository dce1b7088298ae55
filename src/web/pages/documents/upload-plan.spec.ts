import { planOf, placeOf } from './upload-plan.js';

const fileIn = (name: string, ...folders: string[]) => ({ file: new File([], name), folders });
const FILES = [fileIn('a.md', 'Trips'), fileIn('b.md', 'Trips', 'Abroad'), fileIn('c.md', 'Trips')];

it('groups files by the categories that their folders make', () => {
  expect(planOf(FILES, { path: ['Office'], usesFolders: true })).toEqual([
    { path: ['Office', 'Trips'], names: ['a.md', 'c.md'] },
    { path: ['Office', 'Trips', 'Abroad'], names: ['b.md'] },
  ]);
});

it('puts all files into the category where folders count for nothing', () => {
  expect(planOf(FILES, { path: ['Office'], usesFolders: false })).toEqual([
    { path: ['Office'], names: ['a.md', 'b.md', 'c.md'] },
  ]);
});

it('has no more than five levels', () => {
  const deep = fileIn('a.md', '1', '2', '3', '4', '5', '6');
  expect(placeOf(deep, { path: ['Office'], usesFolders: true })).toEqual(['Office', '1', '2', '3', '4']);
});

it('plans nothing where nothing is chosen', () => {
  expect(planOf([], { path: ['Office'], usesFolders: true })).toEqual([]);
});
