import type { Upload, UploadedFile } from '@rondo/contracts/api/endpoint.ts';
import Busboy from '@fastify/busboy';
import type { Request } from 'express';
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { InvalidInput, TooLarge, Unavailable, WrongContentType } from '../../kit/errors.ts';

/** What a form may have besides its file, in bytes. */
const formAround = 64 * 1024;

/** What all files together may take while they are received and used, in bytes. */
const mostTogether = 256 * 1024 * 1024;
let together = 0;

/** Counts what a file takes, until it is released. */
const memoryOfFile = () => {
  let own = 0;
  return {
    /** @returns whether there is room for so many more */
    take: (bytes: number): boolean => {
      if (together + bytes > mostTogether) return false;
      own += bytes;
      together += bytes;
      return true;
    },
    release: (): void => {
      together -= own;
      own = 0;
    },
  };
};

type Uploaded = {
  readonly file: UploadedFile;
  /** Of the bytes. */
  readonly digest: string;
  /** To be called once the file is no longer used. */
  readonly release: () => void;
};

const opened = (contentType: string, maxBytes: number) => {
  try {
    return new Busboy.Busboy({
      headers: { 'content-type': contentType },
      limits: { fileSize: maxBytes, files: 1, fields: 10, fieldSize: formAround, parts: 12 },
    });
  } catch {
    throw new InvalidInput('The upload could not be read.');
  }
};

/**
 * Reads the one file of a multipart form while it arrives. One that is too large is received to its end, because a browser that is still
 * sending does not read the answer, but not kept.
 * @throws InvalidInput, TooLarge, WrongContentType; Unavailable while other files take all the memory that is for them
 */
const readUpload = async (request: Request, { maxBytes, missing, tooLarge }: Upload): Promise<Uploaded> => {
  const contentType = request.get('content-type');
  if (contentType === undefined) throw new InvalidInput(missing);
  if (!/^multipart\/form-data\b/i.test(contentType))
    throw new WrongContentType('Please send the file in a multipart form, in the field "file".');
  if (Number(request.get('content-length') ?? 0) > maxBytes + formAround) {
    request.resume();
    throw new TooLarge(tooLarge);
  }
  const form = opened(contentType, maxBytes);
  const hash = createHash('sha256');
  const parts: Buffer[] = [];
  let name: string | null = null;
  let options: string | undefined;
  let isTooLarge = false;
  let isFull = false;
  const memory = memoryOfFile();
  form.on('file', (field, stream, fileName) => {
    // A form that ends inside a file is also reported by the pipeline; unheard, the error would end the process.
    stream.on('error', () => undefined);
    if (field !== 'file') return void stream.resume();
    name = fileName;
    stream.on('limit', () => {
      isTooLarge = true;
      parts.length = 0;
    });
    stream.on('data', (part: Buffer) => {
      if (isTooLarge || isFull) return;
      if (!memory.take(part.length)) {
        isFull = true;
        parts.length = 0;
        return memory.release();
      }
      hash.update(part);
      parts.push(part);
    });
  });
  form.on('field', (field: string, value: string) => {
    if (field === 'options') options = value;
  });
  try {
    await pipeline(request, form).catch(() => {
      throw new InvalidInput('The file did not arrive completely. Please try again.');
    });
    if (isTooLarge) throw new TooLarge(tooLarge);
    if (isFull) throw new Unavailable('The server is receiving other files right now. Please try again in a minute.');
    if (name === null) throw new InvalidInput(missing);
    const { release } = memory;
    if (options !== undefined) hash.update(`\0${options}`);
    const file = { name, bytes: Buffer.concat(parts), ...(options !== undefined && { options }) };
    return { file, digest: hash.digest('base64url'), release };
  } catch (error) {
    memory.release();
    throw error;
  }
};

/** Reads the file of a call that takes one, for as long as it is used. */
export const withUpload = async (
  request: Request,
  upload: Upload | undefined,
  use: (uploaded: Pick<Uploaded, 'digest' | 'file'> | undefined) => Promise<void>,
): Promise<void> => {
  if (!upload) return use(undefined);
  const { release, ...uploaded } = await readUpload(request, upload);
  try {
    await use(uploaded);
  } finally {
    release();
  }
};
