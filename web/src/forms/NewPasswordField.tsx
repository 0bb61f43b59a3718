import { shortestPassword } from '@rondo/contracts/api/password-shapes.ts';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useWatch, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { TypedField } from './TypedField.tsx';

type Check = { readonly isCommon: (password: string) => boolean };

/** The check of common passwords; null until something is typed and its list has loaded. Without the list nothing is warned of. */
const useCheck = (wanted: boolean): Check | null => {
  const [check, setCheck] = useState<Check | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let left = false;
    void import('./common-passwords.ts').then(
      ({ isCommonPassword }) => !left && setCheck({ isCommon: isCommonPassword }),
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [wanted]);
  return check;
};

/** A field for a password that is set. One that others often use is warned of and not refused. */
export const NewPasswordField = <Values extends FieldValues, Checked>(props: {
  readonly control: Control<Values, unknown, Checked>;
  readonly name: FieldPath<Values>;
  readonly label: string;
  readonly inputClassName?: string;
}) => {
  const typed: unknown = useWatch({ control: props.control, name: props.name });
  const password = typeof typed === 'string' ? typed : '';
  const check = useCheck(password !== '');
  return (
    <TypedField
      {...props}
      type="password"
      autoComplete="new-password"
      hint={
        <output>
          {check?.isCommon(password) === true ? (
            <span className="flex gap-1 text-ink-2">
              <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0 text-warn" strokeWidth={2} />
              Many people use this password, so it is among the first that attackers try. Another one is safer.
            </span>
          ) : (
            `At least ${shortestPassword} characters.`
          )}
        </output>
      }
    />
  );
};
