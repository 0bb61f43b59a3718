import type { Report } from '@rondo/contracts/api/planner.ts';
import type { PlanChange, ReportContent } from '@rondo/contracts/events/schedule/report-content.ts';
import { longDayName } from '@rondo/contracts/calendar/dates.ts';
import { formatTimeRange, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { CornerDownRight, MessageCircleQuestionMark, TriangleAlert } from 'lucide-react';
import type { InputTo } from '../../../api/calls.ts';
import { counted, fewNames } from '../../../lib/texts.ts';
import { hoursText } from '../../../lib/availability.ts';
import { Button } from '../../../ui/button.tsx';
import { askFamily } from './commands.ts';

type Unscheduled = ReportContent['unscheduledAnalysis'][number];
type FamilyWish = InputTo<'POST /api/optimization-reports/:id/wishes'>['body'];

/** What a report offers to do before it is planned again. */
export type Remedy =
  | PlanChange
  /** Gives students who have none the standard times. */
  | { readonly kind: 'standardTimes'; readonly studentIds: readonly string[] }
  /** Another number of families that may move. */
  | { readonly kind: 'moves'; readonly most: number };

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

const windowWords = ({ dayOfWeek, startTime, endTime }: FamilyWish['window']): string =>
  `${longDayName(dayOfWeek)}s ${formatTimeRange(toMinutes(startTime), toMinutes(endTime))}`;

/** The times that a change needs of the student's family; null if it needs none. */
const wishIn = (change: PlanChange | null): FamilyWish | null => {
  const window = change?.kind === 'teacherWindow' ? change.studentWindow : change;
  if (!window || ('kind' in window && window.kind !== 'studentWindow')) return null;
  const { studentId, dayOfWeek, startTime, endTime } = window;
  return { studentId, window: { dayOfWeek, startTime, endTime } };
};

const Way = (props: {
  readonly student: Unscheduled;
  readonly sentence: string;
  /** Its place among the ways, from 0. */
  readonly nth: number;
  readonly change: PlanChange | null;
  readonly reportId: string;
  readonly onApply: ((remedy: Remedy) => void) | null;
}) => {
  const { student, change, reportId, onApply } = props;
  const familyWish = wishIn(change);
  const who = props.nth === 0 ? student.studentName : `${student.studentName}, choice ${props.nth + 1}`;
  return (
    <li className="grid gap-1.5">
      {/* A whole sentence: what would have to change, and when the lesson would then be. */}
      <p className="flex gap-2">
        <CornerDownRight aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" strokeWidth={1.75} />
        <span>{sentence(props.sentence)}</span>
      </p>
      {change !== null && onApply && (
        <div className="flex flex-wrap gap-1.5 pl-6">
          {familyWish && (
            <Button
              size="small"
              icon={MessageCircleQuestionMark}
              onClick={() => void askFamily(reportId, familyWish, messageTo(student.studentName, familyWish))}
            >
              Ask the family<span className="sr-only"> of {who}</span>
            </Button>
          )}
          <Button size="small" onClick={() => onApply(change)}>
            Apply and plan again<span className="sr-only"> for {who}</span>
          </Button>
        </div>
      )}
    </li>
  );
};

const messageTo = (name: string, { window }: FamilyWish): string =>
  `Hello! I am planning the weekly lessons and have no time for ${name} yet. Could ${name} have a lesson on ${windowWords(window)}? Nothing is changed before you say yes. Thank you!`;

/** The sentences of what would help with their changes; reports of earlier versions have one. */
const waysOf = ({ wouldFit, wouldFitAll, change, changes }: Unscheduled) => {
  const sentences = wouldFitAll.length > 0 ? wouldFitAll : wouldFit === null ? [] : [wouldFit];
  return sentences.map((text, i) => ({ text, change: (wouldFitAll.length > 0 ? changes[i] : change) ?? null }));
};

const hasNoTimes = ({ reason }: Unscheduled): boolean => reason === 'No availability is entered.';

/** One row for all who have no times. */
const WithoutTimes = (props: {
  readonly students: readonly Unscheduled[];
  readonly onApply: ((remedy: Remedy) => void) | null;
}) => {
  const { students, onApply } = props;
  const names = fewNames(students.map(({ studentName }) => studentName));
  const lose = students.filter(({ hadLesson }) => hadLesson);
  return (
    <li className="grid gap-1.5 border-b border-line-soft py-3.5 first:pt-0 last:border-b-0 last:pb-0">
      <p className="font-strong">
        {counted(students.length, 'student')} {students.length === 1 ? 'has' : 'have'} no availability
      </p>
      <p className="text-ink-2">
        {names === null ? '' : `${names}. `}No plan can place them before they have times.
        {lose.length > 0 &&
          ` ${lose.length} of them ${lose.length === 1 ? 'loses' : 'lose'} the current lesson when you accept.`}
      </p>
      {onApply && (
        <Button
          size="small"
          className="justify-self-start"
          onClick={() => onApply({ kind: 'standardTimes', studentIds: students.map(({ studentId }) => studentId) })}
        >
          Give them standard availability and plan again
        </Button>
      )}
    </li>
  );
};

/** The students without a place: why, and what would help. */
export const UnscheduledList = (props: {
  readonly report: Report;
  /** Does something and plans again; null if the plan is decided. */
  readonly onApply: ((remedy: Remedy) => void) | null;
  readonly onEdit: (studentId: string) => void;
}) => {
  const { report, onApply, onEdit } = props;
  const without = report.unscheduledAnalysis.filter(hasNoTimes);
  const tried = report.unscheduledAnalysis.filter((student) => !hasNoTimes(student));
  return (
    <ul>
      {without.length > 0 && <WithoutTimes students={without} onApply={onApply} />}
      {tried.map((student) => {
        const { studentId, studentName, availabilityHours, reason, conflictDetails, hadLesson } = student;
        const questions = report.wishes.filter((familyWish) => familyWish.studentId === studentId);
        const ways = waysOf(student);
        return (
          <li
            key={studentId}
            className="grid grid-cols-[196px_minmax(0,1fr)_auto] gap-x-6 gap-y-1.5 border-b border-line-soft py-3.5 first:pt-0 last:border-b-0 last:pb-0 max-desk:grid-cols-1"
          >
            <div className="min-w-0">
              <p className="font-strong break-words">{studentName}</p>
              <p className="text-ink-3">Free {hoursText(availabilityHours)} h a week</p>
            </div>
            <div className="min-w-0">
              <p className="text-ink-2">{sentence(reason)}</p>
              {conflictDetails !== '' && (
                <details className="mt-1 text-ink-3">
                  <summary className="w-fit cursor-pointer py-0.5 hover:text-ink">Window by window</summary>
                  <p>{sentence(conflictDetails)}</p>
                </details>
              )}
              {hadLesson && (
                <p className="mt-1.5 flex gap-2">
                  <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" strokeWidth={1.75} />
                  Loses the current lesson when you accept.
                </p>
              )}
              {ways.length > 0 && (
                <ul className="mt-1.5 grid gap-2">
                  {ways.map(({ text, change }, nth) => (
                    <Way
                      key={text}
                      student={student}
                      sentence={text}
                      nth={nth}
                      change={change}
                      reportId={report.reportId}
                      onApply={onApply}
                    />
                  ))}
                </ul>
              )}
              {questions.map((familyWish) => (
                <p key={windowWords(familyWish.window)} className="mt-1.5 text-ink-2">
                  You asked the family about {windowWords(familyWish.window)}.
                </p>
              ))}
            </div>
            <Button size="small" className="self-start justify-self-start" onClick={() => onEdit(studentId)}>
              Edit Student<span className="sr-only"> {studentName}</span>
            </Button>
          </li>
        );
      })}
    </ul>
  );
};
