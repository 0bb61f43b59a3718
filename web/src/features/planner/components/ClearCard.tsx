import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { clearedTeachersMissing, kindsMissing } from '@rondo/contracts/lessons/rules.ts';
import { useQuery } from '@tanstack/react-query';
import { Eraser } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { lessonsQuery, teachersQuery } from '../../../calendar/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { LabeledCheckbox } from '../../../ui/fields/choice.tsx';
import { Card, LoadingBlocks } from '../../../ui/lists/panels.tsx';
import { confirm } from '../../../ui/overlays/confirm.ts';
import { LoadError } from '../../../ui/lists/query-state.tsx';
import { toast } from '../../../ui/overlays/toast.tsx';
import { clearedKinds, countedWords, countKinds, type ClearedKind } from '../model/cleared-kinds.ts';
import { clearLessons } from '../commands.ts';

const comingQuery = (today: IsoDate) => lessonsQuery({ from: today });

const toggled = <Item,>(set: ReadonlySet<Item>, item: Item, on: boolean): ReadonlySet<Item> =>
  new Set(on ? [...set, item] : [...set].filter((other) => other !== item));

const Line = (props: {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
  readonly count?: number | undefined;
}) => (
  <LabeledCheckbox
    checked={props.checked}
    onChange={props.onChange}
    className="min-h-9 gap-2.5 max-desk:min-h-11"
    labelClassName="flex grow items-center gap-2.5 self-stretch"
    aside={<span className="text-ink-2 tabular-nums">{props.count}</span>}
  >
    {props.children}
  </LabeledCheckbox>
);

const Choices = ({ teachers, today }: { readonly teachers: readonly Teacher[]; readonly today: IsoDate }) => {
  const { data: rows } = useQuery(comingQuery(today));
  const [kinds, setKinds] = useState<ReadonlySet<ClearedKind>>(new Set());
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    new Set(teachers.length === 1 ? [teachers[0]?.id ?? ''] : []),
  );
  // A 0 without a teacher would say that there is nothing to clear.
  const counts = rows && chosen.size > 0 ? countKinds(rows, chosen, today) : null;
  const names = teachers.filter(({ id }) => chosen.has(id)).map(({ name }) => name);
  const what = counts && countedWords(counts, kinds);
  const labels = clearedKinds.filter(({ kind }) => kinds.has(kind)).map(({ label }) => label.toLowerCase());

  const ask = (): void => {
    if (kinds.size === 0)
      toast({
        title: 'No options selected',
        description: kindsMissing,
        tone: 'destructive',
      });
    else if (chosen.size === 0)
      toast({
        title: 'No teachers selected',
        description: clearedTeachersMissing,
        tone: 'destructive',
      });
    else
      confirm({
        title: 'Clear Schedule?',
        text: (
          <>
            <p>
              From today on, all {labels.join(' and ')} of{' '}
              <b className="font-strong text-ink">{names.length > 5 ? `${names.length} teachers` : names.join(', ')}</b>{' '}
              are removed{what !== null && <>: {what}</>}. Past lessons are kept.
            </p>
            {kinds.has('optimized') && <p>A pending plan is removed together with the optimized lessons.</p>}
          </>
        ),
        action: 'Clear',
        danger: true,
        run: async () => {
          const done = await clearLessons({ kinds, teacherIds: [...chosen], what });
          if (done) setKinds(new Set());
        },
      });
  };

  return (
    <>
      <fieldset className="mt-3 border-b border-line pb-3">
        <legend className="sr-only">Lessons to clear</legend>
        {clearedKinds.map(({ kind, label, icon: Icon }) => (
          <Line
            key={kind}
            checked={kinds.has(kind)}
            onChange={(on) => setKinds(toggled(kinds, kind, on))}
            count={counts ? counts[kind].weekly + counts[kind].dated : undefined}
          >
            <Icon aria-hidden className="size-4 text-ink-2" strokeWidth={1.75} />
            {label}
          </Line>
        ))}
      </fieldset>
      {teachers.length > 1 && (
        <fieldset className="pt-3">
          <legend className="sr-only">Teachers whose lessons to clear</legend>
          <div className="flex items-center">
            <h3 className="grow font-strong">Teachers</h3>
            <Button kind="quiet" onClick={() => setChosen(new Set(teachers.map(({ id }) => id)))}>
              All
            </Button>
            <Button kind="quiet" onClick={() => setChosen(new Set())}>
              None
            </Button>
          </div>
          <div className="max-h-54 overflow-auto max-desk:max-h-none max-desk:overflow-visible">
            {teachers.map(({ id, name }) => (
              <Line key={id} checked={chosen.has(id)} onChange={(on) => setChosen(toggled(chosen, id, on))}>
                <span className="min-w-0 truncate">{name}</span>
              </Line>
            ))}
          </div>
        </fieldset>
      )}
      <Button kind="danger" icon={Eraser} className="mt-4 max-desk:w-full" onClick={ask}>
        Clear Selected
      </Button>
    </>
  );
};

export const ClearCard = ({ today }: { readonly today: IsoDate }) => {
  const teachers = useQuery(teachersQuery);
  return (
    <Card className="p-6 max-desk:p-4">
      <h2 className="text-lead font-strong">Clear Schedule</h2>
      <p className="mt-1 text-ink-2">Removes lessons from today on. Past lessons are kept.</p>
      {teachers.error && (
        <div className="mt-3">
          <LoadError query={teachers} failed={`The teachers did not load. ${teachers.error.message}`} />
        </div>
      )}
      {!teachers.error && !teachers.data && <LoadingBlocks label="Loading the teachers" blocks={['mt-4 h-40']} />}
      {teachers.data && <Choices teachers={teachers.data} today={today} />}
    </Card>
  );
};
