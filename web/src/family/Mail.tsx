import type { FamilyPage } from '@rondo/contracts/api/calendars/family-page.ts';
import { useState } from 'react';
import { Part } from './parts.tsx';

type Mails = NonNullable<FamilyPage['mail']>;

const change = async (
  proof: string,
  body: Partial<Mails>,
): Promise<{ readonly mail: Mails } | { readonly problem: string }> => {
  try {
    const answer = await fetch('/api/family/mail', {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json', 'Rondo-Proof': proof },
      body: JSON.stringify(body),
    });
    return answer.ok ? { mail: await answer.json() } : { problem: await answer.text() };
  } catch {
    return { problem: 'This was not saved. Please check your connection and try again.' };
  }
};

const Switch = (props: {
  readonly label: string;
  readonly on: boolean;
  readonly disabled?: boolean;
  readonly onChange: (on: boolean) => void;
}) => {
  const { label, on, disabled = false, onChange } = props;
  return (
    <label className="flex min-h-11 items-center gap-3 border-line-soft px-5 py-1 not-first:border-t max-desk:px-4">
      <span className="grow">{label}</span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={on}
        className="switch"
        checked={on}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
};

/** What is mailed to the family, which the family alone decides. */
export const Mail = ({ page: { proof }, mail: read }: { readonly page: FamilyPage; readonly mail: Mails }) => {
  const [mail, setMail] = useState(read);
  const [notice, setNotice] = useState('');
  const set = async (body: Partial<Mails>, sentence: string): Promise<void> => {
    const before = mail;
    setMail({ ...mail, ...body });
    const answer = await change(proof, body);
    setMail('mail' in answer ? answer.mail : before);
    setNotice('mail' in answer ? sentence : answer.problem);
  };
  const { email, reminders, notes, all } = mail;
  return (
    <Part title={`Mail to ${email}`}>
      {reminders !== null && (
        <Switch
          label="Mail me the day before"
          on={reminders && all}
          disabled={!all}
          onChange={(on) =>
            void set(
              { reminders: on },
              on ? 'You will get a mail the day before each lesson.' : 'You will get no more reminders.',
            )
          }
        />
      )}
      {notes !== null && (
        <Switch
          label="Mail me notes"
          on={notes && all}
          disabled={!all}
          onChange={(on) =>
            void set(
              { notes: on },
              on ? 'Notes of lessons will come by mail too.' : 'You will get no more notes by mail.',
            )
          }
        />
      )}
      <Switch
        label="Stop all mail"
        on={!all}
        onChange={(on) =>
          void set(
            { all: !on },
            on ? 'You will get no more mail, except invoices and what you ask for.' : 'You will get mail again.',
          )
        }
      />
      <output className="block">{notice !== '' && <p className="px-5 py-3 max-desk:px-4">{notice}</p>}</output>
    </Part>
  );
};
