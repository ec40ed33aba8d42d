import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test('numbers, truth and what is not known are unambiguous', () => {
  expect(csvLine([1234.5, -3, true, false, null, undefined, '', 'x'])).toBe('1234.5,-3,true,false,,,"",x\n');
});

test('what would end a cell is quoted', () => {
  expect(csvLine(['a,b', 'say "no"', 'two\nlines', ' spaced '])).toBe(
    '"a,b","say ""no""","two\nlines", spaced \n',
  );
});

test('what a spreadsheet takes for a formula is marked, as in reports', () => {
  for (const start of '=+-@\t\r\n＝＋－＠') {
    expect(csvLine([`${start}1+1`]).replaceAll('"', '')).toBe(`'${start}1+1\n`);
  }
  expect(csvLine(['1=1', 'a@b', "'"])).toBe("1=1,a@b,'\n");
});
