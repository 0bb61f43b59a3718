import type { Command, VisitedStudio } from './visited-studio.ts';

const decide = async (studio: VisitedStudio, status: 'accepted' | 'rejected'): Promise<void> => {
  const reports = await studio.reports();
  const report = studio.one(reports.filter((one) => one.status === 'pending')) ?? studio.one(reports);
  if (report) await studio.call('PATCH', `/api/optimization-reports/${report.id}/status`, { status });
};

export const planCommands: Readonly<Record<string, Command>> = {
  plan: async (studio) => {
    const students = await studio.students();
    const teachers = await studio.teachers();
    if (students.length === 0 || teachers.length === 0) return;
    await studio.call('POST', '/api/schedule/generate', {
      teacherIds: teachers.map(({ id }) => id),
      studentIds: students.filter(() => studio.chance(0.7)).map(({ id }) => id),
      ...(studio.chance(0.4) ? { startsOn: studio.day(1, 10) } : {}),
    });
  },
  accept: (studio) => decide(studio, 'accepted'),
  reject: (studio) => decide(studio, 'rejected'),
  withdraw: async (studio) => {
    const teacher = studio.one(await studio.teachers());
    if (teacher) await studio.call('DELETE', '/api/schedule/generated', { teacherId: teacher.id });
  },
  'ask a family': async (studio) => {
    const [report, student] = [studio.one(await studio.reports()), studio.one(await studio.students())];
    if (report && student)
      await studio.call('POST', `/api/optimization-reports/${report.id}/wishes`, {
        studentId: student.id,
        window: { dayOfWeek: 1, startTime: '16:00', endTime: '18:00' },
      });
  },
  'delete a report': async (studio) => {
    const report = studio.one(await studio.reports());
    if (report) await studio.call('DELETE', `/api/optimization-reports/${report.id}`);
  },
};
