import { z } from 'zod';
import { pauses } from '@rondo/projections/pacing/pauses.ts';

/** How many entries of an array are checked and written at once. */
const atOnce = 50;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.getPrototypeOf(value) === Object.prototype;

/** Whether writing a value takes long: it is or contains an array of many entries. */
export const isLong = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > atOnce : isFields(value) && Object.values(value).some(isLong);

/** The value with its long arrays empty. */
const withoutLong = (value: unknown): unknown => {
  if (!isLong(value)) return value;
  if (!isFields(value)) return [];
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withoutLong(field)]));
};

/** The object that a schema declares, also where it may be absent; null for any other. */
const objectIn = (schema: z.ZodType): z.ZodObject | null => {
  if (schema instanceof z.ZodObject) return schema;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    const inner = schema.unwrap();
    return inner instanceof z.ZodType ? objectIn(inner) : null;
  }
  return null;
};

/** Adds the JSON of a value to the pieces. */
type Write = (schema: z.ZodType, value: unknown) => Promise<void>;

/**
 * The JSON of an answer as its call declares it, in pieces. Long arrays, by themselves or anywhere in objects, are checked and written in
 * steps, between which other work runs.
 */
export const jsonInSteps = async (schema: z.ZodType, value: unknown): Promise<readonly string[]> => {
  const pause = pauses();
  const pieces: string[] = [];

  const writeArray = async (
    list: readonly unknown[],
    checked: (part: readonly unknown[]) => unknown,
  ): Promise<void> => {
    pieces.push('[');
    for (let done = 0; done < list.length; done += atOnce) {
      if (done > 0) pieces.push(',');
      pieces.push(JSON.stringify(checked(list.slice(done, done + atOnce))).slice(1, -1));
      await pause();
    }
    pieces.push(']');
  };

  /** The object is checked as a whole without its long arrays, and each of these by what the schema says of its field. */
  const writeObject = async (declared: z.ZodObject, fields: Fields): Promise<void> => {
    const checked = z.record(z.string(), z.unknown()).parse(declared.parse(withoutLong(fields)));
    let separator = '{';
    for (const [name, short] of Object.entries(checked)) {
      const field: unknown = declared.shape[name];
      const isWritten = isLong(fields[name]) && field instanceof z.ZodType;
      const text: string | undefined = isWritten ? '' : JSON.stringify(short);
      if (text === undefined) continue;
      pieces.push(`${separator}${JSON.stringify(name)}:${text}`);
      separator = ',';
      if (isWritten) await write(field, fields[name]);
    }
    pieces.push(separator === '{' ? '{}' : '}');
  };

  const write: Write = async (declared, part) => {
    if (Array.isArray(part)) return writeArray(part, (some) => declared.parse(some));
    const object = isFields(part) && isLong(part) ? objectIn(declared) : null;
    if (object && isFields(part)) return writeObject(object, part);
    pieces.push(JSON.stringify(declared.parse(part)));
  };

  await write(schema, value);
  return pieces;
};
