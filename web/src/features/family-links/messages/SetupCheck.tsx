import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Clock, Send, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { dayText, usePlace } from '../../../calendar/moments/moment-text.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { Card, LoadingBlocks } from '../../../ui/lists/panels.tsx';
import { QueryState } from '../../../ui/lists/query-state.tsx';
import { mailSetupQuery } from '../../../calendar/sharing/commands.ts';
import { useConfirmTest, useSendTest, type Setup } from './commands.ts';

const icon = 'mt-0.5 size-4 shrink-0';

/** The code of a test mail that has not come back yet. */
const CodeForm = () => {
  const [code, setCode] = useState('');
  const confirm = useConfirmTest();
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void confirm.send({ body: { code } });
      }}
    >
      <TextField
        label="Code of the test mail"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
      <Button type="submit" loading={confirm.isPending} className="h-10!">
        Confirm
      </Button>
    </form>
  );
};

const Facts = ({ setup }: { readonly setup: Setup }) => {
  const place = usePlace();
  const test = useSendTest();
  const { sends, from, replyTo, problems } = setup;
  const { sentAt, confirmedAt } = setup.test;
  return (
    <div className="grid gap-3">
      <ul aria-label="How mail is set up" className="grid gap-2">
        {confirmedAt !== null && (
          <li className="flex gap-2.5">
            <CircleCheck aria-hidden className={`${icon} text-ok`} strokeWidth={1.75} />
            <span>
              <b className="font-strong">Mail works.</b> The test of {dayText(confirmedAt, place)} came back.
            </span>
          </li>
        )}
        {problems.map((problem) => (
          <li key={problem} className="flex gap-2.5">
            <TriangleAlert aria-hidden className={`${icon} text-warn`} strokeWidth={1.75} />
            <span>{problem}</span>
          </li>
        ))}
        <li className="flex gap-2.5">
          <Send aria-hidden className={`${icon} text-ink-2`} strokeWidth={1.75} />
          <span className="min-w-0 break-words">
            From {from}.{replyTo !== null && ` Answers go to ${replyTo}.`}
          </span>
        </li>
        <li className="flex gap-2.5">
          <Clock aria-hidden className={`${icon} text-ink-2`} strokeWidth={1.75} />
          <span>No automatic mail from 9:00 PM to 7:00 AM. Mail that comes back later is not seen here.</span>
        </li>
      </ul>
      {sentAt !== null && confirmedAt === null && <CodeForm />}
      {sends && (
        <Button className="justify-self-start" loading={test.isPending} onClick={() => void test.send({})}>
          Send me a test mail
        </Button>
      )}
    </div>
  );
};

/** Whether mail is set up, and a test mail whose code shows that it arrives. */
export const SetupCheck = () => (
  <Card className="px-5 py-4">
    <QueryState
      query={useQuery(mailSetupQuery)}
      failed="How mail is set up did not load."
      waiting={<LoadingBlocks label="Loading how mail is set up" className="grid gap-3" blocks={['h-12', 'h-9']} />}
    >
      {(setup) => <Facts setup={setup} />}
    </QueryState>
  </Card>
);
