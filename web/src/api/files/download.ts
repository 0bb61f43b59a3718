import type { GetName, InputTo } from '../calls.ts';
import { awaitedPosition } from '../catching-up.ts';
import { request } from '../request.ts';

/**
 * Fetches a file that a call answers with.
 * @param onBytes told how many bytes have arrived
 * @throws CallFailed with the server's sentence
 */
export const fetchFile = async <Name extends GetName>(
  name: Name,
  input: InputTo<Name>,
  onBytes?: (received: number) => void,
): Promise<Blob> =>
  request(
    name,
    input,
    { accept: 'application/pdf, text/csv, application/jsonl', awaited: awaitedPosition(), safety: 'safe' },
    (response) => (onBytes ? blobOf(response, onBytes) : response.blob()),
  );

/** Reads a file while it arrives, and says how much of it there is. */
const blobOf = async (response: Response, onBytes: (received: number) => void): Promise<Blob> => {
  if (!response.body) return response.blob();
  const reader = response.body.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts, { type: response.headers.get('Content-Type') ?? '' });
    parts.push(value);
    received += value.length;
    onBytes(received);
  }
};

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
