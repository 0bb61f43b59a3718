import { z } from 'zod';
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

/** The ways to use a cancelled hour, as far as a call needs them. */
const repairsIn = z.object({
  options: z.array(
    z.object({
      changes: z.array(
        z.object({
          kind: z.string(),
          lessonId: z.string(),
          originalDate: z.string(),
          startTime: z.string(),
          revision: z.string(),
        }),
      ),
    }),
  ),
});

/** What families are asked, as far as a call needs it. */
const questionsIn = z.array(z.object({ repairId: z.string(), answers: z.array(z.object({ studentId: z.string() })) }));

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
  'record who was there': (studio) =>
    onRow(
      studio,
      (row) => {
        const date = isSeries(row) ? { date: dateOf(studio, row) } : {};
        const attendance = studio.one(['taught', 'absent', null]) ?? null;
        const charge = attendance === 'absent' && studio.chance(0.5) ? { charge: 50 } : {};
        return studio.call('POST', '/api/attendance', {
          entries: [{ lessonId: row.id, ...date, attendance, ...charge }],
        });
      },
      any,
    ),
  'drive to a lesson of today': (studio) => {
    const date = studio.today;
    const weekday = new Date(date).getUTCDay();
    return onRow(
      studio,
      async ({ id: lessonId, teacherId, studentId }) => {
        const kind = studio.one(['arrived', 'done']) ?? 'done';
        const at = studio.chance(0.7) ? `${date}T${studio.time()}:00Z` : null;
        await studio.call('POST', '/api/day/stamps', { lessonId, date, kind, at });
        const minutes = studio.one([0, 5, 10, 25, 90]) ?? 0;
        await studio.call('POST', '/api/day/delays', { teacherId, date, lessonId, minutes });
        const told = [{ studentId, minutes: studio.one([0, 5, 10, null]) ?? null }];
        await studio.call('POST', '/api/day/delays/told', { teacherId, date, told });
        await studio.call('GET', `/api/day?teacherId=${teacherId}&date=${date}`);
      },
      ({ lessonDate, dayOfWeek }) => lessonDate === date || (lessonDate === '' && dayOfWeek === weekday),
    );
  },
  'use the time of a cancelled lesson': (studio) =>
    onRow(
      studio,
      async ({ id, lessonDate }) => {
        const found = await studio.call('GET', `/api/lessons/${id}/repairs?lessonDate=${lessonDate}`);
        const option = found.status === 200 ? studio.one(repairsIn.parse(found.json).options) : undefined;
        if (option) await studio.call('POST', `/api/lessons/${id}/repairs`, { lessonDate, ...option });
      },
      ({ status, lessonDate }) => status === 'cancelled' && lessonDate >= studio.today,
    ),
  'ask before the time of a cancelled lesson is used': (studio) =>
    onRow(
      studio,
      async ({ id, lessonDate, teacherId }) => {
        const found = await studio.call('GET', `/api/lessons/${id}/repairs?lessonDate=${lessonDate}`);
        const option = found.status === 200 ? studio.one(repairsIn.parse(found.json).options) : undefined;
        if (option) await studio.call('POST', `/api/lessons/${id}/repairs/ask`, { lessonDate, ...option });
        const asked = await studio.call('GET', `/api/repairs?teacherId=${teacherId}`);
        const question = asked.status === 200 ? studio.one(questionsIn.parse(asked.json)) : undefined;
        if (!question) return;
        const { repairId, answers } = question;
        if (studio.chance(0.2)) await studio.call('DELETE', `/api/repairs/${repairId}`);
        for (const { studentId } of answers)
          if (studio.chance(0.8))
            await studio.call('POST', `/api/repairs/${repairId}/answers`, {
              studentId,
              answer: studio.chance(0.8) ? 'yes' : 'no',
            });
      },
      ({ status, lessonDate }) => status === 'cancelled' && lessonDate >= studio.today,
    ),
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
