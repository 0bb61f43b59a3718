import { CircleAlert } from 'lucide-react';
import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { cn } from '../cn.ts';

/** The frame of a text input; the caller sets its size. On phones its text is 16 px, because smaller text makes the page zoom in. */
export const inputFrame = (invalid: boolean): string =>
  cn('rounded-control border bg-card text-body max-desk:text-lead', invalid ? 'border-bad' : 'border-control');

export const inputClasses = (invalid: boolean, className?: string): string =>
  cn(inputFrame(invalid), 'h-10 w-full px-3 max-desk:h-12', className);

type FieldProps = {
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  readonly optional?: boolean;
  readonly className?: string;
  /** At the end of the label's line. */
  readonly aside?: ReactNode;
  /** Receives the ids that associate the control with its label, hint and error. */
  readonly children: (control: {
    id: string;
    'aria-invalid': boolean;
    'aria-describedby': string | undefined;
  }) => ReactNode;
};

/** A label above, a control, a hint or an error below. */
export const Field = ({ label, error, hint, optional = false, className, aside, children }: FieldProps) => {
  const id = useId();
  const below = error !== undefined || hint !== undefined;
  return (
    <div className={cn('flex min-w-0 flex-col gap-1.5', className)}>
      <div className="flex justify-between gap-2">
        <label htmlFor={id} className="min-w-0 font-control">
          {label}
          {optional && <span className="font-normal text-ink-3"> (optional)</span>}
        </label>
        {aside}
      </div>
      {children({ id, 'aria-invalid': error !== undefined, 'aria-describedby': below ? `${id}-below` : undefined })}
      {below && (
        <p id={`${id}-below`} className={cn('flex gap-1 text-small', error === undefined ? 'text-ink-3' : 'text-bad')}>
          {error !== undefined && <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" strokeWidth={2} />}
          {error ?? hint}
        </p>
      )}
    </div>
  );
};

type TextFieldProps = InputHTMLAttributes<HTMLInputElement> &
  Pick<FieldProps, 'label' | 'error' | 'hint' | 'optional' | 'aside'> & {
    readonly ref?: Ref<HTMLInputElement>;
    readonly inputClassName?: string;
    /** Inside the input, before the text. */
    readonly prefix?: string;
  };

export const TextField = ({
  label,
  error,
  hint,
  optional,
  aside,
  className,
  inputClassName,
  prefix,
  ...input
}: TextFieldProps) => (
  <Field
    label={label}
    error={error}
    hint={hint}
    aside={aside}
    optional={optional ?? false}
    {...(className === undefined ? {} : { className })}
  >
    {(control) => (
      <span className="relative block">
        {prefix !== undefined && (
          <span aria-hidden className="absolute inset-y-0 left-3 grid place-items-center text-ink-3 max-desk:text-lead">
            {prefix}
          </span>
        )}
        <input
          {...control}
          {...input}
          className={inputClasses(
            error !== undefined,
            cn(prefix !== undefined && (prefix.length > 1 ? 'pl-13!' : 'pl-6!'), inputClassName),
          )}
        />
      </span>
    )}
  </Field>
);
