import { textOf } from '@rondo/services/domain/accounts/testing/mails.ts';
import { rowsAt, textAt } from '../answers.ts';
import type { Chapter } from './cast.ts';

/** The question form, which the visit's server turns on without a mail server: its mail is saved as a file. */
export const asking: Chapter = async (visit, { dana, nobody, teachers }) => {
  visit.chapter('question-form', '2027-01-10T14:00:00Z');
  const form = { slug: 'whitfield', teacherIds: [textAt(teachers, 'dana')], lengths: [30, 45], note: null };
  await dana.patch('turns the form on', '/api/settings', { askForm: form });
  await nobody.get('no form', '/api/ask/whitfield');
  const { client } = visit.world.database;
  const { rows } = await client.query(
    "select schema_name, u.id from projections.read_models, accounts.users u where model = 'studios' and state = 'live' and u.email = 'dana@example.com'",
  );
  const [schema, studio] = [textAt(rows[0], 'schema_name'), textAt(rows[0], 'id')];
  const setForm = (to: object | null) =>
    client.query(`update ${schema}.studios set settings = jsonb_set(settings, '{askForm}', $1) where studio_id = $2`, [
      JSON.stringify(to),
      studio,
    ]);
  await setForm(form);
  await client.query('insert into accounts.form_slugs (slug, studio_id) values ($1, $2)', [form.slug, studio]);
  const opened = textAt((await nobody.get('opens the form', '/api/ask/whitfield')).json, 'opened');
  const question = {
    opened,
    firstName: 'Maya',
    email: 'maya@example.com',
    zipCode: '78704',
    lessonDuration: 45,
    availability: [{ dayOfWeek: 4, startTime: '15:00', endTime: '20:00' }],
  };
  await nobody.post('asks without a time', '/api/ask/whitfield', { ...question, availability: [] });
  await nobody.post('asks', '/api/ask/whitfield', question);
  await visit.mailed('maya@example.com', 1);
  const [mail = ''] = await visit.mailsTo('maya@example.com');
  const token = /#c=([\w-]{43})/.exec(textOf(mail))?.[1] ?? '';
  visit.names.fix(token, '<token of a question>');
  await nobody.post('opens a wrong link', '/api/ask/whitfield/confirm', { token: 'a'.repeat(43) });
  const clicked = nobody.post('opens the link', '/api/ask/whitfield/confirm', { token });
  await visit.until(
    'the question to be confirmed',
    'select from accounts.asked_questions where confirmed_at is not null',
  );
  // The answer waits for two seconds.
  await visit.passTo('2027-01-10T14:30:00Z');
  visit.endWaits();
  await clicked;
  const inquiries = await dana.get('questions', '/api/inquiries');
  const inquiry = `/api/inquiries/${textAt(rowsAt(inquiries.json)[0], 'id')}`;
  await dana.get('times for it', `${inquiry}/times`);
  const time = { teacherId: textAt(teachers, 'dana'), dayOfWeek: 4, startTime: '19:00' };
  await dana.post('holds a time that does not end on its day', `${inquiry}/hold`, { ...time, startTime: '23:30' });
  await dana.post('holds a time for it', `${inquiry}/hold`, time);
  await dana.get('questions with a held time', '/api/inquiries');
  await dana.post('releases it', `${inquiry}/release`);
  await dana.post('holds it again', `${inquiry}/hold`, time);
  await dana.post('closes it', `${inquiry}/close`);
  const maya = { firstName: 'Maya', lastName: 'Reyes', address: '2100 S Lamar Blvd', zipCode: '78704' };
  await dana.post('adds it without a last name', `${inquiry}/add`, { ...maya, lastName: '' });
  const added = await dana.post('adds it', `${inquiry}/add`, maya);
  await dana.post('takes that back', '/api/undo', { batchId: added.batch });
  await dana.delete('forgets it', inquiry);
  await dana.get('no question is left', '/api/inquiries');
  await setForm(null);
  await client.query('delete from accounts.form_slugs');
};
