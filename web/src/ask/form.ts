import type { ShownForm } from '@rondo/contracts/api/asking/ask-form.ts';
import { ask, classes, dayName, element, showPage, weekdays, type Refusal } from './elements.ts';

/** "3:30 PM" */
const timeOf = (minutes: number): string => {
  const hour = Math.floor(minutes / 60);
  return `${hour % 12 || 12}:${String(minutes % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
};
const valueOf = (minutes: number): string => new Date(minutes * 60_000).toISOString().slice(11, 16);

const [first, last, step] = [7 * 60, 21 * 60 + 30, 30];
const times = Array.from({ length: (last - first) / step + 1 }, (_, i) => first + i * step);

const timeField = (label: string, chosen: number): HTMLSelectElement =>
  element(
    'select',
    { class: `${classes.field} max-w-36`, 'aria-label': label },
    ...times.map((minutes) =>
      element('option', { value: valueOf(minutes), selected: minutes === chosen }, timeOf(minutes)),
    ),
  );

/** A weekday on which the child may be free. */
const dayRow = (day: number) => {
  const name = dayName(day, 'long');
  const check = element('input', { type: 'checkbox', class: 'size-5 accent-accent-fill', 'aria-label': name });
  const from = timeField(`${name} from`, 15 * 60);
  const to = timeField(`${name} to`, 19 * 60);
  const free = element('span', { class: 'flex min-w-0 grow items-center gap-2', hidden: true }, from, 'to', to);
  const busy = element('span', { class: classes.quiet }, 'Not free');
  check.addEventListener('change', () => {
    free.hidden = !check.checked;
    busy.hidden = check.checked;
  });
  const row = element(
    'li',
    { class: 'flex min-h-13 items-center gap-3 border-b border-line-soft px-3 py-1 last:border-b-0' },
    element(
      'label',
      { class: 'flex min-h-11 w-19 shrink-0 items-center gap-2.5 font-strong' },
      check,
      dayName(day, 'short'),
    ),
    free,
    busy,
  );
  const window = () => (check.checked ? [{ dayOfWeek: day, startTime: from.value, endTime: to.value }] : []);
  return { row, window };
};

/** A field with its label, and the sentence about what is wrong with it. */
const textField = (name: string, label: string, attributes: Readonly<Record<string, string>>) => {
  const input = element('input', {
    ...attributes,
    id: name,
    class: classes.field,
    'aria-describedby': `${name}-problem`,
  });
  const problem = element('p', { id: `${name}-problem`, class: classes.wrong });
  // What is typed is no longer what was refused.
  input.addEventListener('input', () => {
    problem.textContent = '';
    input.removeAttribute('aria-invalid');
  });
  const part = element(
    'div',
    { class: 'grid content-start gap-1' },
    element('label', { for: name, class: 'font-control' }, label),
    input,
    problem,
  );
  return { input, problem, part };
};

/** The lengths side by side, the shortest one chosen. */
const lengthFields = (lengths: readonly number[]): HTMLFieldSetElement =>
  element(
    'fieldset',
    {},
    element('legend', { class: 'mb-1 font-control' }, 'Lesson length'),
    element(
      'div',
      { class: 'grid auto-cols-fr grid-flow-col gap-0.5 rounded-control border border-control p-0.5' },
      ...lengths.map((minutes, i) =>
        element(
          'label',
          {
            class:
              'relative flex min-h-11 items-center justify-center rounded-[6px] px-1 text-center has-checked:bg-accent-tint has-checked:font-strong has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent',
          },
          // Invisible over its words, so that it is as large to touch as they are.
          element('input', {
            type: 'radio',
            name: 'length',
            value: String(minutes),
            checked: i === 0,
            class: 'absolute inset-0 m-0 cursor-pointer opacity-0',
          }),
          `${minutes} min`,
        ),
      ),
    ),
  );

/** The question form of a studio. */
export const showForm = (slug: string, { studioName, lengths, note, opened }: ShownForm): void => {
  const fields = {
    firstName: textField('firstName', 'Your child’s first name', { autocomplete: 'off', maxlength: '60' }),
    email: textField('email', 'Your email', { type: 'email', autocomplete: 'email', maxlength: '254' }),
    zipCode: textField('zipCode', 'ZIP code', { autocomplete: 'postal-code', maxlength: '20' }),
    address: textField('address', 'Street (optional)', { autocomplete: 'street-address', maxlength: '300' }),
  };
  // What people do not see, only programs fill in.
  const website = element('input', { type: 'text', name: 'website', tabindex: '-1', autocomplete: 'off' });
  const days = weekdays.map((day) => dayRow(day));
  const lengthField = lengthFields(lengths);
  const daysProblem = element('p', { class: classes.wrong });
  const outcome = element('output', { class: classes.wrong });
  const button = element('button', { type: 'submit', class: classes.button }, 'Send My Question');
  const form = element(
    'form',
    { class: 'grid gap-5', novalidate: true },
    element('div', { class: 'grid gap-4 desk:grid-cols-2' }, ...Object.values(fields).map(({ part }) => part)),
    element('div', { hidden: true, 'aria-hidden': 'true' }, website),
    lengthField,
    element(
      'fieldset',
      {},
      element('legend', { class: 'mb-1 font-control' }, 'When is your child free?'),
      element('ul', { class: 'rounded-control border border-line' }, ...days.map(({ row }) => row)),
      daysProblem,
    ),
    button,
    outcome,
    element(
      'p',
      { class: `text-center text-small ${classes.quiet}` },
      `We send one email to confirm. Your answers are kept for 90 days and seen by ${studioName} alone.`,
    ),
  );
  form.addEventListener('change', () => {
    daysProblem.textContent = '';
    outcome.textContent = '';
  });
  const showProblems = ({ detail, errors = [] }: Refusal): void => {
    const about = (name: string): string => errors.find(({ pointer }) => pointer.startsWith(`/${name}`))?.detail ?? '';
    const parts = Object.entries(fields);
    for (const [name, { input, problem }] of parts) {
      problem.textContent = about(name);
      input.setAttribute('aria-invalid', String(problem.textContent !== ''));
    }
    daysProblem.textContent = about('availability');
    const [, wrong] = parts.find(([, { problem }]) => problem.textContent !== '') ?? [];
    wrong?.input.focus();
    const isSaid = wrong !== undefined || daysProblem.textContent !== '';
    outcome.textContent = isSaid ? '' : detail;
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (button.disabled) return;
    button.disabled = true;
    const { firstName, email, zipCode, address } = fields;
    const chosen = lengthField.querySelector<HTMLInputElement>('input:checked');
    void ask<{ message: string }>(`/api/ask/${slug}`, {
      opened,
      firstName: firstName.input.value,
      email: email.input.value,
      zipCode: zipCode.input.value,
      address: address.input.value,
      lessonDuration: Number(chosen?.value),
      availability: days.flatMap(({ window }) => window()),
      website: website.value,
    }).then((answer) => {
      button.disabled = false;
      if (!answer.ok) return showProblems(answer.body);
      showPage(studioName, 'Check your mail', element('p', { role: 'status' }, answer.body.message));
      document.querySelector('h1')?.focus();
    });
  });
  showPage(
    studioName,
    'When could my child have lessons?',
    element(
      'p',
      { class: classes.quiet },
      'Tell us when your child is free. You will see which times look possible, and we will write to you.',
    ),
    ...(note === null ? [] : [element('p', { class: 'break-words whitespace-pre-line' }, note)]),
    form,
  );
};
