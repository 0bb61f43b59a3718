import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { created, scheduleOf, series } from '../testing/lesson-facts.ts';
import { modelUnderTest } from '../testing/model-under-test.ts';
import { erased, studentFacts, teacherFacts } from '../testing/people-facts.ts';
import { lessonsModel } from './project.ts';
import { listLessons, peopleById, type LessonsDb } from './queries.ts';

let model: Awaited<ReturnType<typeof modelUnderTest>>;
beforeAll(async () => {
  model = await modelUnderTest(lessonsModel);
});
afterAll(() => model.close());

const ann = studentFacts('ann');
const dana = teacherFacts('dana');
const lesson = scheduleOf('dana')(created(series('A')));
const db = () => model.tables().withTables<LessonsDb>();

/** "Ann Lee with Dana Whitfield" for every lesson, as a screen joins them. */
const shown = async (): Promise<string[]> => {
  const people = await peopleById(db(), 'studio');
  const nameOf = (id: string | null): string => {
    const person = people.get(id ?? '');
    return person ? `${person.first_name} ${person.last_name}`.trim() : '?';
  };
  return (await listLessons(db(), 'studio')).map(
    ({ student_id, teacher_id }) => `${nameOf(student_id)} with ${nameOf(teacher_id)}`,
  );
};

describe('a lesson', () => {
  test('shows the names of its student and teacher, whichever arrived first', async () => {
    await model.after(ann.registered(), dana.registered(), lesson);
    expect(await shown()).toEqual(['Ann Lee with Dana Whitfield']);
    await model.after(lesson, dana.registered(), ann.registered());
    expect(await shown()).toEqual(['Ann Lee with Dana Whitfield']);
  });

  test('shows a new name as soon as it is changed', async () => {
    await model.after(ann.registered(), dana.registered(), lesson, ann.changed({ lastName: 'Ito' }));
    expect(await shown()).toEqual(['Ann Ito with Dana Whitfield']);
    await model.after(ann.registered(), dana.registered(), lesson, dana.changed({ name: 'Dana Bell' }));
    expect(await shown()).toEqual(['Ann Lee with Dana Bell']);
  });

  test('keeps the names of a removed student and teacher', async () => {
    await model.after(
      ann.registered(),
      dana.registered(),
      lesson,
      ann.removed('Ann Lee'),
      dana.removed('Dana Whitfield'),
    );
    expect(await shown()).toEqual(['Ann Lee with Dana Whitfield']);
  });
});

describe('a person', () => {
  test('has a name, an address, coordinates and a phone number', async () => {
    const { people } = await model.after(ann.registered(), dana.registered());
    expect(people).toEqual([
      {
        studio_id: 'studio',
        person_id: 'ann',
        first_name: 'Ann',
        last_name: 'Lee',
        address: '1905 S 5th St',
        city: 'Austin',
        zip_code: '78704',
        phone: '(512) 555-0142',
        latitude: 30.25,
        longitude: -97.75,
        precision: 'zip',
        removed: false,
      },
      expect.objectContaining({ person_id: 'dana', first_name: 'Dana Whitfield', last_name: '', latitude: 30.24 }),
    ]);
  });

  test('changes only in the fields that a change names', async () => {
    const { people } = await model.after(ann.registered(), ann.changed({ address: '1 Elm St', location: null }));
    expect(people).toMatchObject([
      { first_name: 'Ann', address: '1 Elm St', city: 'Austin', latitude: null, longitude: null, precision: null },
    ]);
    const other = await model.after(ann.registered(), ann.changed({ lessonDuration: 60, phone: null }));
    expect(other['people']).toMatchObject([{ address: '1905 S 5th St', latitude: 30.25, phone: null }]);
  });

  test('who was removed keeps only the name', async () => {
    const { people } = await model.after(
      ann.registered(),
      dana.registered(),
      ann.removed('Ann Lee'),
      dana.removed('Dana Whitfield'),
    );
    const nothingElse = {
      address: null,
      city: null,
      zip_code: null,
      phone: null,
      latitude: null,
      longitude: null,
      precision: null,
      removed: true,
    };
    expect(people).toMatchObject([
      { first_name: 'Ann', last_name: 'Lee', ...nothingElse },
      { first_name: 'Dana Whitfield', last_name: '', ...nothingElse },
    ]);
  });

  test('who returns has the name and the address again', async () => {
    const before = (await model.after(ann.registered(), dana.registered()))['people'];
    const { people } = await model.after(
      ann.registered(),
      dana.registered(),
      ann.removed('Ann Lee'),
      dana.removed('Dana Whitfield'),
      ann.reinstated({ registeredAt: '2026-11-01T10:00:00Z' }),
      dana.reinstated({ registeredAt: '2026-11-01T10:00:00Z' }),
    );
    expect(people).toEqual(before);
  });

  test('of another studio or of an erased one is not shown', async () => {
    const { people } = await model.after(
      ann.registered(),
      studentFacts('ann', 'other').registered({ firstName: 'Anna' }),
      erased(),
      ann.changed({ firstName: 'Back' }),
    );
    expect(people).toMatchObject([{ studio_id: 'other', first_name: 'Anna' }]);
    expect(await peopleById(db(), 'studio')).toEqual(new Map());
  });
});
