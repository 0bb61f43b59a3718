import type { CallOf, Endpoint } from '@rondo/contracts/api/endpoint.ts';
import { awaitedPosition } from './catching-up.ts';
import { request, type CallInput } from './request.ts';

/**
 * Fetches a file that a declared call answers with.
 * @throws CallFailed with the server's sentence
 */
export const fetchFile = async <const E extends Endpoint & { method: 'GET' }>(
  endpoint: E,
  input: CallOf<E> & CallInput,
): Promise<Blob> =>
  request(
    endpoint,
    input,
    { accept: 'application/pdf, text/csv, application/jsonl', awaited: awaitedPosition(), aftermath: 'read' },
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
