import { formatTime } from '@rondo/contracts/calendar/times.ts';
import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { preferencesQuery, teachersQuery } from '../../../calendar/queries.ts';
import { isUnconfirmed } from '../../../api/call-failed.ts';
import { placeholderOf } from '../../../api/queries.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { LoadError, together } from '../../../ui/lists/query-state.tsx';
import { SelectOnDemand } from '../../../ui/fields/select-on-demand.tsx';
import { toast } from '../../../ui/overlays/toast.tsx';
import { useSavePreferences } from '../commands.ts';
import { Section } from '../../../ui/lists/section.tsx';
import { sectionWords } from '../section-words.ts';
import { calendarWords } from './FormOutlines.tsx';
import { SectionEnd } from './SectionEnd.tsx';

const asNeeded = 'as needed';
/** Every hour that can be saved. */
const firstHours = [
  { value: asNeeded, label: 'The first drive or lesson' },
  ...Array.from({ length: 19 }, (_, hour) => ({ value: `${hour}`, label: formatTime(hour * 60) })),
];

const placeholder = (query: { isPending: boolean; isError: boolean }, hasTeachers: boolean): string =>
  hasTeachers ? 'Select a teacher' : placeholderOf(query, { failed: 'Did not load', none: 'No teachers available' });

/** How the schedule opens for this user. */
export const CalendarPreferences = () => {
  const teachers = useQuery(teachersQuery);
  const preferences = useQuery(preferencesQuery);
  const both = together([teachers, preferences], teachers.data && preferences.data);
  const saved = {
    teacherId: preferences.data?.defaultTeacherId ?? '',
    hour: String(preferences.data?.firstHour ?? asNeeded),
  };
  const [chosen, setChosen] = useState<Partial<typeof saved>>({});
  const { teacherId, hour } = { ...saved, ...chosen };
  const [newTeacher, newHour] = [teacherId !== saved.teacherId, hour !== saved.hour];
  const save = useSavePreferences();
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (newTeacher && teacherId === '') {
      toast({ title: 'Teacher required', description: 'Please select a default teacher.', tone: 'destructive' });
      return;
    }
    const body = {
      ...(newTeacher ? { defaultTeacherId: teacherId } : {}),
      ...(newHour ? { firstHour: hour === asNeeded ? null : Number(hour) } : {}),
    };
    if (await save.send({ body })) setChosen({});
  };
  const options = (teachers.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Section {...sectionWords.calendar}>
      <LoadError query={both} failed="The teachers did not load." />
      <form noValidate onSubmit={(event) => void submit(event)} className="grid grid-cols-2 gap-4 max-desk:grid-cols-1">
        <Field label={calendarWords.teacher}>
          {({ id }) => (
            <SelectOnDemand
              id={id}
              look="field"
              label={calendarWords.teacher}
              value={teacherId}
              options={options}
              onChange={(value) => setChosen({ ...chosen, teacherId: value })}
              disabled={options.length === 0 || !preferences.data}
              placeholder={placeholder(teachers, options.length > 0)}
            />
          )}
        </Field>
        <Field label={calendarWords.hour} hint={calendarWords.hourHint}>
          {({ id }) => (
            <SelectOnDemand
              id={id}
              look="field"
              label={calendarWords.hour}
              value={hour}
              options={firstHours}
              onChange={(value) => setChosen({ ...chosen, hour: value })}
              disabled={!preferences.data}
            />
          )}
        </Field>
        <SectionEnd
          isDirty={newTeacher || newHour}
          saving={save.isPending}
          submitError={save.error?.message ?? null}
          unconfirmed={isUnconfirmed(save.error)}
          onDiscard={() => {
            save.reset();
            setChosen({});
          }}
        />
      </form>
    </Section>
  );
};
