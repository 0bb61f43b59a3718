import type { z } from 'zod';
import type { FieldProblem } from '../kit/errors.ts';

/** A wrong part of a request as a JSON pointer and a sentence. */
export const problemOf = (part: string, issue: z.core.$ZodIssue): FieldProblem => ({
  pointer: `/${[part === 'body' ? null : part, ...issue.path]
    .filter((step) => step !== null)
    .map(String)
    .join('/')}`,
  detail: sentenceFor(issue),
});

const fieldName = (path: readonly PropertyKey[]): string => {
  const named = path.findLast((step) => typeof step === 'string');
  return named === undefined ? 'The request body' : `"${named}"`;
};

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** Our own sentences pass unchanged; zod's terse ones become sentences that name the field. */
const sentenceFor = (issue: z.core.$ZodIssue): string => {
  const field = fieldName(issue.path);
  if (/^This .*\.$/.test(issue.message)) return issue.message.replace('This', field);
  if (/^[A-Z].*\.$/.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `${field} is missing.`
        : `${field} must be ${kinds[issue.expected] ?? issue.expected}.`;
    case 'invalid_value':
      return `${field} must be one of: ${issue.values.map(String).join(', ')}.`;
    case 'too_big':
      return `${field} must be at most ${String(issue.maximum)}${issue.origin === 'string' ? ' characters long' : ''}.`;
    case 'too_small':
      return `${field} must be at least ${String(issue.minimum)}${issue.origin === 'string' ? ' characters long' : ''}.`;
    case 'unrecognized_keys':
      return `${issue.keys.map((key) => `"${key}"`).join(', ')} is not known here.`;
    case 'custom':
    case 'invalid_element':
    case 'invalid_format':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
      return `${field} is not valid.`;
  }
};

/** The first of an error's sentences. */
export const sentenceOf = (error: z.ZodError): string =>
  error.issues.map(sentenceFor)[0] ?? 'The request is not valid.';
