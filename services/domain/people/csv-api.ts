import type { Availability } from '@rondo/contracts/api/people/availability.ts';
import { studentsCsv, teachersCsv } from '@rondo/contracts/api/people/csv-files.ts';
import type { Student } from '@rondo/contracts/api/people/students.ts';
import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { shortDayName, weekOrder } from '@rondo/contracts/calendar/dates.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { listStudents } from '@rondo/projections/students/queries.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { listTeachers } from '@rondo/projections/teachers/queries.ts';
import { amount, csvOf, sendCsv, typed, type Column } from '../../platform/http/bodies/csv.ts';
import { route, type Route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/kit/services.ts';
import { assignmentViews, studentView, teacherView } from './views.ts';

/** "Mon 15:00-17:30 (preferred); Wed 16:00-18:00". */
const weekText = (availability: readonly Availability[]): string =>
  weekOrder
    .flatMap((day) => availability.filter(({ dayOfWeek, enabled }) => enabled && dayOfWeek === day))
    .map(({ dayOfWeek, startTime, endTime, isPreferred }) =>
      [`${shortDayName(dayOfWeek)} ${startTime}-${endTime}`, ...(isPreferred ? ['(preferred)'] : [])].join(' '),
    )
    .join('; ');

type StudentLine = { readonly student: Student; readonly teachers: readonly string[]; readonly currency: string };

const studentColumns: readonly Column<StudentLine>[] = [
  ['First name', ({ student }) => typed(student.firstName)],
  ['Last name', ({ student }) => typed(student.lastName)],
  ['Phone', ({ student }) => typed(student.phone)],
  ['Email', ({ student }) => typed(student.email)],
  ['Address', ({ student }) => typed(student.address)],
  ['City', ({ student }) => typed(student.city)],
  ['ZIP code', ({ student }) => typed(student.zipCode)],
  ['Teachers', ({ teachers }) => typed(teachers.join('; '))],
  ['Lesson minutes', ({ student }) => student.lessonDuration],
  ['Start date', ({ student }) => student.startDate],
  ['Payment', ({ student }) => (student.paymentType === 'monthly' ? 'Monthly' : 'Per lesson')],
  ['Rate per lesson', ({ student }) => amount(student.perLessonRate)],
  ['Monthly rate', ({ student }) => amount(student.monthlyRate)],
  ['Currency', ({ currency }) => currency],
  ['Availability', ({ student }) => weekText(student.availability)],
];

const meanings: Readonly<Record<Teacher['availabilityInterpretation'], string>> = {
  leave_home: 'When the teacher can leave home',
  start_lesson: 'When the first lesson can start',
};

// Without the address of the calendar feed, which lets everyone who knows it read the calendar.
const teacherColumns: readonly Column<Teacher & { readonly students: number }>[] = [
  ['Name', ({ name }) => typed(name)],
  ['Phone', ({ phone }) => typed(phone)],
  ['Email', ({ email }) => typed(email)],
  ['Address', ({ address }) => typed(address)],
  ['City', ({ city }) => typed(city)],
  ['ZIP code', ({ zipCode }) => typed(zipCode)],
  ['Students', ({ students }) => students],
  ['Availability', ({ availability }) => weekText(availability)],
  ['What the times mean', ({ availabilityInterpretation }) => meanings[availabilityInterpretation]],
];

/** The lists of students and teachers as files for spreadsheets. */
export const csvRoutes = ({ models, settingsOf }: Pick<Services, 'models' | 'settingsOf'>): Route[] => {
  const both = (studioId: string) =>
    Promise.all([
      listStudents(studentsModel.read(models), studioId),
      listTeachers(teachersModel.read(models), studioId),
    ]);
  return [
    route(studentsCsv, async (_, { actor: { studioId }, response }) => {
      const [[students, teachers], { settings }] = await Promise.all([both(studioId), settingsOf(studioId)]);
      const names = new Map(teachers.map(({ teacher_id: id, details }) => [id, details.name]));
      const lines = students.map((row) => ({
        student: studentView(row, null),
        teachers: assignmentViews(row)
          .toSorted((a, b) => a.preferenceRank - b.preferenceRank)
          .flatMap(({ teacherId }) => names.get(teacherId) ?? []),
        currency: settings.currency,
      }));
      return sendCsv(response, 'students.csv', await csvOf(studentColumns, lines));
    }),
    route(teachersCsv, async (_, { actor: { studioId }, response }) => {
      const [students, teachers] = await both(studioId);
      const taught = Map.groupBy(students.flatMap(assignmentViews), ({ teacherId }) => teacherId);
      const lines = teachers.map((row) => ({
        ...teacherView(row),
        students: taught.get(row.teacher_id)?.length ?? 0,
      }));
      return sendCsv(response, 'teachers.csv', await csvOf(teacherColumns, lines));
    }),
  ];
};
