import { set, type FieldErrors, type FieldValues } from 'react-hook-form';
import { CallFailed } from '../api/call-failed.ts';

/** Converts the server's field errors to the shape that react-hook-form uses. */
export const fieldErrorsOf = <Values extends FieldValues>(error: unknown): FieldErrors<Values> => {
  const errors: FieldErrors<Values> = {};
  if (!(error instanceof CallFailed)) return errors;
  for (const { pointer, detail } of error.problems)
    set(errors, pointer.slice(1).replaceAll('/', '.'), { type: 'server', message: detail });
  return errors;
};
