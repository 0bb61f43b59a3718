import { useId, type ReactNode, type SubmitEventHandler } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { FormError, FormNotice } from './panels.tsx';

/** A form in a dialog: what is wrong with sending it stands beside its buttons, which never leave the screen. */
export const FormDialog = (props: {
  readonly open: boolean;
  readonly title: string;
  readonly submit: string;
  /** Being sent. */
  readonly loading: boolean;
  /** Why the last attempt was refused; null when it was not. */
  readonly submitError: string | null;
  /** What a person should know before sending it again, such as that it was loaded anew. */
  readonly notice?: string | null;
  readonly canSubmit: boolean;
  /** Something typed would be lost. */
  readonly dirty: boolean;
  readonly width?: 'narrow' | 'normal' | 'wide';
  readonly bodyClassName?: string;
  readonly onSubmit: SubmitEventHandler;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) => {
  const id = useId();
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={props.title}
      width={props.width ?? 'normal'}
      dirty={props.dirty}
      bodyClassName={props.bodyClassName ?? ''}
      foot={
        <>
          <div className="min-w-0 grow basis-0 max-desk:basis-full">
            <FormNotice message={props.notice ?? null} />
            <FormError message={props.submitError} />
          </div>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={id} loading={props.loading} disabled={!props.canSubmit}>
            {props.submit}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={props.onSubmit} className="contents">
        {props.children}
      </form>
    </Dialog>
  );
};
