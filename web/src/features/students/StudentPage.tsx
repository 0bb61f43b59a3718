import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { currenciesOf } from '@rondo/contracts/money/invoice-figures.ts';
import { moneyText, sumOf } from '@rondo/contracts/money/money.ts';
import { useQuery } from '@tanstack/react-query';
import { Ellipsis, NotebookPen, PencilLine } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link, useParams, type LoaderFunctionArgs } from 'react-router-dom';
import { queryClient } from '../../api/queries.ts';
import { currentUserQuery } from '../../api/session/session.ts';
import { useToday } from '../../api/today.ts';
import { useNow } from '../../calendar/now.ts';
import { lessonsQuery } from '../../calendar/queries.ts';
import { ShareButton } from '../../calendar/sharing/ShareButton.tsx';
import { lazyPanel } from '../../lib/page/lazy.tsx';
import { useSearchParam } from '../../lib/page/search-param.ts';
import { accountPath } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { MoneyFigure } from '../../ui/figures/money-figure.tsx';
import { factLink } from '../../ui/lists/facts.tsx';
import { LoadingBlocks } from '../../ui/lists/panels.tsx';
import { QueryState } from '../../ui/lists/query-state.tsx';
import { MenuOnDemand } from '../../ui/overlays/menu-on-demand.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { invoicesQuery } from '../invoices/queries.ts';
import { accountQuery } from '../payments/queries.ts';
import { LessonCell } from './components/StudentLine.tsx';
import { studentActions, type OpenDialog } from './dialogs/student-actions.ts';
import { StudentDialogs } from './dialogs/StudentDialogs.tsx';
import { prefetchRoster, useRoster } from './queries.ts';
import { nameOf, type StudentRow } from './roster.ts';
import { Deeds, deedsQuery, Untold } from './student-page/Deeds.tsx';
import { Details, Ways } from './student-page/Details.tsx';
import { lessonDatesOf, pastDays } from './student-page/lesson-dates.ts';
import { Lessons } from './student-page/Lessons.tsx';
import { Charges, Invoices } from './student-page/Money.tsx';
import { Panel } from './student-page/Panel.tsx';
import { Removed } from './student-page/Removed.tsx';

const NotesDialog = lazyPanel(async () => (await import('./student-page/NotesDialog.tsx')).NotesDialog);

const LessonNotes = lazyPanel(
  async () => (await import('./student-page/LessonNotes.tsx')).LessonNotes,
  <div className="h-24 rounded-card border border-line bg-card" />,
);

const lessonsSince = (today: string) => lessonsQuery({ from: addDays(today, -pastDays) });

export const prefetch = async ({ params: { id = '' } }: LoaderFunctionArgs): Promise<void> => {
  const user = await queryClient.ensureQueryData(currentUserQuery);
  if (!user) return;
  void queryClient.prefetchQuery(accountQuery(id));
  void queryClient.prefetchQuery(invoicesQuery(null));
  void queryClient.prefetchQuery(deedsQuery(id));
  await Promise.all([prefetchRoster(), queryClient.prefetchQuery(lessonsSince(user.today))]);
};

const Notes = ({ student }: Pick<StudentRow, 'student'>) => {
  const [param, setParam] = useSearchParam('notes');
  return (
    <Panel
      title="Your notes"
      action={
        <Button kind="quiet" icon={NotebookPen} onClick={() => setParam('edit')}>
          {student.notes === null ? 'Add notes' : 'Edit notes'}
        </Button>
      }
    >
      <p
        className={cn(
          'px-5 pb-4 whitespace-pre-wrap break-words max-desk:px-4',
          student.notes === null && 'text-pretty text-ink-2',
        )}
      >
        {student.notes ?? 'Only you see them: they are in no calendar, mail or invoice.'}
      </p>
      {param !== null && <NotesDialog student={student} onClose={() => setParam(null)} />}
    </Panel>
  );
};

/** What the student has not paid yet, and the credit, in each currency, as a link to the account; null if that is nothing. */
const useOutstanding = (studentId: string) => {
  const { data: account } = useQuery(accountQuery(studentId));
  if (!account) return null;
  const { documents, sources, currency } = account;
  const figures = currenciesOf([...documents, ...sources], currency).flatMap((one) => {
    const open = documents.filter((document) => document.currency === one);
    const late = sumOf(open.filter(({ pastDue }) => pastDue).map((document) => document.open));
    const outstanding = sumOf(open.map((document) => document.open));
    const credit = sumOf(sources.filter((source) => source.currency === one).map((source) => source.credit));
    const more = [
      ...(late > 0 ? [`${moneyText(late, one)} past due`] : []),
      ...(credit > 0 && outstanding > 0 ? [`${moneyText(credit, one)} credit`] : []),
    ];
    if (outstanding === 0 && credit === 0) return [];
    return [
      <Link
        key={one}
        to={accountPath(studentId)}
        title="Open the account"
        className="relative flex items-baseline gap-2 rounded-control whitespace-nowrap after:absolute after:-inset-x-2 after:-inset-y-1 after:rounded-control hover:after:bg-ink/4"
      >
        <MoneyFigure amount={outstanding > 0 ? outstanding : credit} currency={one} warning={late > 0} />
        <span className="text-ink-2">{[outstanding > 0 ? 'open' : 'credit', ...more].join(', ')}</span>
      </Link>,
    ];
  });
  return figures.length === 0 ? null : figures;
};

const OneStudent = (props: { readonly row: StudentRow; readonly roster: ReturnType<typeof useRoster> }) => {
  const { row, roster } = props;
  const { student, lesson } = row;
  const name = nameOf(student);
  const today = useToday();
  const now = useNow();
  const lessons = useQuery(lessonsSince(today));
  const [, setEdit] = useSearchParam('edit');
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const outstanding = useOutstanding(student.id);
  const dates = useMemo(
    () => lessons.data && lessonDatesOf(lessons.data, student.id, now),
    [lessons.data, student.id, now],
  );
  return (
    <>
      <title>{`${name} - Rondo`}</title>
      <PageHead
        title={name}
        subtitle={<LessonCell lesson={lesson} />}
        figures={outstanding}
        actions={
          <>
            <Button kind="primary" icon={PencilLine} onClick={() => setEdit(student.id)}>
              Edit Student
            </Button>
            <div className="max-desk:order-last max-desk:basis-full max-desk:px-0! max-desk:*:w-full">
              <ShareButton subscriber={{ kind: 'student', id: student.id, name, shortName: student.firstName }}>
                Share Student Calendar
              </ShareButton>
            </div>
            <div className="max-desk:flex-none!">
              <MenuOnDemand
                label={`More for ${name}`}
                button={<Ellipsis aria-hidden className="size-4" strokeWidth={1.75} />}
                entries={studentActions(() => ({ rows: [row], hidden: 0 }), setDialog)}
                sheet
              />
            </div>
          </>
        }
      />
      <Ways student={student} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_380px]">
        <div className="grid gap-4">
          <Untold studentId={student.id} />
          <QueryState
            query={lessons}
            failed="The lessons did not load."
            waiting={<LoadingBlocks label="Loading the lessons" className="grid gap-4" blocks={['h-80', 'h-80']} />}
          >
            {() => (
              <>
                <Lessons
                  title="Lessons to come"
                  none="No lessons are planned."
                  lessons={dates?.ahead ?? []}
                  now={now}
                />
                <Lessons
                  title="Past lessons"
                  none="No lessons in the last twelve weeks."
                  lessons={dates?.past ?? []}
                  now={now}
                />
              </>
            )}
          </QueryState>
          <LessonNotes
            studentId={student.id}
            name={name}
            newest={dates?.past.find(({ date }) => date >= student.createdAt.slice(0, 10))?.date ?? today}
          />
          <Charges studentId={student.id} name={name} />
          <Invoices studentId={student.id} name={name} teacherId={row.teachers[0]?.id ?? null} />
          <Deeds studentId={student.id} />
        </div>
        <div className="grid gap-4 max-wide:contents">
          {/* At a family's door they are what is needed first. */}
          <div className="max-wide:order-first">
            <Notes student={student} />
          </div>
          <Details row={row} />
        </div>
      </div>
      <StudentDialogs roster={roster} dialog={dialog} onClose={() => setDialog(null)} />
    </>
  );
};

/** All there is of one student in one place: `/students/ID`. */
const StudentPage = () => {
  const { id = '' } = useParams();
  const roster = useRoster();
  return (
    <>
      <nav aria-label="Back" className="mb-1">
        <Link to="/students" className={cn('text-small text-accent', factLink)}>
          Students
        </Link>
      </nav>
      <QueryState
        query={roster}
        failed="The student did not load."
        waiting={<LoadingBlocks label="Loading the student" className="grid gap-4" blocks={['h-12 w-64', 'h-80']} />}
      >
        {(rows) => {
          const row = rows.find(({ student }) => student.id === id);
          return row ? <OneStudent key={id} row={row} roster={roster} /> : <Removed studentId={id} />;
        }}
      </QueryState>
    </>
  );
};

export default StudentPage;
