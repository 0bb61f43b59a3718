import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { preferencesQuery, teachersQuery } from '../../../calendar/queries.ts';
import { placeholderOf } from '../../../lib/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { LoadError, together } from '../../../ui/query-state.tsx';
import { Select } from '../../../ui/select.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useSaveDefaultTeacher } from '../mutations.ts';
import { Section } from './Section.tsx';

const label = 'Default teacher for calendar view';

const placeholder = (query: { isPending: boolean; isError: boolean }, hasTeachers: boolean): string =>
  hasTeachers ? 'Select a teacher' : placeholderOf(query, { failed: 'Did not load', none: 'No teachers available' });

/** Whose calendar the schedule opens with. */
export const DefaultTeacher = () => {
  const teachers = useQuery(teachersQuery);
  const preferences = useQuery(preferencesQuery);
  const both = together([teachers, preferences], teachers.data && preferences.data);
  const saved = preferences.data?.defaultTeacherId ?? '';
  const [chosen, setChosen] = useState<string | null>(null);
  const value = chosen ?? saved;
  const save = useSaveDefaultTeacher();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (value === '')
      toast({ title: 'Teacher required', description: 'Please select a default teacher.', tone: 'destructive' });
    else save.mutate(value, { onSuccess: () => setChosen(null) });
  };
  const options = (teachers.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Section title="Calendar" about="What the schedule shows first.">
      <LoadError query={both} failed="The teachers did not load." />
      <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <Field label={label} className="w-80 max-desk:w-full">
          {({ id }) => (
            <Select
              id={id}
              look="field"
              label={label}
              value={value}
              options={options}
              onChange={setChosen}
              disabled={options.length === 0 || !preferences.data}
              placeholder={placeholder(teachers, options.length > 0)}
            />
          )}
        </Field>
        <Button
          kind="primary"
          type="submit"
          disabled={value === saved}
          loading={save.isPending}
          className="h-10! max-desk:w-full"
        >
          Save
        </Button>
      </form>
    </Section>
  );
};
