import { useState } from 'react';
import { Segments } from '../../../ui/fields/choice.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useSetLengths } from '../commands.ts';
import { lengths } from '../components/LessonSection.tsx';
import { HiddenNote, idsOf, Who, type Selected } from '../questions.tsx';

type Length = (typeof lengths)[number]['value'];

/** Sets how long the lessons of the selected students are. */
export const SetLength = ({ selected, onClose }: { readonly selected: Selected; readonly onClose: () => void }) => {
  const before = selected.rows[0]?.student.lessonDuration;
  const [length, setLength] = useState<Length>(lengths.find(({ value }) => value === before)?.value ?? 45);
  const set = useSetLengths();
  return (
    <Dialog
      open
      onClose={onClose}
      title="Set Length"
      width="narrow"
      busy={set.isPending}
      footer={
        <>
          <Button disabled={set.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            kind="primary"
            loading={set.isPending}
            onClick={() =>
              void set
                .send({ body: { studentIds: idsOf(selected), lessonDuration: length } })
                .then((done) => done && onClose())
            }
          >
            Set Length
          </Button>
        </>
      }
    >
      <div className="grid gap-3 text-ink-2">
        <p>
          For <Who selected={selected} />.
        </p>
        <HiddenNote selected={selected} />
        <Segments label="Lesson length" value={length} options={lengths} onChange={setLength} className="text-ink" />
        <p>Lessons stay as long as they are until the next plan.</p>
      </div>
    </Dialog>
  );
};
