import type { Closure } from '@rondo/contracts/api/studio/closures.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import { useState, type SubmitEvent } from 'react';
import { isUnconfirmed } from '../../api/call-failed.ts';
import { useCommand } from '../../api/commands/command.ts';
import { goTo } from '../../lib/page/navigation.ts';
import { counted } from '../../lib/texts.ts';
import { cn } from '../../ui/cn.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { useNow } from '../now.ts';
import { ClosureFields, SickFields } from './ClosureFields.tsx';
import { ClosureConsequences, usePreview } from './ClosurePreview.tsx';
import { bodyOf, newValues, questionOf, submitText, valuesOf, type NewClosure } from './closure-values.ts';

const overlapWords = (conflicts: readonly unknown[]): { description?: string } =>
  conflicts.length === 0
    ? {}
    : { description: `Lessons that came back overlap ${counted(conflicts.length, 'entry')}. Move or cancel them.` };

/** Saves a new closure or a change; what was closed is said with Undo. */
const useSave = (closure: Closure | null) => {
  const enter = useCommand('POST /api/closures', {
    done: (answer) =>
      answer && answer.lessons > 0
        ? {
            title: `${counted(answer.lessons, 'lesson')} closed`,
            also: [{ label: `Tell ${counted(answer.families, 'family')}`, run: () => goTo('/changes') }],
          }
        : 'The days are closed',
    failed: null,
  });
  const change = useCommand('PATCH /api/closures/:id', {
    done: (answer) => ({ title: 'Time off changed', ...overlapWords(answer?.conflicts ?? []) }),
    failed: null,
  });
  const running = closure ? change : enter;
  return {
    ...running,
    save: (body: ReturnType<typeof bodyOf>) =>
      closure
        ? change.send({ params: { id: closure.id }, body: { ...body, revision: closure.revision } })
        : enter.send({ body }),
  };
};

/** Closes days or changes what is closed, always beside what the server says that does. */
export default function ClosureDialog(props: {
  /** The one that is changed; or else what a new one begins with. */
  readonly closure: Closure | NewClosure;
  /** Only until when is asked. */
  readonly isSick?: boolean;
  readonly onClose: () => void;
}) {
  const { isSick = false, onClose } = props;
  const [closure] = useState(() => ('id' in props.closure ? props.closure : null));
  const [first] = useState(() => ('id' in props.closure ? valuesOf(props.closure) : newValues(props.closure)));
  const [values, setValues] = useState(first);
  const now = useNow();
  const { preview, error, isOld } = usePreview(questionOf(values, closure?.id ?? null));
  const { save, isPending, error: failed } = useSave(closure);
  const isDirty = JSON.stringify(values) !== JSON.stringify(first);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (await save(bodyOf(values))) onClose();
  };
  const Fields = isSick ? SickFields : ClosureFields;
  return (
    <FormDialog
      open
      title={closure ? 'Change time off' : isSick ? 'Sick today' : 'Close days'}
      subtitle={
        isSick
          ? `${shortDate(values.from)}, from now, ${formatTime(now.minute)}`
          : 'Lessons in this time do not take place. Appointments stay.'
      }
      submit={submitText(preview?.lessons ?? 0, closure === null)}
      width="wide"
      bodyClassName="desk:grid desk:grid-cols-[minmax(300px,42.4%)_minmax(0,1fr)] desk:overflow-hidden max-desk:flex max-desk:flex-col"
      loading={isPending}
      submitError={failed?.message ?? null}
      unconfirmed={isUnconfirmed(failed)}
      notice={null}
      canSubmit={preview !== undefined && !isOld && (closure === null || isDirty)}
      dirty={isDirty}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <div
        className={cn(
          'grid content-start gap-4 border-line bg-paper p-6 max-desk:p-4 desk:overflow-auto desk:border-r',
          isSick ? 'max-desk:order-1 max-desk:grow max-desk:border-t' : 'max-desk:border-b',
        )}
      >
        <Fields values={values} onChange={setValues} choices={preview?.choices} />
        <p className="text-pretty text-ink-2">No one is told until you tell them. You can undo this.</p>
      </div>
      <ClosureConsequences preview={preview} error={error} isOld={isOld} />
    </FormDialog>
  );
}
