import type { GetName, InputTo } from './calls.ts';
import { awaitedPosition } from './catching-up.ts';
import { request } from './request.ts';

/**
 * Fetches a file that a call answers with.
 * @throws CallFailed with the server's sentence
 */
export const fetchFile = async <Name extends GetName>(name: Name, input: InputTo<Name>): Promise<Blob> =>
  request(
    name,
    input,
    { accept: 'application/pdf, text/csv, application/jsonl', awaited: awaitedPosition(), safety: 'safe' },
    (response) => response.blob(),
  );

/** Saves a file on the user's machine, as a click on a link to it does. */
export const saveFile = (file: Blob, name: string): void => {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has opened the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};
