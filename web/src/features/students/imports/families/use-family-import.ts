import { chooseBelowZero, familyFile } from '@rondo/contracts/people/family-file.ts';
import type { FamilyOptions } from '@rondo/contracts/api/people/family-import.ts';
import { useRef, useState } from 'react';
import { newKey } from '../../../../api/attempts.ts';
import { CallFailed } from '../../../../api/call-failed.ts';
import type { AnswerTo } from '../../../../api/calls.ts';
import { ask, commandAnswered, doneWith } from '../../../../api/client.ts';
import { failure, useAction } from '../../../../api/commands/command.ts';

export type Preview = AnswerTo<'POST /api/import/families/preview'>;
export type Imported = AnswerTo<'POST /api/import/families'>;

/** A file with what is said about it, and the key of its import: pressing Import again after a lost answer repeats the request. */
type Chosen = { readonly file: File; readonly options: FamilyOptions; readonly key: string };

type Seen = { readonly preview: Preview; readonly options: FamilyOptions };

const failed = failure('Import Failed', 'An error occurred while importing families');

const previewOf = (file: File, options: FamilyOptions): Promise<Preview> =>
  ask('POST /api/import/families/preview', { file, options });

/** What importing a file would do. In a file of My Music Staff a balance below zero is proposed to be owed. */
const seeing = async ({ file, options }: Chosen): Promise<Seen> => {
  const { maxBytes, tooLarge } = familyFile;
  if (file.size > maxBytes) throw new CallFailed(413, tooLarge);
  const preview = await previewOf(file, options);
  if (preview.format !== 'My Music Staff' || !preview.needs.includes(chooseBelowZero)) return { preview, options };
  const proposed = { ...options, belowZero: 'owes' } as const;
  return { preview: await previewOf(file, proposed), options: proposed };
};

/** A file on its way into the studio: chosen, seen, imported. */
export const useFamilyImport = () => {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [seen, setSeen] = useState<Seen | null>(null);
  const latest = useRef('');
  const reading = useAction(async (what: Chosen) => doneWith(await seeing(what)), { done: null, failed });
  const importing = useAction(
    ({ file, options, key }: Chosen) => commandAnswered('POST /api/import/families', { file, options }, key),
    {
      done: ({ message }) => {
        const [title = '', ...rest] = message.split('. ');
        return { title: title.replace(/\.$/, ''), ...(rest.length > 0 && { description: rest.join('. ') }) };
      },
      failed,
    },
  );
  const current = { ...seen?.options, ...chosen?.options };
  const read = (file: File, options: FamilyOptions): void => {
    const next = { file, options, key: newKey() };
    latest.current = next.key;
    setChosen(next);
    importing.reset();
    void reading.send(next).then((done) => {
      if (done && latest.current === next.key) setSeen(done.answer);
    });
  };
  return {
    file: chosen?.file ?? null,
    preview: seen?.preview ?? null,
    /** What was said about the file, also what is proposed. */
    options: current,
    isReading: reading.isPending,
    isImporting: importing.isPending,
    result: importing.answer,
    error: importing.error ?? reading.error,
    take: (file: File): void => {
      if (importing.isPending || importing.isSuccess) return;
      setSeen(null);
      read(file, {});
    },
    say: (options: FamilyOptions): void => {
      if (chosen) read(chosen.file, { ...current, ...options });
    },
    /** Leaves a row out, or takes it in again. */
    skip: (row: number, isLeftOut: boolean): void => {
      const others = (current.skip ?? []).filter((one) => one !== row);
      if (chosen) read(chosen.file, { ...current, skip: isLeftOut ? [...others, row] : others });
    },
    submit: (): void => {
      if (chosen && seen) void importing.send({ ...chosen, options: seen.options });
    },
  };
};
