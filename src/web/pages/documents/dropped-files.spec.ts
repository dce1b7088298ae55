import { filesOfFolder, MOST_FILES } from './dropped-files.js';

const fileAt = (path: string): File =>
  Object.assign(new File([], path.split('/').at(-1) ?? ''), { webkitRelativePath: path });

it('takes the files of a folder with the names of their folders, and none of the system', () => {
  const { files, count } = filesOfFolder([
    fileAt('rules/leave.md'),
    fileAt('rules/dorms/규정.pdf'),
    fileAt('rules/.DS_Store'),
    fileAt('rules/.git/config'),
  ]);
  expect(files.map(({ file, folders }) => [file.name, folders])).toEqual([
    ['leave.md', ['rules']],
    ['규정.pdf', ['rules', 'dorms']],
  ]);
  expect(count).toBe(2);
});

it('reports how many files there were where it takes only the first ones', () => {
  const many = Array.from({ length: MOST_FILES + 3 }, (_, i) => fileAt(`rules/${i}.md`));
  const { files, count } = filesOfFolder(many);
  expect([files.length, count]).toEqual([MOST_FILES, MOST_FILES + 3]);
});

it('finds nothing where no folder was chosen', () => {
  expect(filesOfFolder(null)).toEqual({ files: [], count: 0 });
});

it('does not count files of the system among those that it leaves out', () => {
  const { count } = filesOfFolder([fileAt('rules/.git/config'), fileAt('rules/a.md')]);
  expect(count).toBe(1);
});
