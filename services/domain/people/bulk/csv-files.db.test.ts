import { beforeEach, describe, expect, test } from 'vitest';
import { dana, inOwnStudio } from '../../../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { ok } from '../../../testing/visitor.ts';

inOwnStudio();

let marcus: string;
let eve: string;
let ann: string;
beforeEach(async () => {
  marcus = await addTeacher(dana, 'Marcus Bell', everyDay);
  eve = await addTeacher(dana, 'Eve Stone', everyDay);
  ann = await addStudent(dana, 'Ann Lee', everyDay, { teacherId: marcus });
  await addStudent(dana, 'Ben Ito', everyDay, { teacherId: marcus });
  await addStudent(dana, 'Cy Moss', everyDay);
});

const weekly = async (studentId: string, startTime: string): Promise<string> =>
  ok(
    await dana.post('/api/lessons', {
      teacherId: marcus,
      studentId,
      startTime,
      duration: 45,
      lessonDate: '',
      dayOfWeek: 2,
    }),
  ).id;

describe('CSV files', () => {
  const csv = async (path: string) => {
    const { status, headers, text } = await dana.get(path);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[\w-]+\.csv"$/);
    return text.split('\r\n');
  };

  test('have the students with their teachers, rates and hours, and no formula', async () => {
    ok(await dana.post('/api/assignments/bulk', { studentIds: [ann], teacherIds: [eve] }));
    const formulas = {
      firstName: '=1+1',
      lastName: '"Quote", Ann',
      phone: '+1 512',
      email: '-x@example.com',
      perLessonRate: 40.5,
    };
    const availability = [{ dayOfWeek: 2, startTime: '15:00', endTime: '17:30', isPreferred: true }];
    ok(await dana.put(`/api/students/${ann}`, { ...formulas, availability }));
    const [head, ...lines] = await csv('/api/students.csv');
    expect(head).toBe(
      'First name,Last name,Phone,Email,Address,City,ZIP code,Teachers,Lesson minutes,Start date,Payment,Rate per lesson,Monthly rate,Currency,Availability',
    );
    expect(lines).toContain(
      `'=1+1,"""Quote"", Ann",'+1 512,'-x@example.com,"1905 S 5th St, Austin, TX 78704",Austin,78704,"Marcus Bell; Eve Stone",45,,Per lesson,40.50,,USD,Tue 15:00-17:30 (preferred)`,
    );
    expect(lines).toHaveLength(4);
    expect(lines.at(-1)).toBe('');
  });

  test('have the teachers, without the addresses of their calendars', async () => {
    ok(await dana.put(`/api/teachers/${eve}`, { name: '-Eve', calendarUrl: 'https://example.com/secret.ics' }));
    const lines = await csv('/api/teachers.csv');
    expect(lines[0]).toBe('Name,Phone,Email,Address,City,ZIP code,Students,Availability,What the times mean');
    expect(lines.find((line) => line.startsWith("'-Eve,"))).toMatch(
      /,0,"Mon 14:00-20:00; .*",When the teacher can leave home$/,
    );
    expect(lines.find((line) => line.startsWith('Marcus Bell,'))).toContain(',2,');
    expect(lines.join('')).not.toContain('secret');
  });

  test('have every date of a period, with what was cancelled', async () => {
    const lesson = await weekly(ann, '15:00');
    ok(await dana.post(`/api/lessons/${lesson}/cancel`, { lessonDate: '2026-12-01' }));
    const title = { entryType: 'appointment', eventTitle: '=Rehearsal', notes: 'Bring\nmusic' };
    const entry = { ...title, teacherId: eve, lessonDate: '2026-11-25', startTime: '10:00', duration: 60 };
    ok(await dana.post('/api/lessons', entry));
    const lines = await csv('/api/lessons.csv?from=2026-11-23&to=2026-12-06');
    const home = '"1905 S 5th St, Austin, TX 78704"';
    expect(lines).toEqual([
      'Date,Day,Start,End,Minutes,Kind,Student,Title,Teacher,Address,Status,Source,Weekly,Notes',
      `2026-11-24,Tue,15:00,15:45,45,Lesson,Ann Lee,,Marcus Bell,${home},Scheduled,Manual,Yes,`,
      `2026-11-25,Wed,10:00,11:00,60,Appointment,,'=Rehearsal,Eve Stone,,Scheduled,Manual,No,"Bring\nmusic"`,
      `2026-12-01,Tue,15:00,15:45,45,Lesson,Ann Lee,,Marcus Bell,${home},Cancelled,Manual,Yes,`,
      '',
    ]);
    expect(await csv(`/api/lessons.csv?from=2026-11-23&to=2026-12-06&teacherId=${eve}`)).toHaveLength(3);
    const { headers } = await dana.get('/api/lessons.csv?from=2026-11-23&to=2026-12-06');
    expect(headers.get('content-disposition')).toBe('attachment; filename="lessons-2026-11-23-2026-12-06.csv"');
    for (const [query, sentence] of [
      ['from=2026-12-06&to=2026-11-23', '"to" can\'t be before "from".'],
      ['from=2020-01-01&to=2026-01-01', 'A CSV file covers at most three years. Please choose a shorter period.'],
    ])
      expect(await dana.get(`/api/lessons.csv?${query}`)).toMatchObject({ status: 400, text: sentence });
  });
});
