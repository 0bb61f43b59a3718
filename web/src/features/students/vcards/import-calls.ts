import { vcardFile } from '@rondo/contracts/api/vcard-file.ts';
import { useMutation } from '@tanstack/react-query';
import { newKey } from '../../../api/attempts.ts';
import { CallFailed, reasonOr } from '../../../api/call-failed.ts';
import { ask, commandAnswered } from '../../../api/client.ts';
import { invalidate } from '../../../api/queries.ts';
import { toast } from '../../../ui/overlays/toast.tsx';
import { announce } from '../../../api/commands/undo.ts';

/** A chosen file, with the key of its import: pressing Import again after a lost answer repeats the request. */
export type ChosenFile = { readonly file: File; readonly key: string };

export const chosen = (file: File): ChosenFile => ({ file, key: newKey() });

const { tooLarge, maxBytes } = vcardFile;

const failed = (error: Error): void =>
  toast({
    title: 'Import Failed',
    description: reasonOr(error, 'An error occurred while importing students'),
    tone: 'destructive',
  });

/** What importing a file would do. A file that cannot be read is one that cannot be imported. */
export const usePreview = () =>
  useMutation({
    mutationFn: async ({ file }: ChosenFile) => {
      if (file.size > maxBytes) throw new CallFailed(413, tooLarge);
      return ask('POST /api/students/import-vcards/preview', { file });
    },
    onError: failed,
  });

/** Imports a file, and offers to undo it. */
export const useImport = () =>
  useMutation({
    mutationFn: ({ file, key }: ChosenFile) => commandAnswered('POST /api/students/import-vcards', { file }, key),
    onSuccess: async ({ answer: { imported, message }, batchId }) => {
      await invalidate('GET /api/students', 'GET /api/assignments', 'GET /api/lessons');
      const title =
        imported === 0 ? 'No students imported' : `${imported} student${imported === 1 ? '' : 's'} imported`;
      const [, ...rest] = message.split('. ');
      announce({ title, ...(rest.length > 0 ? { description: rest.join('. ') } : {}) }, batchId);
    },
    onError: failed,
  });
