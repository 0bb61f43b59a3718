import { useId, useState, type ReactNode, type SubmitEventHandler } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { DiscardQuestion } from './discard-question.tsx';
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
  const [asking, setAsking] = useState(false);
  // However it is closed, what was typed is asked for.
  const leave = (): void => (props.dirty ? setAsking(true) : props.onClose());
  return (
    <Dialog
      open={props.open}
      onClose={leave}
      title={props.title}
      width={props.width ?? 'normal'}
      dirty={props.loading}
      bodyClassName={props.bodyClassName ?? ''}
      footer={
        <>
          <div className="min-w-0 grow basis-0 max-desk:basis-full">
            <FormNotice message={props.notice ?? null} />
            <FormError message={props.submitError} />
          </div>
          <Button onClick={leave}>Cancel</Button>
          <Button kind="primary" type="submit" form={id} loading={props.loading} disabled={!props.canSubmit}>
            {props.submit}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={props.onSubmit} className="contents">
        {props.children}
      </form>
      <DiscardQuestion asking={asking} stay={() => setAsking(false)} leave={props.onClose} />
    </Dialog>
  );
};
