import type { Student } from '@rondo/contracts/api/students.ts';
import { useState } from 'react';
import { counted } from '../../../lib/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Combobox } from '../../../ui/fields/combobox.tsx';
import type { Unknown } from './differences.ts';
import { nameWords } from '@rondo/contracts/people/name-words.ts';
import { DifferenceRow } from './lists.tsx';
import { useTieName } from './commands.ts';

type Named = { readonly id: string; readonly firstName: string; readonly lastName: string };

/** The student whose last name, or else first name, is in a title; null when there is none, or more than one. It is offered, never linked by itself. */
export const closestStudent = <Student extends Named>(title: string, students: readonly Student[]): Student | null => {
  const titleWords = new Set(nameWords(title));
  const havingAll = (nameOf: (student: Student) => string): Student[] =>
    students.filter((student) => {
      const parts = nameWords(nameOf(student));
      return parts.length > 0 && parts.every((part) => titleWords.has(part));
    });
  const byLast = havingAll(({ lastName }) => lastName);
  const found = byLast.length > 0 ? byLast : havingAll(({ firstName }) => firstName);
  return found.length === 1 ? (found[0] ?? null) : null;
};

const list = new Intl.ListFormat('en-US', { type: 'conjunction' });

const whyText = ({ candidates, events, isImported }: Unknown, closest: Student | null): string => {
  const names = candidates.map(({ name }) => name);
  const on = events > 1 ? ` On ${counted(events, 'date')}.` : '';
  const dates = isImported ? `${on} Imported as ${events > 1 ? 'appointments' : 'an appointment'}.` : on;
  if (names.length > 0) return `${names.length} students match: ${list.format(names)}.${dates}`;
  return closest ? `One student is close: ${closest.name}.${dates}` : `No student has this name.${dates}`;
};

/** A title that names no student, or several, and the choice of whom it means. Two that match equally are never guessed. */
export const UnknownName = (props: {
  readonly unknown: Unknown;
  readonly students: readonly Student[];
  /** The feeds are being read again. */
  readonly busy: boolean;
}) => {
  const { unknown, students, busy } = props;
  const { candidates, name, teacherId } = unknown;
  const closest = candidates.length > 0 ? null : closestStudent(name, students);
  const [picked, setPicked] = useState<string | null>(null);
  const chosen = picked ?? closest?.id ?? null;
  const tie = useTieName();
  return (
    <DifferenceRow kind="unknown" when={unknown.first} title={`“${name}”`} detail={whyText(unknown, closest)}>
      <div className="flex gap-2">
        <Combobox
          label={`Student for “${name}”`}
          value={chosen}
          options={[...candidates, ...students.filter(({ id }) => !candidates.some((one) => one.id === id))].map(
            ({ id, name: label }) => ({ value: id, label }),
          )}
          onChange={setPicked}
          placeholder="Choose a student"
          className="w-44 max-desk:w-full max-desk:grow"
        />
        <Button
          aria-label={`Link “${name}”`}
          loading={tie.isPending || (busy && tie.isSuccess)}
          disabled={chosen === null}
          onClick={() => void tie.send({ body: { teacherId, name, studentId: chosen } })}
        >
          Link
        </Button>
      </div>
    </DifferenceRow>
  );
};
