import { Suspense, use, useEffect, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { closeQuestion, useQuestion, type Question } from '../../ui/overlays/confirm.ts';
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx';

const QuestionDialog = ({ pending }: { readonly pending: Question | Promise<Question> }) => {
  const question = pending instanceof Promise ? use(pending) : pending;
  const { title, text, action, cancel, danger = false } = question;
  const [busy, setBusy] = useState(false);
  const close = (): void => closeQuestion(pending);
  const run = async (): Promise<void> => {
    setBusy(true);
    await question.run(close);
    close();
    setBusy(false);
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

/** Where questions are shown, which going to another page or back closes. */
const Questions = () => {
  const { key } = useLocation();
  const isReplaced = useNavigationType() === NavigationType.Replace;
  const question = useQuestion();
  const page = useRef(key);
  useEffect(() => {
    if (page.current === key) return;
    page.current = key;
    if (!isReplaced) closeQuestion();
  }, [key, isReplaced]);
  useEffect(() => () => closeQuestion(), []);
  return (
    question && (
      <Suspense>
        <QuestionDialog pending={question} />
      </Suspense>
    )
  );
};

export default Questions;
