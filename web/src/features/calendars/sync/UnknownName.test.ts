import { expect, test } from 'vitest';
import { closestStudent } from './FeedBlock.tsx';

const student = (firstName: string, lastName: string) => ({ id: `${firstName} ${lastName}`, firstName, lastName });
const students = [student('Ruby', 'Salazar'), student('Theo', 'Park'), student('Mia', 'Park'), student('Zoë', 'Li')];

test('a title with the last name of one student is close to that student', () => {
  expect(closestStudent('R. Salazar make-up', students)?.id).toBe('Ruby Salazar');
  expect(closestStudent('LI (trial)', students)?.id).toBe('Zoë Li');
});

test('a title with the first name of one student is close too', () => {
  expect(closestStudent('Lesson zoe', students)?.id).toBe('Zoë Li');
});

test('two students who match equally are never guessed', () => {
  expect(closestStudent('Park, piano trial', students)).toBeNull();
});

test('a part of a word is no name', () => {
  expect(closestStudent('Liszt evening', students)).toBeNull();
});
