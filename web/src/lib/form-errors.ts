import { set, type FieldErrors } from 'react-hook-form';
import { CallFailed } from './client.ts';

/** The server's complaints about single fields, where react-hook-form looks for them. */
export const fieldErrorsOf = (error: unknown): FieldErrors => {
  const errors: FieldErrors = {};
  if (!(error instanceof CallFailed)) return errors;
  for (const { pointer, detail } of error.problems)
    set(errors, pointer.slice(1).replaceAll('/', '.'), { type: 'server', message: detail });
  return errors;
};
