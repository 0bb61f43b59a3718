import { expect, test } from 'vitest';
import { chooseTeacher } from '../../calendar/opening.ts';
import { addressOf, searchOf } from './address.ts';
import { fullAddress, streetAndZip } from '../../calendar/days/entry.ts';

const read = (search: string) => addressOf(new URLSearchParams(search), '2026-11-21');

test('without a week the schedule shows the current one', () => {
  expect(read('')).toEqual({
    monday: '2026-11-16',
    teacherId: null,
    day: null,
    selected: null,
    open: null,
  });
});

test('any day of a week selects it', () => {
  expect(read('week=2026-11-26').monday).toBe('2026-11-23');
});

test('an open day determines the week', () => {
  expect(read('week=2026-11-16&day=2026-11-24')).toMatchObject({ monday: '2026-11-23', day: '2026-11-24' });
});

test('an invalid date is ignored', () => {
  expect(read('week=soon&day=2026-02-30')).toEqual({
    monday: '2026-11-16',
    teacherId: null,
    day: null,
    selected: null,
    open: null,
  });
});

test('an address survives a round trip', () => {
  const address = { monday: '2026-11-23', teacherId: 'dana', day: '2026-11-24', selected: null, open: null };
  expect(read(searchOf(address))).toEqual(address);
  expect(read(searchOf({ ...address, selected: 'lesson-1' }))).toEqual({ ...address, selected: 'lesson-1' });
  const open = { ask: 'edit', lessonId: 'lesson-1', on: '2026-11-24' } as const;
  expect(read(searchOf({ ...address, open }))).toEqual({ ...address, open });
});

test('an unknown dialog is not opened', () => {
  expect(read('open=everything').open).toBeNull();
  expect(read('open=new').open).toEqual({ ask: 'new', lessonId: null, on: null });
});

test('the shown teacher is the one in the URL, else the stored one, else the default, else the first', () => {
  const teachers = [{ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd' }];
  expect(chooseTeacher(teachers, { named: 'd', stored: 'c', preferred: 'b' })?.id).toBe('d');
  expect(chooseTeacher(teachers, { named: 'gone', stored: 'c', preferred: 'b' })?.id).toBe('c');
  expect(chooseTeacher(teachers, { named: null, stored: 'gone', preferred: 'b' })?.id).toBe('b');
  expect(chooseTeacher(teachers, { named: null, stored: null, preferred: null })?.id).toBe('a');
  expect(chooseTeacher([], { named: null, stored: null, preferred: null })).toBeNull();
});

test('an address is completed only with the missing parts', () => {
  expect(fullAddress({ address: '1905 S 5th St, Austin, TX 78704', city: 'Austin', zipCode: '78704' })).toBe(
    '1905 S 5th St, Austin, TX 78704',
  );
  expect(fullAddress({ address: '1905 S 5th St', city: 'Austin', zipCode: '78704' })).toBe(
    '1905 S 5th St, Austin, 78704',
  );
  expect(fullAddress({ address: '  ', city: 'Austin', zipCode: null })).toBeNull();
  expect(streetAndZip('1905 S 5th St, Austin, TX 78704')).toBe('1905 S 5th St, 78704');
});
