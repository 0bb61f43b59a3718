import type { AccountRow } from '@rondo/contracts/api/payer-accounts.ts';
import type { Interval } from '@rondo/contracts/calendar/intervals.ts';
import { CircleDashed, CircleQuestionMark, PencilLine } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { lazyPanel } from '../../../lib/page/lazy.tsx';
import { shortAddress } from '../../../lib/address.ts';
import { studentPath } from '../../../lib/people.ts';
import { moneyText } from '@rondo/contracts/money/money.ts';
import { counted } from '../../../lib/texts.ts';
import { cn } from '../../../ui/cn.ts';
import { PersonLine } from '../../../ui/lists/people-list.tsx';
import { nameOf, type StudentLesson, type StudentRow } from '../roster.ts';
import { hasNoRate, rateOf, rateWords } from '../rates.ts';
import { AccountCell, PastDueMark } from '../families/FamilyLine.tsx';
import { columns } from './columns.ts';
import { NoTeacher } from './NoTeacher.tsx';

const StudentDetails = lazyPanel(async () => (await import('./StudentDetails.tsx')).StudentDetails);

/** Loads what a line opens, so that it is there when one is clicked. */
export const loadDetails = () => StudentDetails.load();

const states = {
  manual: { word: 'Manual', icon: PencilLine, className: 'text-ink-3' },
  recommended: { word: 'Not confirmed yet', icon: CircleQuestionMark, className: 'text-ink-3' },
  pending: { word: 'Pending', icon: CircleDashed, className: 'font-control text-accent' },
} as const;

const kindWords = { once: 'One date', ending: 'Ends this week' } as const;

export const LessonCell = ({ lesson }: { readonly lesson: StudentLesson | null }) => {
  if (!lesson) return <span className="text-ink-3 max-desk:text-ink-2">Not scheduled</span>;
  const state = lesson.state === 'settled' ? null : states[lesson.state];
  return (
    <span className="max-desk:flex max-desk:flex-wrap max-desk:items-center max-desk:gap-x-2">
      <span className="block whitespace-nowrap tabular-nums max-desk:text-ink-2 max-[359px]:whitespace-normal">
        {lesson.when}
      </span>
      {lesson.kind !== 'weekly' && <span className="block text-small text-ink-3">{kindWords[lesson.kind]}</span>}
      {state && (
        <span className={cn('flex items-center gap-1 text-small', state.className)}>
          <state.icon aria-hidden className="size-3 shrink-0" strokeWidth={2} />
          {state.word}
        </span>
      )}
    </span>
  );
};

/** What a student pays; without a rate, that it is missing: then nothing can be billed. */
const RateMark = ({ student, currency }: Pick<StudentRow, 'student'> & { readonly currency: string }) => {
  const rate = rateOf(student);
  return rate === null ? (
    <p className="text-small font-control text-warn">No rate</p>
  ) : (
    <p className="text-small font-small text-ink-3" title={rateWords(student, currency)}>
      {moneyText(rate, currency)}
    </p>
  );
};

/** One student: a summary row, and the details when expanded. Rendered again only when something of it changes: the list can be long. */
export const StudentLine = memo(function StudentLine(props: {
  readonly row: StudentRow;
  /** How many lessons are owed. */
  readonly owed: number;
  readonly hours: Interval;
  readonly currency: string;
  readonly selected: boolean;
  readonly inSight: boolean;
  readonly isOpened: boolean;
  /** What the student owes; null for one whose family does. */
  readonly account: AccountRow | null;
  /** Below a family. */
  readonly branch?: 'inner' | 'last' | undefined;
  readonly onSelect: (id: string, on: boolean) => void;
  readonly onEdit: (row: StudentRow) => void;
  readonly onDelete: (row: StudentRow) => void;
}) {
  const { row, owed, hours, currency, selected, inSight, isOpened, account, branch, onSelect, onEdit, onDelete } =
    props;
  const isOpen = account !== null && account.balance !== 0;
  const { student, teachers, lesson } = row;
  return (
    <PersonLine
      columns={columns}
      id={student.id}
      name={nameOf(student)}
      link={
        // Above the row, which expands; on phones as high as a finger.
        <Link
          to={studentPath(student.id)}
          className="relative z-1 inline-block max-w-full truncate align-bottom hover:underline max-desk:-mt-3.5 max-desk:-mb-4.5 max-desk:pt-3.5 max-desk:pb-4.5"
        >
          {nameOf(student)}
        </Link>
      }
      address={shortAddress(student)}
      windows={student.availability}
      hours={hours}
      selected={selected}
      onSelect={(on) => onSelect(student.id, on)}
      inSight={inSight}
      isOpened={isOpened}
      branch={branch}
      hasNoWeek={isOpen}
      cells={
        <>
          <div
            className={cn(
              'min-w-0 truncate',
              teachers.length > 0 ? 'max-desk:hidden' : 'max-desk:col-span-2 max-desk:col-start-2 max-desk:row-start-3',
              branch !== undefined && 'max-desk:pl-3.5',
            )}
          >
            {teachers.length > 0 ? teachers.map((teacher) => teacher.name).join(', ') : <NoTeacher />}
          </div>
          <div
            className={cn(
              'min-w-0 max-desk:col-start-2 max-desk:row-start-2',
              branch !== undefined && 'max-desk:pl-3.5',
            )}
          >
            <LessonCell lesson={lesson} />
            {owed > 0 && (
              <span className="inline-flex h-5 items-center rounded-block bg-accent-tint px-1.5 text-small font-control whitespace-nowrap text-accent">
                {counted(owed, 'lesson')} owed
              </span>
            )}
            {hasNoRate(student) && <p className="text-small font-control text-warn wide:hidden">No rate</p>}
            {isOpen && (
              <p className="flex flex-wrap gap-x-2 text-small max-desk:hidden wide:hidden">
                {account.inWords}
                {account.pastDue > 0 && <PastDueMark account={account} />}
              </p>
            )}
          </div>
          <div className="whitespace-nowrap text-ink-2 tabular-nums max-wide:hidden in-data-map:hidden">
            <p>{student.lessonDuration} min</p>
            <RateMark student={student} currency={currency} />
          </div>
          <AccountCell
            account={account}
            className={cn(
              'wide:in-data-map:hidden max-wide:hidden',
              isOpen &&
                'max-desk:col-start-3 max-desk:row-span-2 max-desk:row-start-1 max-desk:block! max-desk:text-right',
            )}
          />
        </>
      }
    >
      <StudentDetails row={row} onEdit={() => onEdit(row)} onDelete={() => onDelete(row)} />
    </PersonLine>
  );
});
