/** A failure as our server describes it. `errors`: the invalid fields, by JSON pointer. */
type Problem = { readonly detail: string; readonly errors: readonly { pointer: string; detail: string }[] };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const fieldIn = (value: unknown): Problem['errors'] =>
  isObject(value) && typeof value['pointer'] === 'string' && typeof value['detail'] === 'string'
    ? [{ pointer: value['pointer'], detail: value['detail'] }]
    : [];

/** The failure in an answer; null if it is not one of ours. Checked by hand, because every page loads this and none should load zod for it. */
export const problemIn = (body: unknown): Problem | null => {
  if (!isObject(body) || typeof body['detail'] !== 'string') return null;
  const { detail, errors } = body;
  return { detail, errors: Array.isArray(errors) ? errors.flatMap(fieldIn) : [] };
};

/** The text of a failure that is not one of ours, if a person can read it: not the page of a proxy, nor data. */
export const sentenceIn = (text: string): string | null => {
  const trimmed = text.trim();
  return trimmed === '' || trimmed.length > 300 || /[<>{}]/.test(trimmed) ? null : trimmed;
};

/** The value of a JSON text; undefined if it is none. */
export const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
