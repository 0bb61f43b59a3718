import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import {
  absenceSentence,
  noShowOn,
  priceBefore,
  recordText,
  type DatePrice,
} from '@rondo/contracts/policy/attendance-price.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read } from '../../api/queries.ts';
import { useCurrency } from '../../api/settings.ts';
import { useNow } from '../now.ts';
import { useStudents } from '../queries.ts';

/** A lesson of a day that has begun. */
export type BegunLesson = { readonly lessonId: string; readonly title: string; readonly studentId: string };

/** The same with what is recorded of it. */
export type AttendedLesson = BegunLesson & {
  readonly attendance: 'taught' | 'absent' | null;
  readonly minutesLate: number;
  /** Whole percent of the price that an absence costs, or would by what is agreed. */
  readonly charge: number;
  readonly reason: string | null;
  /** What is recorded, or what recording it will cost; null without a rate. */
  readonly text: string | null;
  /** What an absence comes to, a sentence. */
  readonly sentence: string;
};

export type AttendedDay = {
  readonly date: IsoDate;
  readonly lessons: readonly AttendedLesson[];
  /** Nothing is known before that. */
  readonly isLoaded: boolean;
};

/** How many days back something can be recorded. */
const oldestDays = 400;

/** The lessons of a teacher's day that have begun, with what is recorded of them. */
export const useAttendedDay = (teacherId: string, date: IsoDate, begun: readonly BegunLesson[]): AttendedDay => {
  const { today } = useNow();
  const students = useStudents();
  const currency = useCurrency();
  const isRecent = date >= addDays(today, -oldestDays);
  const enabled = begun.length > 0 && isRecent;
  const records = useQuery({ ...read('GET /api/attendance', { query: { teacherId, from: date, to: date } }), enabled });
  const policy = useQuery({ ...read('GET /api/policy', { query: {} }), enabled });
  const isLoaded = records.data !== undefined && policy.data !== undefined;
  const lessons = useMemo(() => {
    const recordOf = new Map(records.data?.map((one) => [one.lessonId, one]));
    const noShow = noShowOn(policy.data?.versions ?? [], date);
    return begun.map((lesson): AttendedLesson => {
      const student = students.find(({ id }) => id === lesson.studentId);
      const price: DatePrice = {
        rate: student?.perLessonRate ?? null,
        isMonthly: student?.paymentType === 'monthly',
        currency,
      };
      const record = recordOf.get(lesson.lessonId);
      const { attendance = null, minutesLate = 0, charge = null, reason = null } = record ?? {};
      const percent = charge ?? noShow;
      const text =
        attendance === null
          ? student && isLoaded
            ? priceBefore(noShow, price)
            : null
          : recordText({ attendance, minutesLate, charge }, price);
      const sentence = absenceSentence(percent, price);
      return { ...lesson, attendance, minutesLate, charge: percent, reason, text, sentence };
    });
  }, [begun, records.data, policy.data, isLoaded, students, currency, date]);
  return { date, lessons: isRecent ? lessons : [], isLoaded };
};

/** How many lessons are recorded, and as what. */
export const tallyOf = (lessons: readonly AttendedLesson[]) => {
  const taught = lessons.filter(({ attendance }) => attendance === 'taught').length;
  const absent = lessons.filter(({ attendance }) => attendance === 'absent').length;
  return { taught, absent, recorded: taught + absent, begun: lessons.length };
};
