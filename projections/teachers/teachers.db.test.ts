import { afterAll, beforeAll, expect, test } from 'vitest';
import { modelUnderTest } from '../testing/model-under-test.ts';
import { danaWhitfield, erased, teacherFacts } from '../testing/people-facts.ts';
import { teachersModel } from './project.ts';
import { findTeacher, listTeachers, type TeachersDb } from './queries.ts';

let model: Awaited<ReturnType<typeof modelUnderTest>>;
beforeAll(async () => {
  model = await modelUnderTest(teachersModel);
});
afterAll(() => model.close());

const dana = teacherFacts('dana');
const marcus = teacherFacts('marcus');
const db = () => model.tables().withTables<TeachersDb>();

test('a registered teacher has a row', async () => {
  expect(await model.after(dana.registered())).toEqual({
    teachers: [
      {
        studio_id: 'studio',
        teacher_id: 'dana',
        details: danaWhitfield,
        availability: [],
        sample: false,
        created_at: '2026-11-23T15:00:00.000000Z',
        revision: 0,
        search: expect.any(String),
      },
    ],
  });
});

test('changes affect only what they name and advance the revision', async () => {
  const window = { id: 'w', dayOfWeek: 1, start: 900, end: 1140, enabled: true, isPreferred: false };
  const { teachers } = await model.after(
    dana.registered(),
    dana.changed({ address: null, location: null, availabilityInterpretation: 'start_lesson' }),
    dana.availabilitySet([window]),
  );
  expect(teachers).toMatchObject([
    {
      details: { ...danaWhitfield, address: null, location: null, availabilityInterpretation: 'start_lesson' },
      availability: [window],
      created_at: '2026-11-23T15:00:00.000000Z',
      revision: 2,
      search: expect.any(String),
    },
  ]);
});

test('availability is replaced as a whole, and can be cleared', async () => {
  const window = { id: 'w', dayOfWeek: 1, start: 900, end: 1140, enabled: true, isPreferred: false };
  const { teachers } = await model.after(
    dana.registered(),
    dana.availabilitySet([window, { ...window, id: 'v', dayOfWeek: 2 }]),
    dana.availabilitySet([]),
  );
  expect(teachers).toMatchObject([{ availability: [], revision: 2 }]);
});

test('a removed teacher has no row, and later events do not bring it back', async () => {
  expect(await model.after(dana.registered(), dana.removed('Dana Whitfield'), dana.changed({ phone: '555' }))).toEqual({
    teachers: [],
  });
});

test('a teacher who returns has the same row, with its age', async () => {
  const registeredAt = '2026-11-01T10:00:00.000000Z';
  const { teachers } = await model.after(
    dana.registered(),
    dana.removed('Dana Whitfield'),
    dana.reinstated({ registeredAt }),
  );
  expect(teachers).toMatchObject([{ teacher_id: 'dana', availability: [], created_at: registeredAt, revision: 2 }]);
});

test('teachers are listed in the order they were added, for each studio separately', async () => {
  const elsewhere = teacherFacts('other-dana', 'other');
  await model.after(marcus.registered({ name: 'Marcus Bell' }), elsewhere.registered(), dana.registered());
  expect((await listTeachers(db(), 'studio')).map(({ teacher_id }) => teacher_id)).toEqual(['marcus', 'dana']);
  expect(await findTeacher(db(), 'studio', 'marcus')).toMatchObject({ details: { name: 'Marcus Bell' } });
  expect(await findTeacher(db(), 'studio', 'other-dana')).toBeUndefined();
});

test('an erased studio has no rows, even after later events', async () => {
  const { teachers } = await model.after(
    dana.registered(),
    teacherFacts('dana', 'other').registered(),
    erased(),
    dana.changed({ phone: '555' }),
    marcus.registered(),
  );
  expect(teachers).toMatchObject([{ studio_id: 'other' }]);
});
