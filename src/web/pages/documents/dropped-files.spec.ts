import { chosenFiles, MOST_FILES, NO_FILES } from './dropped-files.js';

const fileAt = (path: string): File =>
  Object.assign(new File([], path.split('/').at(-1) ?? ''), { webkitRelativePath: path });

it('takes the files of a folder with the names of their folders, and none of the system', () => {
  const { files, count } = chosenFiles([
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

it('leaves out what systems and office programs store next to documents, and says so', () => {
  const { files, skipped, unread } = chosenFiles([
    fileAt('trips/policy.docx'),
    fileAt('trips/~$policy.docx'),
    fileAt('trips/Thumbs.db'),
    fileAt('trips/.DS_Store'),
    fileAt('trips/download.crdownload'),
  ]);
  expect(files.map(({ file }) => file.name)).toEqual(['policy.docx']);
  expect(skipped).toEqual([
    'trips / ~$policy.docx',
    'trips / Thumbs.db',
    'trips / .DS_Store',
    'trips / download.crdownload',
  ]);
  expect(unread).toEqual([]);
});

it('names files of kinds that are not read, and leaves pictures and files without an ending to the server', () => {
  const { files, count, unread } = chosenFiles(['old.DOC', 'film.mp4', 'scan.JPG', 'README', 'a.md'].map(fileAt));
  expect(unread).toEqual(['old.DOC', 'film.mp4']);
  expect([files.map(({ file }) => file.name), count]).toEqual([['scan.JPG', 'README', 'a.md'], 3]);
});

it('reports how many files there were where it takes only the first ones', () => {
  const many = Array.from({ length: MOST_FILES + 3 }, (_, i) => fileAt(`rules/${i}.md`));
  const { files, count } = chosenFiles(many);
  expect([files.length, count]).toEqual([MOST_FILES, MOST_FILES + 3]);
});

it('finds nothing where no folder was chosen', () => {
  expect(chosenFiles(null)).toEqual(NO_FILES);
});

it('does not count files of the system among those that it leaves out', () => {
  const { count } = chosenFiles([fileAt('rules/.git/config'), fileAt('rules/a.md')]);
  expect(count).toBe(1);
});
