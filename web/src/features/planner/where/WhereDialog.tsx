import { studentInput } from '@rondo/contracts/api/people/students.ts';
import { longDayName, weekOrder } from '@rondo/contracts/calendar/dates.ts';
import { formatTime, toMinutes } from '@rondo/contracts/calendar/times.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { z } from 'zod';
import { commandAnswered, type Done } from '../../../api/client.ts';
import { useAction } from '../../../api/commands/command.ts';
import { andMoved, placeAt, type WeeklyTime } from '../../../calendar/fits/make-room.ts';
import { FitList } from '../../../calendar/fits/FitList.tsx';
import { lessonLengths, usualLength, type LessonLength } from '../../../calendar/fits/usual.ts';
import { useStudents } from '../../../calendar/queries.ts';
import { AddressField } from '../../../forms/fields.tsx';
import { TypedField } from '../../../forms/TypedField.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { editedWeek, savedWeek, studentDay, type Window } from '../../../lib/availability.ts';
import { AvailabilityEditor } from '../../../ui/fields/availability-editor.tsx';
import { Button } from '../../../ui/button.tsx';
import { Segments } from '../../../ui/fields/choice.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';

const { firstName, lastName, address } = studentInput.shape;
const places = z.object({ address });
const names = z.object({ firstName, lastName });

const lengths = lessonLengths.map((value) => ({ value, label: `${value} min` }));

type Search = { readonly address: string; readonly duration: LessonLength; readonly week: readonly Window[] };

/** The hours in which the family can; none typed: whenever the teacher works. */
const availabilityIn = (week: readonly Window[]) => savedWeek([...week], studentDay).filter(({ enabled }) => enabled);

type NewPupil = z.output<typeof names> & { readonly search: Search; readonly time: WeeklyTime };

/** The student, then the lesson: undone together. Without the lesson, if its time is taken meanwhile. */
const addPupil = async ({ search, time, ...name }: NewPupil): Promise<Done<string>> => {
  const added = await commandAnswered('POST /api/students', {
    body: {
      ...name,
      address: search.address,
      lessonDuration: search.duration,
      availability: availabilityIn(search.week),
      teacherId: time.teacherId,
    },
  });
  try {
    const placed = await placeAt(added.answer.id, time);
    return {
      answer: `${placed.answer.message}${placed.answer.success ? andMoved(time.moves) : ''}`,
      batches: [...added.batches, ...placed.batches],
      calls: [...added.calls, ...placed.calls],
    };
  } catch (error) {
    const why = error instanceof Error ? ` ${error.message}` : '';
    return { ...added, answer: `${name.firstName} ${name.lastName} was added without a lesson.${why}` };
  }
};

/** Who has the chosen time. */
const PupilForm = (props: {
  readonly search: Search;
  readonly time: WeeklyTime;
  readonly onBack: () => void;
  readonly onAdded: () => void;
}) => {
  const { search, time, onBack, onAdded } = props;
  const { control, handleSubmit } = useForm<z.input<typeof names>, z.output<typeof names>>({
    resolver: zodResolver(names),
    defaultValues: { firstName: '', lastName: '' },
  });
  const adding = useAction(addPupil, {
    done: (message) => ({ title: 'Student added', description: message }),
    failed: 'Failed to add student',
  });
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) =>
        void handleSubmit(async (name) => {
          if (await adding.send({ ...name, search, time })) onAdded();
        })(event)
      }
    >
      <p className="text-ink-2">
        {longDayName(time.dayOfWeek)}s at {formatTime(toMinutes(time.startTime))}, {search.address}
        {time.moves && `. ${time.moves.text}`}
      </p>
      <div className="grid grid-cols-2 gap-4">
        <TypedField control={control} name="firstName" label="First name" autoComplete="off" data-autofocus />
        <TypedField control={control} name="lastName" label="Last name" autoComplete="off" />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onBack} disabled={adding.isPending}>
          Back to the Times
        </Button>
        <Button kind="primary" type="submit" loading={adding.isPending}>
          Add Student
        </Button>
      </div>
    </form>
  );
};

/** Finds weekly times for an address before there is a student, and adds the student with one of them. */
export default function WhereDialog({ onClose }: { readonly onClose: () => void }) {
  const [search, setSearch] = useState<Search | null>(null);
  const usual = usualLength(useStudents());
  const [chosen, setDuration] = useState<LessonLength | null>(null);
  const duration = chosen ?? usual;
  const [week, setWeek] = useState<readonly Window[]>(() => editedWeek([], weekOrder, studentDay));
  const [attempt, setAttempt] = useState(0);
  const [time, setTime] = useState<WeeklyTime | null>(null);
  const { control, handleSubmit } = useForm<z.input<typeof places>, z.output<typeof places>>({
    resolver: zodResolver(places),
    defaultValues: { address: '' },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Where would a pupil fit?"
      subtitle="Nothing changes before you choose a time."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {search && time ? (
        <PupilForm search={search} time={time} onBack={() => setTime(null)} onAdded={onClose} />
      ) : (
        <div className="grid gap-5">
          <form
            noValidate
            className="grid gap-4"
            onSubmit={(event) =>
              void handleSubmit((place) => {
                setSearch({ ...place, duration, week });
                setAttempt(attempt + 1);
              })(event)
            }
          >
            <AddressField control={control} name="address" label="Address" placeholder="Street, city and ZIP code" />
            <Segments label="Lesson length" value={duration} options={lengths} onChange={setDuration} />
            <details>
              <summary className="w-fit cursor-pointer py-1 font-strong">Only at these times</summary>
              <AvailabilityEditor
                value={week}
                onChange={setWeek}
                onBlur={() => undefined}
                day={studentDay}
                preferences
                errorAt={() => undefined}
              />
            </details>
            <Button type="submit" kind={search ? 'secondary' : 'primary'} className="justify-self-start">
              Find Times
            </Button>
          </form>
          {search && (
            <FitList
              search={{
                address: search.address,
                duration: search.duration,
                ...(availabilityIn(search.week).length > 0 && { availability: availabilityIn(search.week) }),
              }}
              busy={false}
              attempt={attempt}
              onPick={setTime}
              next="add the student"
              ownTimeWith={null}
            />
          )}
        </div>
      )}
    </Dialog>
  );
}
