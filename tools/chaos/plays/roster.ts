import { z } from 'zod';
import { pick, type Random } from '@rondo/services/optimizer/search/random.ts';
import { oneOf, type Play, type StudioView } from './play.ts';

const made = z.object({ id: z.string() });
const remember =
  (ids: Set<string>) =>
  (body: unknown): void => {
    ids.add(made.parse(body).id);
  };

const zipCodes = ['78701', '78702', '78703', '78704', '78705', '78731', '78745', '78751', '78756', '78757'] as const;
const place = (random: Random): string =>
  `${100 + pick(random, 900)} Congress Ave, Austin, TX ${oneOf(random, zipCodes) ?? zipCodes[0]}`;

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Some afternoons of a week; minutes are arbitrary, so that two weeks are hardly ever the same. */
const week = (random: Random) =>
  [1, 2, 3, 4, 5]
    .filter((day) => day === 3 || random() < 0.6)
    .map((dayOfWeek) => ({
      dayOfWeek,
      startTime: clock(14 * 60 + pick(random, 120)),
      endTime: clock(18 * 60 + pick(random, 120)),
      isPreferred: random() < 0.3,
    }));

/** Enough to work with, few enough that clients collide on the same ones. */
const most = { students: 40, teachers: 6 };

const addStudent: Play = {
  name: 'add student',
  weight: 6,
  wish: (view, random, mark) =>
    view.students.size >= most.students
      ? undefined
      : {
          method: 'POST',
          path: '/api/students',
          body: {
            firstName: 'Ann',
            lastName: mark,
            address: place(random),
            lessonDuration: oneOf(random, [30, 45, 60]),
            availability: week(random),
          },
          alwaysChanges: true,
          learn: remember(view.students),
        },
};

const addTeacher: Play = {
  name: 'add teacher',
  weight: 2,
  wish: (view, random, mark) =>
    view.teachers.size >= most.teachers
      ? undefined
      : {
          method: 'POST',
          path: '/api/teachers',
          body: {
            name: mark,
            phone: '512 555 0100',
            email: 'teacher@example.com',
            address: place(random),
            availability: week(random),
          },
          alwaysChanges: true,
          learn: remember(view.teachers),
        },
};

const onOne = (
  kind: 'students' | 'teachers',
  play: { name: string; weight: number; body: (random: Random, mark: string) => unknown },
): Play => ({
  name: play.name,
  weight: play.weight,
  wish: (view, random, mark) => {
    const id = oneOf(random, view[kind]);
    return id === undefined
      ? undefined
      : { method: 'PUT', path: `/api/${kind}/${id}`, body: play.body(random, mark), alwaysChanges: true };
  },
});

const removeOne = (kind: 'students' | 'teachers', name: string, weight: number, least: number): Play => ({
  name,
  weight,
  wish: (view, random) => {
    const id = view[kind].size > least ? oneOf(random, view[kind]) : undefined;
    if (id === undefined) return undefined;
    // Clients should sometimes remove what another one is editing, so it leaves the view only with the answer.
    return {
      method: 'DELETE',
      path: `/api/${kind}/${id}`,
      alwaysChanges: true,
      learn: () => void view[kind].delete(id),
    };
  },
});

const both = (view: StudioView, random: Random) => {
  const [studentId, teacherId] = [oneOf(random, view.students), oneOf(random, view.teachers)];
  return studentId === undefined || teacherId === undefined ? undefined : { studentId, teacherId };
};

const assign: Play = {
  name: 'assign a teacher',
  weight: 6,
  wish: (view, random) => {
    const body = both(view, random);
    return body && { method: 'POST', path: '/api/assignments', body, alwaysChanges: false };
  },
};

const setOnlyTeacher: Play = {
  name: 'set the only teacher',
  weight: 3,
  wish: (view, random) => {
    const found = both(view, random);
    return (
      found && {
        method: 'PUT',
        path: `/api/students/${found.studentId}/teacher`,
        body: { teacherId: random() < 0.1 ? null : found.teacherId },
        alwaysChanges: false,
      }
    );
  },
};

/** Students, teachers, their details, availability and assignments. */
export const rosterPlays: readonly Play[] = [
  addStudent,
  addTeacher,
  onOne('students', { name: 'rename student', weight: 5, body: (_, mark) => ({ lastName: mark }) }),
  onOne('students', {
    name: 'move student',
    weight: 2,
    body: (random, mark) => ({ lastName: mark, address: place(random) }),
  }),
  onOne('teachers', { name: 'rename teacher', weight: 3, body: (_, mark) => ({ name: mark }) }),
  onOne('students', {
    name: 'set student availability',
    weight: 4,
    body: (random, mark) => ({ lastName: mark, availability: week(random) }),
  }),
  onOne('teachers', {
    name: 'set teacher availability',
    weight: 3,
    body: (random, mark) => ({ name: mark, availability: week(random) }),
  }),
  removeOne('students', 'remove student', 3, 10),
  removeOne('teachers', 'remove teacher', 0.5, 3),
  assign,
  setOnlyTeacher,
];
