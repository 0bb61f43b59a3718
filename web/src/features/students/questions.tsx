import { longDayName } from '@rondo/contracts/calendar/dates.ts';
import { standardAvailability } from '@rondo/contracts/calendar/windows.ts';
import type { ReactNode } from 'react';
import { rangeText } from '../../lib/availability.ts';
import { queryClient } from '../../api/queries.ts';
import { settingsQuery } from '../../api/settings.ts';
import { counted, fewNames } from '../../lib/texts.ts';
import type { Question } from '../../ui/overlays/confirm.ts';
import { deleteStudent, deleteStudents, setAvailability, type Availability } from './commands.ts';
import { removalText } from './owed/owed.ts';
import { owedTo } from './owed/queries.ts';
import { nameOf, type StudentRow } from './roster.ts';

/** The students that a question is about. */
export type Selected = {
  readonly rows: readonly StudentRow[];
  /** How many of them the filter hides. */
  readonly hidden: number;
};

/** "3 students: Ann Lee, Ben Ito and Cy Moss"; of more than five the number alone. */
export const Who = ({ selected: { rows } }: { readonly selected: Selected }) => {
  const names = fewNames(rows.map(({ student }) => nameOf(student)));
  return (
    <>
      <b className="font-strong text-ink">{counted(rows.length, 'student')}</b>
      {names !== null && ` (${names})`}
    </>
  );
};

/** Says that a filter hides some of them; nothing if it does not. */
export const HiddenNote = ({ selected: { hidden } }: { readonly selected: Selected }) =>
  hidden === 0 ? null : (
    <p>{hidden === 1 ? 'One of them is' : `${hidden} of them are`} selected, but hidden by the filter of the list.</p>
  );

export const idsOf = ({ rows }: Selected): string[] => rows.map(({ student }) => student.id);

/** What of the lessons that are owed to them is said before students are deleted; null: none is owed. */
const owedNote = async (studentIds: readonly string[]): Promise<ReactNode> => {
  const [owed, settings] = await Promise.all([
    owedTo(studentIds),
    queryClient.ensureQueryData(settingsQuery).catch(() => null),
  ]);
  const text = removalText(owed, settings?.currency ?? 'USD');
  return text === null ? null : <p>{text}</p>;
};

/** Before a student is deleted: what ends. */
export const deletion = async ({ student, lesson }: StudentRow): Promise<Question> => ({
  title: 'Delete Student?',
  text: (
    <>
      <p>
        <b className="font-strong text-ink">{nameOf(student)}</b>{' '}
        {lesson
          ? `will be removed, and the ${lesson.kind === 'weekly' ? 'weekly lesson' : 'lesson'} (${lesson.when}) ends today. All other future lessons are removed too.`
          : 'will be removed.'}
      </p>
      {await owedNote([student.id])}
      <p>Past lessons and invoices keep the name.</p>
    </>
  ),
  action: 'Delete',
  danger: true,
  run: () => deleteStudent(student),
});

/** Before the selected students are deleted. */
export const deletionOfSelected = async (selected: Selected): Promise<Question> => {
  const note = await owedNote(idsOf(selected));
  const { rows } = selected;
  const weekly = rows.filter(({ lesson }) => lesson?.kind === 'weekly').length;
  return {
    title: rows.length === 1 ? 'Delete Student?' : `Delete ${rows.length} Students?`,
    text: (
      <>
        <p>
          <Who selected={selected} /> will be removed.
        </p>
        <p>
          {weekly > 0 && `${counted(weekly, 'weekly lesson')} ${weekly === 1 ? 'ends' : 'end'} today. `}
          All their future lessons are removed.
        </p>
        {note}
        <HiddenNote selected={selected} />
        <p>Past lessons and invoices keep the names.</p>
      </>
    ),
    action: 'Delete',
    danger: true,
    run: () => deleteStudents(idsOf(selected)),
  };
};

const { days } = standardAvailability;
const standardHours = `${longDayName(days[0])} to ${longDayName(days[4])}, ${rangeText(standardAvailability)}`;

type AvailabilityTexts = {
  readonly title: string;
  readonly action: string;
  /** @param get one student "gets", several "each get" */
  readonly what: (who: ReactNode, get: string) => ReactNode;
  readonly note: string;
};

const availabilityTexts: Readonly<Record<Availability, AvailabilityTexts>> = {
  random: {
    title: 'Assign Random Availability?',
    action: 'Assign Random Availability',
    what: (who, get) => (
      <>
        {who} {get} two to four days from Monday to Saturday, with one window of two to four hours between 2:00 and
        9:00&nbsp;PM.
      </>
    ),
    note: 'Rondo makes these times up. They are for trying things out until you know the real ones.',
  },
  standard: {
    title: 'Assign Standard Availability?',
    action: 'Assign Standard Availability',
    what: (who) => (
      <>
        Availability {standardHours}, for {who}.
      </>
    ),
    note: 'You can change each student’s availability afterwards.',
  },
  none: {
    title: 'Clear Availability?',
    action: 'Clear Availability',
    what: (who) => <>The availability of {who} will be removed.</>,
    note: 'Lessons stay where they are. A student without availability is left out of the next plan.',
  },
};

/** Who of the selected students has availability: "one of them has", "they have". */
const ownersText = (owners: number, selected: number): string => {
  if (owners === selected) return selected === 1 ? 'the student has' : 'they have';
  return owners === 1 ? 'one of them has' : `${owners} of them have`;
};

/** Before the availability of the selected students is replaced. */
export const newAvailability = (kind: Availability, selected: Selected): Question => {
  const { title, action, what, note } = availabilityTexts[kind];
  const { length: count } = selected.rows;
  const replaced = selected.rows.filter(({ student }) => student.availability.length > 0).length;
  return {
    title,
    text: (
      <>
        <p>{what(<Who selected={selected} />, count === 1 ? 'gets' : 'each get')}</p>
        {kind !== 'none' && replaced > 0 && (
          <p>This replaces the availability that {ownersText(replaced, count)} now.</p>
        )}
        <HiddenNote selected={selected} />
        <p>{note}</p>
      </>
    ),
    action,
    danger: kind === 'none',
    run: () => setAvailability(kind, idsOf(selected)),
  };
};
