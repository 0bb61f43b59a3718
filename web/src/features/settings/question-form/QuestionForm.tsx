import { longestFormNote, longestSlug, slugProblem, type AskForm } from '@rondo/contracts/people/ask-form.ts';
import type { Settings } from '@rondo/contracts/api/studio/settings.ts';
import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink, Mail } from 'lucide-react';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { Link } from 'react-router-dom';
import { isUnconfirmed } from '../../../api/call-failed.ts';
import { settingsQuery } from '../../../api/settings.ts';
import { teachersQuery } from '../../../calendar/queries.ts';
import { lessonLengths } from '../../../calendar/fits/usual.ts';
import { AddressField } from '../../../calendar/sharing/AddressField.tsx';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { LabeledCheckbox } from '../../../ui/fields/choice.tsx';
import { Field, inputClasses, TextField } from '../../../ui/fields/field.tsx';
import { QueryState } from '../../../ui/lists/query-state.tsx';
import { Section } from '../../../ui/lists/section.tsx';
import { useSaveQuestionForm, useTurnOffQuestionForm } from '../commands.ts';
import { PolicyOutline } from '../components/FormOutlines.tsx';
import { SectionEnd } from '../components/SectionEnd.tsx';

const addressOf = (slug: string): string => `${window.location.origin}/ask/${slug}`;

/** "whitfield-music" of "Whitfield Music". */
const slugFrom = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longestSlug)
    .replace(/^-|-$/g, '');

const newForm = (settings: Settings, teachers: readonly Teacher[]): AskForm => ({
  slug: slugFrom(settings.studioName ?? ''),
  teacherIds: teachers.map(({ id }) => id),
  lengths: [30, 45, 60],
  note: null,
});

const toggled = <Item,>(list: readonly Item[], item: Item, isOn: boolean): Item[] =>
  isOn ? [...list.filter((one) => one !== item), item] : list.filter((one) => one !== item);

/** What families read above the form. */
const Preview = ({ form, studioName }: { readonly form: AskForm; readonly studioName: string }) => (
  <aside
    aria-label="What families see"
    className="border-l border-line bg-paper px-5 py-4 max-wide:border-t max-wide:border-l-0"
  >
    <h3 className="text-small text-ink-2">What families see</h3>
    <p className="mt-2 font-strong">{studioName}</p>
    <p className="mt-2 text-lead font-title text-pretty">When could my child have lessons?</p>
    {form.note !== null && <p className="mt-1 text-pretty break-words text-ink-2">{form.note}</p>}
    <p className="mt-3 font-control">Lesson length</p>
    <p className="mt-1 grid auto-cols-fr grid-flow-col overflow-hidden rounded-control border border-line bg-card text-center tabular-nums">
      {form.lengths.map((minutes) => (
        <span key={minutes} className="border-l border-line px-1 py-2 first:border-l-0">
          {minutes} min
        </span>
      ))}
    </p>
    <p className="mt-3 text-small text-pretty text-ink-2">
      Families see up to three full hours, never exact times, names or places. You write to them.
    </p>
  </aside>
);

const Choice = ({ legend, children }: { readonly legend: string; readonly children: ReactNode }) => (
  <fieldset className="flex flex-wrap gap-x-6 gap-y-1">
    <legend className="mb-1 font-control">{legend}</legend>
    {children}
  </fieldset>
);

/** The address, whose weeks are searched, and what families choose from. */
const FormFields = (props: {
  readonly settings: Settings;
  readonly teachers: readonly Teacher[];
  readonly onDone: () => void;
}) => {
  const { settings, teachers, onDone } = props;
  const [first] = useState(() => settings.askForm ?? newForm(settings, teachers));
  const [form, setForm] = useState(first);
  const save = useSaveQuestionForm(settings.askForm !== null);
  const change = (next: Partial<AskForm>): void => setForm({ ...form, ...next });
  const isNew = settings.askForm === null;
  const isDirty = isNew || JSON.stringify(form) !== JSON.stringify(first);
  const problem = form.slug === '' ? null : slugProblem(form.slug);
  // Removed teachers do not count, and cannot be chosen again.
  const there = teachers.filter(({ id }) => form.teacherIds.includes(id)).map(({ id }) => id);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (await save.send({ body: { askForm: { ...form, teacherIds: there } } })) onDone();
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-3">
      <div className="grid grid-cols-[minmax(0,1fr)_18rem] overflow-hidden rounded-card border border-line max-wide:grid-cols-1">
        <div className="grid min-w-0 content-start gap-5 px-5 py-4 max-desk:px-4">
          <TextField
            label="Address"
            value={form.slug}
            error={problem ?? undefined}
            hint={addressOf(form.slug === '' ? 'your-studio' : form.slug)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={longestSlug}
            onChange={({ target }) => change({ slug: target.value })}
          />
          {teachers.length > 1 && (
            <Choice legend="Teachers whose weeks are searched">
              {teachers.map(({ id, name }) => (
                <LabeledCheckbox
                  key={id}
                  checked={form.teacherIds.includes(id)}
                  onChange={(isOn) => change({ teacherIds: toggled(form.teacherIds, id, isOn) })}
                  className="min-h-9 max-desk:min-h-11"
                  labelClassName="pl-2.5"
                >
                  {name}
                </LabeledCheckbox>
              ))}
            </Choice>
          )}
          <Choice legend="Lesson lengths to choose from">
            {lessonLengths.map((minutes) => (
              <LabeledCheckbox
                key={minutes}
                checked={form.lengths.includes(minutes)}
                onChange={(isOn) => change({ lengths: toggled(form.lengths, minutes, isOn).toSorted((a, b) => a - b) })}
                className="min-h-9 max-desk:min-h-11"
                labelClassName="pl-2.5"
              >
                {minutes} min
              </LabeledCheckbox>
            ))}
          </Choice>
          <Field label="Note to families" optional>
            {(control) => (
              <textarea
                {...control}
                rows={3}
                maxLength={longestFormNote}
                value={form.note ?? ''}
                onChange={({ target }) => change({ note: target.value === '' ? null : target.value })}
                className={inputClasses(false, 'h-auto py-2')}
              />
            )}
          </Field>
        </div>
        <Preview form={form} studioName={settings.studioName ?? 'Your studio'} />
      </div>
      <SectionEnd
        isDirty={isDirty}
        saving={save.isPending}
        submitError={save.error?.message ?? null}
        unconfirmed={isUnconfirmed(save.error)}
        onDiscard={() => {
          save.reset();
          if (isNew) onDone();
          else setForm(first);
        }}
      />
    </form>
  );
};

const Form = ({ settings, teachers }: { readonly settings: Settings; readonly teachers: readonly Teacher[] }) => {
  const [isNew, setNew] = useState(false);
  const turnOff = useTurnOffQuestionForm();
  const { askForm } = settings;
  if (askForm === null && !isNew)
    return (
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-ink-2">Off: no one can ask.</p>
        <Button icon={Mail} onClick={() => setNew(true)}>
          Set up the form
        </Button>
      </div>
    );
  return (
    <div className="grid gap-4">
      {askForm && (
        <>
          <AddressField url={addressOf(askForm.slug)} title="When could my child have lessons?" label="Form address" />
          <div className="flex flex-wrap items-center gap-2">
            <a className={buttonClasses()} href={addressOf(askForm.slug)} target="_blank" rel="noreferrer">
              <ExternalLink aria-hidden className="size-4" strokeWidth={1.75} />
              Open the form
            </a>
            <Link className={buttonClasses()} to="/planner/inquiries">
              Questions from families
            </Link>
            <Button
              kind="quiet"
              className="ml-auto"
              loading={turnOff.isPending}
              onClick={() => void turnOff.send({ body: { askForm: null } })}
            >
              Turn off the form
            </Button>
          </div>
        </>
      )}
      <FormFields key={JSON.stringify(askForm)} settings={settings} teachers={teachers} onDone={() => setNew(false)} />
    </div>
  );
};

/** The page on which families ask when lessons would be possible. */
export default function QuestionForm() {
  const settings = useQuery(settingsQuery);
  const teachers = useQuery(teachersQuery);
  return (
    <Section
      title="Question form"
      about="A page where new families ask when lessons would be possible. It shows hours, never your schedule."
    >
      <QueryState query={settings} failed="The question form did not load." waiting={<PolicyOutline />}>
        {(loaded) => (
          <QueryState query={teachers} failed="The teachers did not load." waiting={<PolicyOutline />}>
            {(there) => <Form settings={loaded} teachers={there} />}
          </QueryState>
        )}
      </QueryState>
    </Section>
  );
}
