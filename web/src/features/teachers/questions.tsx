import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { useState } from 'react';
import { counted, fewNames } from '../../lib/texts.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import type { Question } from '../../ui/overlays/confirm.ts';
import { clearTimes, deleteTeacher, deleteTeachers } from './commands.ts';
import type { TeacherRow } from './roster.ts';

type Rows = readonly TeacherRow[];

const idsOf = (rows: Rows): string[] => rows.map(({ teacher }) => teacher.id);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** "2 teachers (Dana and Marcus)"; of more than five the number alone. */
const Who = ({ rows }: { readonly rows: Rows }) => {
  const names = fewNames(rows.map(({ teacher }) => teacher.name));
  return (
    <>
      <b className="font-strong text-ink">{counted(rows.length, 'teacher')}</b>
      {names !== null && ` (${names})`}
    </>
  );
};

/** The select's value for nobody. */
const nobody = 'nobody';

/** Who gets the students of a teacher who is deleted, as the question has it so far. */
class Heir {
  teacher: Teacher | null = null;
}

/** Asks who gets the students, where there are some and somebody is left. */
const GiveStudentsTo = ({ heir, others }: { readonly heir: Heir; readonly others: readonly Teacher[] }) => {
  const [chosen, setChosen] = useState(nobody);
  return (
    <Field label="Give the students to">
      {({ id }) => (
        <Select
          id={id}
          look="field"
          label="Give the students to"
          value={chosen}
          options={[
            { value: nobody, label: 'No one: they have no teacher' },
            ...others.map((teacher) => ({ value: teacher.id, label: teacher.name })),
          ]}
          onChange={(next) => {
            setChosen(next);
            heir.teacher = others.find(({ id: other }) => other === next) ?? null;
          }}
        />
      )}
    </Field>
  );
};

/** What ends with a teacher, in a sentence; null if nothing does. */
const Ends = ({ weekly, assignments }: { readonly weekly: number; readonly assignments: string | null }) => {
  const ends = [
    ...(weekly > 0 ? [`${counted(weekly, 'weekly entry')} in the schedule`] : []),
    ...(assignments === null ? [] : [assignments]),
  ];
  return ends.length > 0 && <p>What ends today: {ends.join(' and ')}. The students themselves are kept.</p>;
};

/** Before a teacher is deleted. */
export const deletion = ({ teacher, students, weekly }: TeacherRow, all: readonly Teacher[]): Question => {
  const heir = new Heir();
  const others = all.filter(({ id }) => id !== teacher.id);
  return {
    title: 'Delete Teacher?',
    text: (
      <>
        <p>
          <b className="font-strong text-ink">{teacher.name}</b> will be removed.
        </p>
        <Ends weekly={weekly} assignments={students > 0 ? `the assignment of ${counted(students, 'student')}` : null} />
        {students > 0 && others.length > 0 && <GiveStudentsTo heir={heir} others={others} />}
        <p>Past lessons and invoices keep the name.</p>
      </>
    ),
    action: 'Delete',
    danger: true,
    run: () => deleteTeacher(teacher, heir.teacher),
  };
};

/** Before the selected teachers are deleted. */
export const deletionOfSelected = (rows: Rows, all: readonly Teacher[]): Question => {
  const heir = new Heir();
  const others = all.filter(({ id }) => rows.every(({ teacher }) => teacher.id !== id));
  const students = sum(rows.map((row) => row.students));
  return {
    title: rows.length === 1 ? 'Delete Teacher?' : `Delete ${rows.length} Teachers?`,
    text: (
      <>
        <p>
          <Who rows={rows} /> will be removed.
        </p>
        <Ends
          weekly={sum(rows.map((row) => row.weekly))}
          assignments={students > 0 ? `${counted(students, 'assignment')} of students` : null}
        />
        {students > 0 && others.length > 0 && <GiveStudentsTo heir={heir} others={others} />}
        <p>Past lessons and invoices keep the names.</p>
      </>
    ),
    action: 'Delete',
    danger: true,
    run: () => deleteTeachers(idsOf(rows), heir.teacher),
  };
};

/** Before the weekly hours of the selected teachers are removed. */
export const clearingOfTimes = (rows: Rows): Question => ({
  title: 'Clear Times?',
  text: (
    <>
      <p>
        The weekly hours of <Who rows={rows} /> will be removed.
      </p>
      <p>Lessons stay where they are. Rondo plans no week for a teacher without hours.</p>
    </>
  ),
  action: 'Clear Times',
  danger: true,
  run: () => clearTimes(idsOf(rows)),
});
