import type { Question } from '@rondo/contracts/api/road/question.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { epochMillisecondsOf, instantAt } from '@rondo/contracts/calendar/instants.ts';
import { formatTime, toTimeText } from '@rondo/contracts/calendar/times.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import { askingText } from '@rondo/contracts/lessons/repairs/asking-text.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { listStudents } from '@rondo/projections/students/queries.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { listTeachers } from '@rondo/projections/teachers/queries.ts';
import type { Services } from '../../../../platform/kit/services.ts';
import { allSchedules } from '../../../schedule/lookup/student-times.ts';
import { questionState, type AskedChange, type RepairQuestion } from '../../../schedule/questions/state.ts';
import { dayIn, studioNow } from '../../../studio/clock.ts';
import { contactsOf } from '../contacts.ts';

type Reading = Pick<Services, 'handlers' | 'streams' | 'models' | 'settingsOf' | 'now'>;

/** A question in the schedule that holds its times. */
export type QuestionOf = { readonly teacherId: string; readonly question: RepairQuestion };

/** Every question that the schedules of a studio remember. */
export const allQuestions = async (services: Reading, studioId: string): Promise<QuestionOf[]> =>
  [...(await allSchedules(services, studioId))].flatMap(([teacherId, { state }]) =>
    [...state.questions.values()].map((question) => ({ teacherId, question })),
  );

const clockIn = (instant: string, timeZone: string): string =>
  formatTime(wallClock(epochMillisecondsOf(instant), timeZone).minute);

/** The words of a change to its family, which name no one else. */
const textOf = (
  { date, until }: Pick<RepairQuestion, 'date' | 'until'>,
  { from, start, duration }: AskedChange,
  about: {
    readonly teacherName: string;
    readonly firstName: string;
    readonly today: IsoDate;
    readonly timeZone: string;
  },
): string => {
  const { teacherName, firstName, today, timeZone } = about;
  const untilDate = dayIn(timeZone)(until);
  const by = clockIn(until, timeZone);
  return askingText({
    teacherName,
    firstName,
    minutes: duration,
    newTime: formatTime(start),
    oldTime: from === null ? null : formatTime(from),
    when: date === today ? 'today' : `on ${shortDate(date)}`,
    until: untilDate === today ? by : `${by} ${untilDate === date ? 'that day' : `on ${shortDate(untilDate)}`}`,
  });
};

/** Questions as the teacher reads them. */
export const questionViews = async (
  services: Reading,
  studioId: string,
  questions: readonly QuestionOf[],
): Promise<Question[]> => {
  if (questions.length === 0) return [];
  const [studentRows, teachers, clock] = await Promise.all([
    listStudents(studentsModel.read(services.models), studioId),
    listTeachers(teachersModel.read(services.models), studioId),
    studioNow(services, studioId),
  ]);
  const students = new Map(studentRows.map((row) => [row.student_id, row]));
  const contactOf = await contactsOf(services, studioId, students);
  const at = instantAt(services.now());
  return questions.map(({ teacherId, question }): Question => {
    const { repairId, lessonId, date, until, changes } = question;
    const answers = new Map(question.answers);
    const teacherName = teachers.find((row) => row.teacher_id === teacherId)?.details.name ?? '';
    return {
      repairId,
      lessonId,
      date,
      until,
      changes: changes.map((change) => {
        const { firstName = 'A former student', lastName = '' } = students.get(change.studentId)?.details ?? {};
        const { from, start, duration, kind, originalDate, studentId } = change;
        return {
          kind,
          lessonId: change.lessonId,
          originalDate,
          studentId,
          name: `${firstName} ${lastName}`.trim(),
          from: from === null ? null : toTimeText(from),
          startTime: toTimeText(start),
          endTime: toTimeText(start + duration),
          text: textOf(question, change, { teacherName, firstName, ...clock }),
          contact: contactOf(studentId),
        };
      }),
      answers: [...new Set(changes.map(({ studentId }) => studentId))].map((studentId) => {
        const known = answers.get(studentId);
        return {
          studentId,
          answer: known?.answer ?? null,
          by: known ? (known.byFamily ? 'family' : 'teacher') : null,
          at: known?.at ?? null,
        };
      }),
      state: questionState(question, at),
    };
  });
};

/** What the family of some students is asked, in words that name no one else. @param names first names, by student */
export const questionsOfFamily = async (services: Reading, studioId: string, names: ReadonlyMap<string, string>) => {
  const isTheirs = ({ studentId }: AskedChange): boolean => names.has(studentId);
  const all = (await allQuestions(services, studioId)).filter(({ question }) => question.changes.some(isTheirs));
  if (all.length === 0) return [];
  const [teachers, clock] = await Promise.all([
    listTeachers(teachersModel.read(services.models), studioId),
    studioNow(services, studioId),
  ]);
  const at = instantAt(services.now());
  return all.flatMap(({ teacherId, question }) => {
    const { repairId, until, changes } = question;
    const teacherName = teachers.find((row) => row.teacher_id === teacherId)?.details.name ?? '';
    const answers = new Map(question.answers);
    const isOpen = questionState(question, at) === 'open';
    return changes.filter(isTheirs).map((change) => {
      const { studentId } = change;
      const firstName = names.get(studentId) ?? '';
      const text = textOf(question, change, { teacherName, firstName, ...clock });
      return { teacherId, repairId, studentId, text, until, isOpen, answer: answers.get(studentId)?.answer ?? null };
    });
  });
};

/** The open questions of a teacher, and those that ended today; the first to end first. */
export const questionsNow = async (
  services: Reading,
  studioId: string,
  { teacherId, date }: { readonly teacherId: string; readonly date?: IsoDate },
): Promise<Question[]> => {
  const { today, timeZone } = await studioNow(services, studioId);
  const dayOf = dayIn(timeZone);
  const at = instantAt(services.now());
  const all = (await allQuestions(services, studioId)).filter(({ teacherId: own, question }) => {
    if (own !== teacherId || (date !== undefined && question.date !== date)) return false;
    return questionState(question, at) === 'open' || dayOf(question.end?.at ?? question.until) === today;
  });
  const inOrder = all.toSorted((a, b) => (a.question.until < b.question.until ? -1 : 1));
  return questionViews(services, studioId, inOrder);
};
