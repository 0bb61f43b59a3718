import type { Lesson } from '@rondo/contracts/api/lessons.ts';
import type { Command, VisitedStudio } from './visited-studio.ts';

type Closure = { id: string; over: boolean };

/** Whole days or a part of one, from a few days ago on, for everybody or one teacher, with or without a word to families. */
const anyClosure = async (studio: VisitedStudio): Promise<object> => {
  const from = studio.day(-3, 21);
  const isPart = studio.chance(0.3);
  const to = isPart ? from : studio.chance(0.4) ? from : studio.day(0, 35);
  const teacher = studio.chance(0.4) ? studio.one(await studio.teachers()) : undefined;
  return {
    from,
    to,
    ...(isPart ? { fromTime: '14:00', toTime: studio.one(['16:00', '17:30']) } : {}),
    ...(teacher ? { teacherIds: [teacher.id] } : {}),
    kind: studio.one(['holiday', 'away', 'weather']),
    reason: studio.one([null, 'Break', 'Recital']),
    money: studio.one(['refund', 'refundMonthlyToo', 'owed']),
  };
};

const aClosure = async (studio: VisitedStudio): Promise<Closure | undefined> =>
  studio.one(await studio.list<Closure>('/api/closures'));

const aClosedRow = async (studio: VisitedStudio): Promise<Lesson | undefined> =>
  studio.one((await studio.list<Lesson>('/api/lessons')).filter(({ closedBy }) => closedBy !== null));

const close: Command = async (studio) => studio.call('POST', '/api/closures', await anyClosure(studio));

export const closureCommands: Readonly<Record<string, Command>> = {
  'close days': close,
  'close other days': close,
  'call in sick today': async (studio) => {
    const teacher = studio.one(await studio.teachers());
    const today = { from: studio.today, to: studio.today };
    if (teacher) await studio.call('POST', '/api/closures', { ...today, kind: 'sick', teacherIds: [teacher.id] });
  },
  'change closed days': async (studio) => {
    const closure = await aClosure(studio);
    const changes = studio.one([
      { to: studio.day(0, 40) },
      { from: studio.day(-2, 10) },
      { teacherIds: null },
      { money: 'owed' },
      { reason: 'Vacation' },
    ]);
    if (closure) await studio.call('PATCH', `/api/closures/${closure.id}`, changes);
  },
  'open closed days': async (studio) => {
    const closure = await aClosure(studio);
    if (closure) await studio.call('DELETE', `/api/closures/${closure.id}`);
  },
  'keep a closed lesson': async (studio) => {
    const row = await aClosedRow(studio);
    if (row)
      await studio.call('PATCH', `/api/lessons/${row.id}`, {
        status: 'scheduled',
        ...(studio.chance(0.5) ? { force: true } : {}),
      });
  },
  'move a closed lesson': async (studio) => {
    const row = await aClosedRow(studio);
    if (!row) return;
    const lessonDate = studio.day(0, 30);
    const dayOfWeek = new Date(`${lessonDate}T12:00:00Z`).getUTCDay();
    await studio.call('PATCH', `/api/lessons/${row.id}/reschedule`, {
      lessonDate,
      dayOfWeek,
      startTime: studio.time(),
    });
  },
  'delete a closed lesson': async (studio) => {
    const row = await aClosedRow(studio);
    if (row) await studio.call('DELETE', `/api/lessons/${row.id}?lessonDate=${row.lessonDate}`);
  },
};
