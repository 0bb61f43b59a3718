import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Field, inputClasses, TextField } from '../../../ui/fields/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useReply, type Request } from './commands.ts';

type Offer = { readonly row: number; readonly date: string; readonly startTime: string };
const most = 3;

const texts = {
  no: { title: 'Decline with a message', action: 'Decline', hint: 'The family reads it on its page.' },
  offer: { title: 'Offer other times', action: 'Offer these times', hint: 'The family chooses one on its page.' },
} as const;

/** In which the teacher declines, or offers up to three other times. */
export const ReplyDialog = (props: {
  readonly request: Request;
  readonly answer: 'no' | 'offer';
  readonly onClose: () => void;
}) => {
  const { request, answer, onClose } = props;
  const { title, action, hint } = texts[answer];
  const [offers, setOffers] = useState<readonly Offer[]>([{ row: 1, date: '', startTime: request.lesson.startTime }]);
  const [message, setMessage] = useState('');
  const { send, isPending } = useReply(request.student.name);
  const change = (row: number, part: Partial<Offer>): void =>
    setOffers(offers.map((one) => (one.row === row ? { ...one, ...part } : one)));
  const times = offers.filter(({ date, startTime }) => date !== '' && startTime !== '');
  const submit = async (): Promise<void> => {
    const body =
      answer === 'no'
        ? { answer, message }
        : { answer, times: times.map(({ date, startTime }) => ({ date, startTime })), message };
    if (await send({ params: { id: request.id }, body })) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      width="form"
      busy={isPending}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            loading={isPending}
            disabled={answer === 'offer' && times.length === 0}
            onClick={() => void submit()}
          >
            {action}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-ink-2">{hint}</p>
        {answer === 'offer' &&
          offers.map((offer) => (
            <div key={offer.row} className="grid grid-cols-2 gap-3">
              <TextField
                label={`Day ${offer.row}`}
                type="date"
                value={offer.date}
                onChange={({ target }) => change(offer.row, { date: target.value })}
              />
              <TextField
                label={`Start ${offer.row}`}
                type="time"
                value={offer.startTime}
                onChange={({ target }) => change(offer.row, { startTime: target.value })}
              />
            </div>
          ))}
        {answer === 'offer' && offers.length < most && (
          <Button
            size="small"
            kind="quiet"
            className="justify-self-start"
            onClick={() =>
              setOffers([...offers, { row: offers.length + 1, date: '', startTime: request.lesson.startTime }])
            }
          >
            Add another time
          </Button>
        )}
        <Field label="Message" optional>
          {(control) => (
            <textarea
              {...control}
              rows={3}
              maxLength={300}
              value={message}
              onChange={({ target }) => setMessage(target.value)}
              className={inputClasses(false, 'h-auto py-2')}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
};
