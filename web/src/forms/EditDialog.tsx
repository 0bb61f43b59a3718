import type { ComponentProps, ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { DiscardQuestion } from '../ui/overlays/discard-question.tsx';
import { FormDialog } from '../ui/overlays/form-dialog.tsx';
import { useLeaveGuard } from './leave-guard.ts';
import type { EditForm } from './use-edit-form.ts';

/** Two columns that scroll independently: details on the left, the week on the right. */
export const besideTheWeek =
  'wide:grid wide:grid-cols-[minmax(0,1fr)_472px] wide:grid-rows-[minmax(0,1fr)] wide:overflow-hidden';

/** An edit form in its dialog. Leaving it in any way, including Back and links, asks before discarding unsaved changes. */
export const EditDialog = <Row, Values extends FieldValues, Checked>(props: {
  readonly edit: EditForm<Row, Values, Checked>;
  readonly title: string;
  readonly submit: string;
  /** A new row can always be submitted; a saved one once something has changed. */
  readonly canSubmit?: boolean;
  readonly subtitle?: ReactNode;
  readonly width?: ComponentProps<typeof FormDialog>['width'];
  readonly bodyClassName?: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) => {
  const { edit } = props;
  const { isDirty } = edit.form.formState;
  const leaving = useLeaveGuard(isDirty);
  return (
    <FormDialog
      open
      title={props.title}
      submit={props.submit}
      {...(props.subtitle === undefined ? {} : { subtitle: props.subtitle })}
      width={props.width ?? 'normal'}
      loading={edit.saving}
      submitError={edit.submitError}
      unconfirmed={edit.unconfirmed}
      notice={edit.notice}
      canSubmit={!edit.isGone && (props.canSubmit ?? (edit.row === null || isDirty))}
      dirty={isDirty}
      bodyClassName={props.bodyClassName ?? 'p-6 max-desk:p-4'}
      onSubmit={edit.submit}
      onClose={props.onClose}
    >
      {props.children}
      <DiscardQuestion {...leaving} saving={edit.saving} unconfirmed={edit.unconfirmed} />
    </FormDialog>
  );
};
