import { callerOf } from '../visit.ts';
import { noteId, weekdays, type Chapter } from './cast.ts';

/** Guests, the sample studio, and what is left of those who leave. */
export const guests: Chapter = async (visit, { dana, teachers }) => {
  visit.chapter('guests', '2027-01-07T15:00:00Z');
  const guest = callerOf(visit, 'a guest');
  await guest.post('enters', '/api/guest-login', { timeZone: 'America/New_York' });
  const nobody = { headers: { 'Rondo-User': 'nobody' } };
  const account = { email: 'guest@example.com', password: 'five-strings', firstName: 'Gia' };
  await guest.post('signs in on a page that does not know of the guest', '/api/login', account, nobody);
  await guest.get('the guest', '/api/user');
  await guest.get('no sample studio', '/api/sample-studio');
  await guest.post('loads it', '/api/sample-studio');
  await guest.get('teachers', '/api/teachers');
  await guest.get('students', '/api/students', { isBrief: true });
  await guest.get('lessons', '/api/lessons', { isBrief: true });
  await guest.get('invoices', '/api/invoices');
  await guest.post('sends mail', '/api/invoices/nothing/send', { email: 'lee@example.com' });
  await guest.get('an address to confirm', '/api/user/email-confirmation');
  await guest.post('a link to confirm it', '/api/user/email-confirmation');
  await guest.post('changes no password', '/api/change-password', {
    currentPassword: 'a-password',
    newPassword: 'other-strings',
  });
  await guest.delete('deletes no account', '/api/user', { password: 'five-strings' });
  await guest.delete('removes the sample studio', '/api/sample-studio');
  await guest.delete('again', '/api/sample-studio');
  const teacher = { name: 'Gil Marsh', phone: '1', email: 'gil@example.com', availability: weekdays('15:00', '18:00') };
  noteId(teachers, 'gil', await guest.post('adds a teacher', '/api/teachers', teacher));
  await guest.post('registers and keeps the studio', '/api/register', account);
  await guest.get('the teacher is still there', '/api/teachers');
  await guest.post('signs out', '/api/logout');
  await guest.get('nobody', '/api/user');

  const short = callerOf(visit, 'another guest');
  await short.post('enters', '/api/guest-login');
  await short.post('adds a teacher', '/api/teachers', teacher);
  await short.post('signs out, which erases the studio', '/api/logout');
  await short.get('nobody', '/api/user');
  const long = callerOf(visit, 'a guest who stays away');
  await long.post('enters', '/api/guest-login', {});
  await visit.passTo('2027-01-09T15:00:00Z');
  await long.get('two days later', '/api/user');
  await dana.get('Dana two days later', '/api/user');

  await guest.post('signs in', '/api/login', account);
  await guest.delete('a wrong password', '/api/user', { password: 'six-strings' });
  await guest.delete('deletes the account', '/api/user', { password: 'five-strings' });
  await guest.get('no one again', '/api/user');
  await guest.post('signs in where nothing is', '/api/login', account);
};
