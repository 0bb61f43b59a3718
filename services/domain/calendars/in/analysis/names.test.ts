import { describe, expect, test } from 'vitest';
import { nameFinder, titleKey, type NamedStudent } from './names.ts';

const student = (studentId: string, firstName: string, lastName: string): NamedStudent => ({
  studentId,
  firstName,
  lastName,
});
const students = [
  student('ann', 'Ann', 'Lee'),
  student('zoe', 'Zoë', "O'Brien-Núñez"),
  student('smith', 'Ann Lee', 'Smith'),
  student('twin 1', 'Sam', 'Park'),
  student('twin 2', 'Sam', 'Park'),
  student('cher', 'Cher', ''),
  student('nameless', '', ''),
  student('keys', '🎹', ''),
  student('kiran', 'किरण', 'राव'),
  student('karan', 'करण', 'राव'),
];
const find = nameFinder(
  students,
  new Map([
    [titleKey('Piano (AL)'), 'ann'],
    [titleKey('Gone'), 'removed'],
  ]),
);

describe('a title names', () => {
  test.each([
    ['Ann Lee', 'ann'],
    ['Lesson with ANN LEE (45 min)', 'ann'],
    ['Lee, Ann – piano', 'ann'],
    ['zoe o’brien nunez', 'zoe'],
    ['O’BRIEN-NUNEZ Zoe', 'zoe'],
    ['Ann Lee Smith', 'smith'],
    ['Cher: voice', 'cher'],
    ['piano (al)', 'ann'],
    // Vowels are marks there: without them, these two have one name.
    ['राव किरण', 'kiran'],
    ['करण राव', 'karan'],
    ['🎹', 'keys'],
  ])('one student: %s', (title, studentId) => expect(find(title)).toMatchObject({ studentId, candidates: [] }));

  test.each(['Joann Lee', 'Ann Leeds', 'Ann B. Lee', 'Staff meeting', 'Gone', '', '!!!', '🎻'])('none: %s', (title) =>
    expect(find(title)).toMatchObject({ studentId: null, candidates: [] }),
  );

  test.each([
    ['Sam Park', ['twin 1', 'twin 2']],
    ['Ann Lee & Cher', ['ann', 'cher']],
    ['Ann Lee Smith and Lee Ann', ['ann', 'smith']],
  ])('several, and is not guessed: %s', (title, candidates) =>
    expect({ ...find(title), candidates: find(title).candidates.toSorted() }).toMatchObject({
      studentId: null,
      candidates,
    }),
  );
});

test('a title without letters and digits is tied alone', () => {
  const find = nameFinder(
    [{ studentId: 'ann', firstName: 'Ann', lastName: 'Lee' }],
    new Map([[titleKey(' 🎹 '), 'ann']]),
  );
  expect(['🎹', '!!!', ''].map((title) => find(title).studentId)).toEqual(['ann', null, null]);
});
