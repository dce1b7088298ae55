import { headingRows } from './table-rows.js';

describe('headingRows', () => {
  it('gives each row of a table the row that heads it', () => {
    const sentences = [
      '[별표 1] 수강료',
      '| 구분 | 수강료 |',
      '| --- | --- |',
      '| 실험 | 9만원 |',
      '| 이론 | 7만원 |',
      '비고',
    ];
    expect(headingRows(sentences)).toEqual([undefined, 1, 1, 1, 1, undefined]);
  });

  it('tells two tables apart', () => {
    const table = ['| a | b |', '|---|---|', '| 1 | 2 |'];
    expect(headingRows([...table, 'Notes.', ...table])).toEqual([0, 0, 0, undefined, 4, 4, 4]);
  });

  it('knows no heading of rows whose table began in another passage', () => {
    expect(headingRows(['| 1 | 2 |', '| 3 | 4 |'])).toEqual([undefined, undefined]);
  });
});
