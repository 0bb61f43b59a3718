import type { Command, Row, VisitedStudio } from './visited-studio.ts';

const onRow = async (studio: VisitedStudio, act: (row: Row) => Promise<unknown>, fits: (row: Row) => boolean) => {
  const row = studio.one((await studio.rows()).filter(fits));
  if (row) await act(row);
};
const any = () => true;
const isSeries = ({ lessonDate }: Row): boolean => lessonDate === '';

/** A date of the series from four weeks ago to eight weeks ahead. */
const dateOf = (studio: VisitedStudio, { dayOfWeek }: Row): string => {
  const monday = new Date(studio.day(-28, 56));
  monday.setUTCDate(monday.getUTCDate() + ((dayOfWeek - monday.getUTCDay() + 7) % 7));
  return monday.toISOString().slice(0, 10);
};

/** The body that names a date: required of a series. */
const dated = (studio: VisitedStudio, row: Row) => (isSeries(row) ? { lessonDate: dateOf(studio, row) } : {});

export const lessonCommands: Readonly<Record<string, Command>> = {
  'enter a lesson': async (studio) => {
    const [student, teacher] = [studio.one(await studio.students()), studio.one(await studio.teachers())];
    if (!student || !teacher) return;
    const day = studio.day(-10, 40);
    const lessonDate = studio.chance(0.5) ? { lessonDate: day } : { dayOfWeek: new Date(day).getUTCDay() };
    await studio.call('POST', '/api/lessons', {
      studentId: student.id,
      teacherId: teacher.id,
      startTime: studio.time(),
      ifFree: studio.chance(0.5),
      ...lessonDate,
    });
  },
  'enter an appointment': async (studio) => {
    const teacher = studio.one(await studio.teachers());
    if (teacher)
      await studio.call('POST', '/api/lessons', {
        teacherId: teacher.id,
        entryType: 'appointment',
        lessonDate: studio.day(0, 40),
        startTime: studio.time(),
        eventTitle: 'Recital',
      });
  },
  'pick an alternative': async (studio) => {
    const [student, teacher] = [studio.one(await studio.students()), studio.one(await studio.teachers())];
    if (!student || !teacher) return;
    const wanted = {
      studentId: student.id,
      teacherId: teacher.id,
      lessonDate: studio.day(1, 14),
      startTime: studio.time(),
    };
    const { json } = await studio.call('POST', '/api/lessons/generate-alternatives', wanted);
    const slot = studio.one<{ date: string; startTime: string }>(json?.suggestions ?? json?.alternatives ?? []);
    if (slot)
      await studio.call('POST', '/api/lessons/create-recommended', {
        ...wanted,
        lessonDate: slot.date,
        startTime: slot.startTime,
      });
  },
  'confirm or bring back': (studio) =>
    onRow(
      studio,
      ({ id }) => studio.call('PATCH', `/api/lessons/${id}`, { status: 'scheduled' }),
      ({ status }) => status === 'cancelled' || status === 'recommended',
    ),
  cancel: (studio) =>
    onRow(studio, (row) => studio.call('POST', `/api/lessons/${row.id}/cancel`, dated(studio, row)), any),
  'move one date': (studio) =>
    onRow(
      studio,
      (row) => {
        const originalDate = isSeries(row) ? { originalDate: dateOf(studio, row) } : {};
        return studio.call('PATCH', `/api/lessons/${row.id}/edit`, {
          editScope: 'single',
          ...originalDate,
          lessonDate: studio.day(-3, 40),
          startTime: studio.time(),
        });
      },
      any,
    ),
  'give one date to another student': (studio) =>
    onRow(
      studio,
      async (row) => {
        const other = studio.one(await studio.students());
        if (!other) return;
        const date = dateOf(studio, row);
        await studio.call('PATCH', `/api/lessons/${row.id}/edit`, {
          editScope: 'single',
          ...(isSeries(row) ? { originalDate: date, lessonDate: date } : {}),
          studentId: other.id,
        });
      },
      any,
    ),
  'change a series': (studio) =>
    onRow(
      studio,
      ({ id }) =>
        studio.call('PATCH', `/api/lessons/${id}/edit`, {
          editScope: 'series',
          dayOfWeek: 1 + Math.floor(studio.random() * 5),
          startTime: studio.time(),
        }),
      isSeries,
    ),
  'give to another teacher': (studio) =>
    onRow(
      studio,
      async ({ id }) => {
        const teacher = studio.one(await studio.teachers());
        if (teacher) await studio.call('PUT', `/api/lessons/${id}`, { teacherId: teacher.id });
      },
      any,
    ),
  'make an appointment of it': (studio) =>
    onRow(
      studio,
      ({ id }) => studio.call('PUT', `/api/lessons/${id}`, { entryType: 'appointment', studentId: null }),
      any,
    ),
  reschedule: (studio) =>
    onRow(
      studio,
      ({ id }) =>
        studio.call('PATCH', `/api/lessons/${id}/reschedule`, {
          lessonDate: studio.day(-2, 30),
          startTime: studio.time(),
        }),
      any,
    ),
  delete: (studio) =>
    onRow(
      studio,
      (row) => {
        const one = isSeries(row) && studio.chance(0.6) ? `?lessonDate=${dateOf(studio, row)}` : '';
        return studio.call('DELETE', `/api/lessons/${row.id}${one}`);
      },
      any,
    ),
  clear: async (studio) => {
    const flags = {
      optimized: studio.chance(0.5),
      manual: studio.chance(0.5),
      preScheduled: true,
      myMusicStaff: studio.chance(0.5),
    };
    await studio.call('DELETE', '/api/lessons/clear', {
      ...flags,
      selectedTeachers: (await studio.teachers()).map(({ id }) => id),
    });
  },
};
