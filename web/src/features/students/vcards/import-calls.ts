import { vcardFile } from '@rondo/contracts/api/vcard-file.ts';
import { newKey } from '../../../api/attempts.ts';
import { CallFailed } from '../../../api/call-failed.ts';
import { ask, commandAnswered, doneWith } from '../../../api/client.ts';
import { failure, useAction } from '../../../api/commands/command.ts';

/** A chosen file, with the key of its import: pressing Import again after a lost answer repeats the request. */
export type ChosenFile = { readonly file: File; readonly key: string };

export const chosen = (file: File): ChosenFile => ({ file, key: newKey() });

const { tooLarge, maxBytes } = vcardFile;

const failed = failure('Import Failed', 'An error occurred while importing students');

/** What importing a file would do. A file that cannot be read is one that cannot be imported. */
export const usePreview = () =>
  useAction(
    async ({ file }: ChosenFile) => {
      if (file.size > maxBytes) throw new CallFailed(413, tooLarge);
      return doneWith(await ask('POST /api/students/import-vcards/preview', { file }));
    },
    { done: null, failed },
  );

/** Imports a file, and offers to undo it. */
export const useImport = () =>
  useAction(({ file, key }: ChosenFile) => commandAnswered('POST /api/students/import-vcards', { file }, key), {
    done: ({ imported, message }) => {
      const [, ...rest] = message.split('. ');
      return {
        title: imported === 0 ? 'No students imported' : `${imported} student${imported === 1 ? '' : 's'} imported`,
        ...(rest.length > 0 ? { description: rest.join('. ') } : {}),
      };
    },
    failed,
  });
