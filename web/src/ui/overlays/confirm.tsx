import { lazy, Suspense, use, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { fetchIdly } from '../../lib/page/drawn.ts';

/** A question before something that is hard to take back. */
export type Question = {
  readonly title: string;
  readonly text: ReactNode;
  /** The button that carries it out. */
  readonly action: string;
  readonly cancel?: string;
  /** It takes something away. */
  readonly danger?: boolean;
  /** Carries it out. Until that ends nothing closes the question; `close` does so earlier. */
  readonly run: (close: () => void) => Promise<unknown> | void;
};

/** A question whose text is loaded when it is asked is a promise. */
type Pending = Question | Promise<Question>;

let current: Pending | null = null;
let asked = 0;
const listeners = new Set<() => void>();

const set = (question: Pending | null): void => {
  current = question;
  asked += 1;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Asks. One question at a time, over whatever is open. */
export const confirm = (question: Pending): void => set(question);

/** Closes the question that is open, as leaving the page does. */
export const closeQuestion = (question = current): void => {
  if (current === question) set(null);
};

const fetchCode = () => import('./dialog.tsx');
const ConfirmDialog = lazy(async () => ({ default: (await fetchCode()).ConfirmDialog }));
fetchIdly(fetchCode);

const Asked = ({ pending }: { readonly pending: Pending }) => {
  const question = pending instanceof Promise ? use(pending) : pending;
  const { title, text, action, cancel, danger = false } = question;
  const [busy, setBusy] = useState(false);
  const close = (): void => closeQuestion(pending);
  const run = async (): Promise<void> => {
    setBusy(true);
    await question.run(close);
    close();
  };
  return (
    <ConfirmDialog
      open
      title={title}
      confirm={action}
      {...(cancel !== undefined && { cancel })}
      danger={danger}
      loading={busy}
      onClose={close}
      onConfirm={() => void run()}
    >
      {text}
    </ConfirmDialog>
  );
};

/** Where questions are shown; render it once. */
export const Questions = () => {
  const question = useSyncExternalStore(subscribe, () => current);
  useEffect(() => () => closeQuestion(), []);
  return (
    question && (
      <Suspense>
        <Asked key={asked} pending={question} />
      </Suspense>
    )
  );
};
