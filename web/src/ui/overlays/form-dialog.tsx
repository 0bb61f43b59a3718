import { useId, useState, type ComponentProps, type ReactNode, type SubmitEventHandler } from 'react';
import { useUnloadGuard } from '../../api/session/unload-guard.ts';
import { Button } from '../button.tsx';
import { Dialog } from './dialog.tsx';
import { DiscardQuestion } from './discard-question.tsx';
import { FormError, FormNotice } from '../lists/panels.tsx';

/** A form in a dialog: submit errors are shown next to its buttons, which are always visible. */
export const FormDialog = (props: {
  readonly open: boolean;
  readonly title: string;
  /** A line under the title. */
  readonly subtitle?: ReactNode;
  readonly submit: string;
  /** What is submitted cannot be undone. */
  readonly danger?: boolean;
  /** The form is being submitted. */
  readonly loading: boolean;
  /** The error of the last attempt; null if there is none. */
  readonly submitError: string | null;
  /** The answer to the last attempt was lost: what was typed may have been saved. */
  readonly unconfirmed: boolean;
  /** What the user should know before submitting again, such as that the form was reloaded. */
  readonly notice?: string | null;
  readonly canSubmit: boolean;
  /** There are unsaved changes. */
  readonly dirty: boolean;
  readonly width?: ComponentProps<typeof Dialog>['width'];
  readonly bodyClassName?: string;
  readonly onSubmit: SubmitEventHandler;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) => {
  const id = useId();
  const [asking, setAsking] = useState(false);
  useUnloadGuard(props.dirty || props.loading);
  // Closing it in any way asks before discarding unsaved changes.
  const leave = (): void => (props.dirty ? setAsking(true) : props.onClose());
  return (
    <Dialog
      open={props.open}
      onClose={leave}
      title={props.title}
      {...(props.subtitle === undefined ? {} : { subtitle: props.subtitle })}
      width={props.width ?? 'normal'}
      busy={props.loading}
      {...(props.bodyClassName === undefined ? {} : { bodyClassName: props.bodyClassName })}
      footer={
        <>
          <div className="min-w-0 grow basis-0 max-desk:basis-full">
            <FormNotice message={props.notice ?? null} />
            <FormError message={props.submitError} />
          </div>
          <Button disabled={props.loading} onClick={leave}>
            Cancel
          </Button>
          <Button
            kind={props.danger === true ? 'danger' : 'primary'}
            type="submit"
            form={id}
            loading={props.loading}
            disabled={!props.canSubmit}
          >
            {props.submit}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={props.onSubmit} className="contents">
        {props.children}
      </form>
      <DiscardQuestion
        asking={asking}
        saving={props.loading}
        unconfirmed={props.unconfirmed}
        stay={() => setAsking(false)}
        leave={props.onClose}
      />
    </Dialog>
  );
};
