import { type Settings, settingsChange } from '@rondo/contracts/api/studio/settings.ts';
import { useMemo, useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { ChosenField } from '../../../forms/fields.tsx';
import { TypedField } from '../../../forms/TypedField.tsx';
import { Combobox } from '../../../ui/fields/combobox.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { planningHints } from '../planning-hints.ts';
import { zoneOption, zoneOptions } from '../time-zones.ts';
import { useSettingsForm } from '../use-settings-form.ts';
import { SaveRow } from './SaveRow.tsx';
import { z } from 'zod';

const { shape } = settingsChange;

/** Empty text is no number: it would count as 0. */
const minutesIn = (typed: string): number => (typed.trim() === '' ? Number.NaN : Number(typed));

/** The time and the planning of a studio, with the rules and messages of the call. Input values are always text. */
const planningSchema = z.object({
  timeZone: shape.timeZone.unwrap(),
  startGrid: z.string().transform(Number).pipe(shape.startGrid.unwrap()),
  minutesBetween: z.string().transform(minutesIn).pipe(shape.minutesBetween.unwrap()),
  optimizerSeconds: z
    .string()
    .transform((typed): number | null => (typed.trim() === '' ? null : Number(typed)))
    .pipe(shape.optimizerSeconds.unwrap()),
  ownDriveTimes: shape.ownDriveTimes.unwrap(),
});

type PlanningValues = z.input<typeof planningSchema>;

const planningValues = (settings: Settings): PlanningValues => ({
  timeZone: settings.timeZone,
  startGrid: String(settings.startGrid),
  minutesBetween: String(settings.minutesBetween),
  optimizerSeconds: String(settings.optimizerSeconds),
  ownDriveTimes: settings.ownDriveTimes,
});

/** The distances between start times, with an example. */
const startGrids = [
  { value: '1', label: 'Every minute: 4:00, 4:01' },
  { value: '5', label: 'Every 5 minutes: 4:00, 4:05' },
  { value: '10', label: 'Every 10 minutes: 4:00, 4:10' },
  { value: '15', label: 'Every 15 minutes: 4:00, 4:15' },
];

/** Edits the studio's clock and how its weeks are planned. */
const PlanningForm = ({ settings }: { readonly settings: Settings }) => {
  const edit = useSettingsForm({
    noun: 'setting',
    settings,
    schema: planningSchema,
    fields: planningSchema.keyof().options,
    valuesOf: planningValues,
  });
  const { control } = edit.form;
  const [openedAt] = useState(() => Date.now());
  const zone = useWatch({ control, name: 'timeZone' });
  const [choosing, setChoosing] = useState(false);
  const zones = useMemo(() => (choosing ? zoneOptions(zone) : [zoneOption(zone)]), [choosing, zone]);
  return (
    <form noValidate onSubmit={edit.submit} className="grid grid-cols-2 items-start gap-4 max-desk:grid-cols-1">
      <Controller
        control={control}
        name="timeZone"
        render={({ field, fieldState: { error } }) => (
          <Field label="Time zone" error={error?.message} hint={planningHints.timeZone(zone, openedAt)}>
            {({ id }) => (
              <Combobox
                id={id}
                label="Time zone"
                value={field.value}
                options={zones}
                onChange={field.onChange}
                onFocus={() => setChoosing(true)}
                placeholder="Type a city"
                none="No time zone has this name"
                className="h-10! w-full max-desk:h-12!"
              />
            )}
          </Field>
        )}
      />
      <ChosenField
        control={control}
        name="startGrid"
        label="Start times"
        options={startGrids}
        placeholder="Select a distance"
        hint={planningHints.startGrid}
      />
      <TypedField
        control={control}
        name="minutesBetween"
        label="Time between lessons"
        inputMode="numeric"
        hint={planningHints.minutesBetween}
      />
      <TypedField
        control={control}
        name="optimizerSeconds"
        label="Planning time"
        inputMode="decimal"
        hint={planningHints.optimizerSeconds}
      />
      <div className="col-span-2 max-desk:col-span-1">
        <Controller
          control={control}
          name="ownDriveTimes"
          render={({ field }) => (
            <Switch label="Your own drive times" checked={field.value} onChange={field.onChange}>
              {planningHints.ownDriveTimes}
            </Switch>
          )}
        />
      </div>
      <SaveRow edit={edit} />
    </form>
  );
};

export default PlanningForm;
