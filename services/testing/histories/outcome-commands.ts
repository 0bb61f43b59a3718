import type { Lesson } from '@rondo/contracts/api/lessons.ts';
import type { Command, VisitedStudio } from './visited-studio.ts';

type Owed = { lessonId: string; date: string; state: string };
type Listed = { id: string };

const policies = [
  {
    tiers: [
      { hours: 48, outcome: { owed: true } },
      { hours: 24, outcome: { charge: 50 } },
    ],
    owedPerTerm: 1,
  },
  { tiers: [{ dayBefore: '17:00', outcome: { charge: 33 } }], noShow: 50, ours: 'owed' },
  { tiers: [], late: 80, owedDays: null },
];
const outcomes = [{ charge: 0 }, { charge: 50 }, { owed: true }, { owed: true, until: '2027-02-01' }];

const rowsOf = (studio: VisitedStudio): Promise<Lesson[]> => studio.list<Lesson>('/api/lessons');

/** The first date of a row from today on, and which day of a series that is. */
const dateOf = (studio: VisitedStudio, { lessonDate, dayOfWeek }: Lesson): string => {
  if (lessonDate !== '') return lessonDate;
  const day = new Date(studio.today);
  day.setUTCDate(day.getUTCDate() + ((dayOfWeek - day.getUTCDay() + 7) % 7) + (studio.chance(0.4) ? 7 : 0));
  return day.toISOString().slice(0, 10);
};

/** Cancels a lesson that stands. */
const cancelling = async (studio: VisitedStudio, how: object): Promise<unknown> => {
  const row = studio.one((await rowsOf(studio)).filter(({ status, studentId }) => status === 'scheduled' && studentId));
  if (!row) return undefined;
  const lessonDate = row.lessonDate === '' ? { lessonDate: dateOf(studio, row) } : {};
  return studio.call('POST', `/api/lessons/${row.id}/cancel`, { ...lessonDate, ...how });
};

/** What is agreed, what a cancellation comes to, and what is owed and noted. */
export const outcomeCommands: Readonly<Record<string, Command>> = {
  'agree on a policy': (studio) =>
    studio.call('POST', '/api/policy', {
      from: studio.chance(0.7) ? studio.today : studio.day(0, 20),
      ...(studio.chance(0.2) ? { off: true } : studio.one(policies)),
    }),
  'take a policy back': async (studio) => {
    const { versions } = (await studio.call('GET', '/api/policy')).json;
    const version = studio.one<Listed>(versions);
    if (version) await studio.call('DELETE', `/api/policy/${version.id}`);
  },
  'enter, change or remove a term': async (studio) => {
    const term = studio.one(await studio.list<Listed>('/api/terms'));
    const from = studio.day(0, 60);
    const what = studio.one(['enter', 'enter', 'change', 'remove']);
    if (!term || what === 'enter') await studio.call('POST', '/api/terms', { name: 'Winter', from, to: from });
    else if (what === 'change') await studio.call('PATCH', `/api/terms/${term.id}`, { name: 'Spring' });
    else await studio.call('DELETE', `/api/terms/${term.id}`);
  },
  'cancel for a family': (studio) =>
    cancelling(studio, {
      by: 'family',
      ...(studio.chance(0.6) ? { noticeAt: `${studio.day(-6, -1)}T12:00:00.000Z` } : {}),
      ...(studio.chance(0.2) ? { outcome: studio.one(outcomes), reason: 'Flu' } : {}),
    }),
  'cancel as the teacher': (studio) => cancelling(studio, { by: 'teacher' }),
  'change what a cancellation comes to': async (studio) => {
    const row = studio.one((await rowsOf(studio)).filter(({ cancellation }) => cancellation !== null));
    const change = studio.one([
      ...outcomes.map((outcome) => ({ outcome })),
      { by: 'teacher' },
      { by: 'family', noticeAt: `${studio.day(-4, -1)}T12:00:00.000Z` },
    ]);
    if (row) await studio.call('PATCH', `/api/lessons/${row.id}/cancellation`, { reason: 'Agreed', ...change });
  },
  'make up for a lesson': async (studio) => {
    const owed = studio.one((await studio.list<Owed>('/api/owed')).filter(({ state }) => state === 'owed'));
    if (owed)
      await studio.call('PATCH', `/api/lessons/${owed.lessonId}/reschedule`, {
        lessonDate: studio.day(0, 30),
        startTime: studio.time(),
      });
  },
  'cancel what makes up for a lesson': async (studio) => {
    const row = studio.one((await rowsOf(studio)).filter(({ status, makesUp }) => status === 'scheduled' && makesUp));
    const by = studio.one(['family', 'teacher']);
    if (row) await studio.call('POST', `/api/lessons/${row.id}/cancel`, { by });
  },
  'write notes': async (studio) => {
    const student = studio.one(await studio.students());
    if (!student) return;
    const text = studio.one(['', 'Scales', 'Scales in thirds']);
    const of = `/api/students/${student.id}`;
    const date = studio.day(-3, 0);
    await studio.call('PUT', `${of}/family-notes/${date}`, { text, ...(text === '' ? {} : { share: true }) });
    await studio.call('PUT', `${of}/private-notes/${date}`, { text });
  },
};
