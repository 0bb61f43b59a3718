import type { Settings, settingsChange } from '@rondo/contracts/api/studio/settings.ts';
import { useEffect } from 'react';
import type { DefaultValues, FieldValues, Path } from 'react-hook-form';
import type { z } from 'zod';
import { useEditForm, type EditForm } from '../../forms/use-edit-form.ts';
import { queryClient } from '../../api/queries.ts';
import { settingsQuery } from '../../api/settings.ts';
import { saveSettings } from './commands.ts';

type Change = Omit<z.output<typeof settingsChange>, 'revision'>;

export type SettingsForm<Values extends FieldValues, Checked> = EditForm<Settings, Values, Checked> & {
  /** Drops what the user typed. */
  readonly discard: () => void;
};

/** A form for some of the studio's settings, whose other settings may be saved meanwhile. */
export const useSettingsForm = <Values extends FieldValues, Checked extends Change>(options: {
  readonly noun: 'studio profile' | 'setting';
  readonly settings: Settings;
  readonly schema: z.ZodType<Checked, Values>;
  readonly fields: readonly Path<Values>[];
  readonly valuesOf: (settings: Settings) => Values & DefaultValues<Values>;
}): SettingsForm<Values, Checked> => {
  const { noun, settings, schema, fields, valuesOf } = options;
  const isSame = (one: Settings, other: Settings): boolean =>
    JSON.stringify(valuesOf(one)) === JSON.stringify(valuesOf(other));
  const edit = useEditForm({
    noun,
    schema,
    fields,
    initial: settings,
    valuesOf: (row) => valuesOf(row ?? settings),
    load: () => queryClient.fetchQuery({ ...settingsQuery, staleTime: 0 }),
    save: async (checked, row): Promise<void> => {
      // A change to settings that this form does not have is no conflict.
      const seen = row !== null && !isSame(row, settings) ? row : settings;
      edit.show(await saveSettings({ ...checked, revision: seen.revision }));
    },
  });
  const { row, show } = edit;
  const { isDirty } = edit.form.formState;
  // An undo changes what is saved. What the user types in the meantime is kept, and is then a change to the settings that it was typed over.
  useEffect(() => {
    if (!isDirty && row !== settings) show(settings);
  }, [isDirty, row, settings, show]);
  return { ...edit, discard: () => show(settings) };
};
