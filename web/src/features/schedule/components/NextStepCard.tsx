import type { Student } from '@rondo/contracts/api/people/students.ts';
import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { useQueries } from '@tanstack/react-query';
import { CalendarArrowUp, CircleAlert, Route, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { lessonsQuery, reportsQuery, studentsQuery } from '../../../calendar/queries.ts';
import { hoursAWeek } from '../../../lib/availability.ts';
import { read } from '../../../api/queries.ts';
import { counted } from '../../../lib/texts.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { Figure } from '../../../ui/figures/figure.tsx';
import { Card } from '../../../ui/lists/panels.tsx';
import { nextStepOf, type NextStep } from '../next-step.ts';

type ThisWeek = {
  readonly teacher: Teacher;
  readonly today: IsoDate;
  readonly monday: IsoDate;
  readonly lessons: number;
};

type CardProps = ThisWeek & {
  /** The whole week is closed. */
  readonly isClosed: boolean;
  readonly onWeek: (monday: IsoDate) => void;
};

/** Null while it is not known, or if there is none. */
const useNextStep = ({ teacher, today, monday, lessons }: ThisWeek): NextStep | null => {
  const [students, assignments, rows, reports] = useQueries({
    queries: [studentsQuery, read('GET /api/assignments', {}), lessonsQuery({ from: today }), reportsQuery],
  });
  if (!students.data || !assignments.data || !rows.data || !reports.data) return null;
  return nextStepOf({
    teacher,
    students: students.data,
    assignments: assignments.data,
    rows: rows.data,
    reports: reports.data.reports,
    today,
    monday,
    lessons,
  });
};

const Frame = (props: { readonly title: string; readonly text: string; readonly children: ReactNode }) => (
  <Card className="mb-4 px-10 py-8 max-desk:px-5 max-desk:py-6">
    <h2 className="text-title font-title">{props.title}</h2>
    <p className="mt-1.5 max-w-[60ch] text-lead font-normal text-pretty text-ink-2">{props.text}</p>
    {props.children}
  </Card>
);

const Unassigned = ({ students }: { readonly students: readonly Student[] }) => {
  const [only, ...others] = students;
  if (!only) return null;
  const to = others.length === 0 ? `/students?edit=${only.id}` : '/students?teacher=unassigned';
  return (
    <p className="flex items-center gap-1.5 max-desk:justify-center">
      <CircleAlert aria-hidden className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} />
      <span>
        {others.length === 0 ? `${only.name} has` : `${counted(students.length, 'student')} have`} no teacher yet.{' '}
        <Link to={to} className="font-control text-accent hover:underline">
          Assign
        </Link>
      </span>
    </p>
  );
};

const StudentsLink = ({ teacherId, children }: { readonly teacherId: string; readonly children: string }) => (
  <Link
    to={`/students?teacher=${encodeURIComponent(teacherId)}`}
    className={buttonClasses('primary', 'normal', 'mt-5 max-desk:w-full')}
  >
    <UserRound aria-hidden className="size-4" strokeWidth={1.75} />
    {children}
  </Link>
);

const NextLessons = ({ on, onWeek }: { readonly on: IsoDate; readonly onWeek: (monday: IsoDate) => void }) => (
  <Button icon={CalendarArrowUp} onClick={() => onWeek(mondayOf(on))}>
    Next lessons: {shortDate(on)}
  </Button>
);

const EmptyWeek = (props: {
  readonly title: string;
  readonly on: IsoDate | null;
  readonly onWeek: (monday: IsoDate) => void;
}) => (
  <Card className="mb-4 flex min-h-17 flex-wrap items-center justify-between gap-3 px-6 py-4 max-desk:px-4 max-desk:*:w-full">
    <h2 className="text-lead font-strong">{props.title}</h2>
    {props.on !== null && <NextLessons on={props.on} onWeek={props.onWeek} />}
  </Card>
);

/** Says above a week without lessons, or in a studio that was never planned, what to do next. */
export default function NextStepCard(props: CardProps) {
  const { teacher, lessons, isClosed, onWeek } = props;
  const step = useNextStep(props);
  if (isClosed)
    return <EmptyWeek title="This week is closed" on={step && 'on' in step ? step.on : null} onWeek={onWeek} />;
  switch (step?.kind) {
    case undefined:
      return null;
    case 'later':
      return <EmptyWeek title="No lessons this week" on={step.on} onWeek={onWeek} />;
    case 'generate':
      return (
        <Frame
          title={lessons === 0 ? 'No lessons this week' : 'Plan the rest of the week'}
          text="Your students have free times, and so do you. Generate a schedule, look at the result, and accept it when it suits you. Families see nothing until then."
        >
          <div className="mt-4 flex flex-wrap gap-x-8 gap-y-1 max-desk:flex-col">
            <Figure
              parts={[{ number: `${step.ready}` }]}
              word={step.ready === 1 ? 'student is ready' : 'students are ready'}
            />
            <Figure
              parts={[{ number: `${Math.round(hoursAWeek(teacher.availability))}`, unit: 'h' }]}
              word="open in the week"
            />
          </div>
          <div className="mt-5 flex flex-wrap items-center gap-3 max-desk:*:w-full">
            <Link to="/planner?open=generate" className={buttonClasses('primary')}>
              <Route aria-hidden className="size-4" strokeWidth={1.75} />
              Generate Schedule
            </Link>
            {step.on !== null && <NextLessons on={step.on} onWeek={onWeek} />}
            <Unassigned students={step.unassigned} />
          </div>
        </Frame>
      );
    case 'availability':
      return (
        <Frame
          title="No lessons this week"
          text={`The students of ${teacher.name} have no times yet. Enter when each of them is free; then Rondo can plan the week.`}
        >
          <StudentsLink teacherId={teacher.id}>Enter Availability</StudentsLink>
        </Frame>
      );
    case 'assign':
      return (
        <Frame
          title="No lessons this week"
          text={`${teacher.name} has no students yet. Open a student and choose the teacher; then Rondo can plan the week.`}
        >
          <StudentsLink teacherId="unassigned">Assign Students</StudentsLink>
        </Frame>
      );
    default:
      return step satisfies never;
  }
}
