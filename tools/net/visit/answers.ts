import { z } from 'zod';

const row = z.record(z.string(), z.unknown());
export type Row = z.infer<typeof row>;

const inside = (value: unknown, steps: readonly string[]): unknown => {
  const [first, ...others] = steps;
  if (first === undefined) return value;
  const found = row.safeParse(Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : value);
  return found.success ? inside(found.data[first], others) : undefined;
};

/** A text in an answer; '' if it has none there, so that the visit goes on and the record shows what became of it. */
export const textAt = (value: unknown, ...steps: string[]): string => {
  const found = inside(value, steps);
  return typeof found === 'string' ? found : typeof found === 'number' ? String(found) : '';
};

export const rowsAt = (value: unknown, ...steps: string[]): Row[] => z.array(row).catch([]).parse(inside(value, steps));

/** What a call was answered. */
export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined when it is not JSON. */
  readonly json: unknown;
  /** The field `id` of the body. */
  readonly id: string;
  readonly revision: string;
  readonly batch: string;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export const answerOf = (response: Response, bytes: Buffer): Answer => {
  const text = bytes.toString('utf8');
  const json = parsed(text);
  return {
    status: response.status,
    headers: response.headers,
    text,
    json,
    id: textAt(json, 'id'),
    revision: textAt(json, 'revision'),
    batch: response.headers.get('rondo-batch') ?? '',
  };
};
