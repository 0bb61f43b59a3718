import { z } from 'zod';
import { pauses } from '../../kit/pauses.ts';

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

type Write = (schema: z.ZodType, value: unknown) => Promise<string>;

const arrayText = async (
  list: readonly unknown[],
  checked: (part: readonly unknown[]) => unknown,
  pause: () => Promise<void>,
): Promise<string> => {
  const parts: string[] = [];
  for (let done = 0; done < list.length; done += atOnce) {
    parts.push(JSON.stringify(checked(list.slice(done, done + atOnce))).slice(1, -1));
    await pause();
  }
  return `[${parts.join(',')}]`;
};

/** The object is checked as a whole without its long arrays, and each of these by what the schema says of its field. */
const objectText = async (schema: z.ZodObject, fields: Fields, write: Write): Promise<string> => {
  const checked = z.record(z.string(), z.unknown()).parse(schema.parse(withoutLong(fields)));
  const parts: string[] = [];
  for (const [name, short] of Object.entries(checked)) {
    const declared: unknown = schema.shape[name];
    const isWritten = isLong(fields[name]) && declared instanceof z.ZodType;
    const text: string | undefined = isWritten ? await write(declared, fields[name]) : JSON.stringify(short);
    if (text !== undefined) parts.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${parts.join(',')}}`;
};

/**
 * The JSON of an answer as its call declares it. Long arrays, by themselves or anywhere in objects, are checked and written in steps, between
 * which other work runs.
 */
export const jsonInSteps = async (schema: z.ZodType, value: unknown): Promise<string> => {
  const pause = pauses();
  const write: Write = async (declared, part) => {
    if (Array.isArray(part)) return arrayText(part, (some) => declared.parse(some), pause);
    const object = isFields(part) && isLong(part) ? objectIn(declared) : null;
    return object && isFields(part) ? objectText(object, part, write) : JSON.stringify(declared.parse(part));
  };
  return write(schema, value);
};
