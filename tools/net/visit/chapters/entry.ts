import { textAt } from '../answers.ts';
import { callerOf } from '../visit.ts';
import type { Chapter } from './cast.ts';

const account = { password: 'six-strings', firstName: 'Dana', lastName: 'Whitfield', timeZone: 'America/Chicago' };
const plain = { headers: { Accept: '*/*' } };
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

/** The token of the newest link that an address was sent. */
const tokenIn = (mails: readonly string[]): string =>
  /token=3D([\w-]+)/.exec(mails.at(-1)?.replaceAll('=\r\n', '') ?? '')?.[1] ?? '';

/** Requests that are refused before any call, accounts, sessions, passwords and links by mail. */
export const entry: Chapter = async (visit, { dana, stranger, nobody }) => {
  visit.chapter('entry', '2026-11-23T15:00:00Z');
  await nobody.get('a call that does not exist', '/api/nothing');
  await nobody.get('the same in plain text', '/api/nothing', plain);
  await nobody.get('a page', '/');
  await nobody.get('the page of a screen', '/schedule');
  await nobody.get('a script that does not exist', '/assets/nothing.js');
  await nobody.call('POST', 'a page is only read', '/schedule');
  await nobody.get('liveness', '/livez');
  await nobody.get('the user of no session', '/api/user');
  await nobody.get('the same in plain text', '/api/user', plain);

  const broken = { raw: { type: 'application/json', text: '{"email": ' } };
  await nobody.post('a body that is no JSON', '/api/register', undefined, broken);
  const form = { raw: { type: 'application/x-www-form-urlencoded', text: 'email=dana' } };
  await nobody.post('a body of another type', '/api/register', undefined, form);
  const long = { raw: { type: 'application/json', text: `{"email": "${'a'.repeat(1_100_000)}"}` } };
  await nobody.post('a body that is too large', '/api/register', undefined, long);
  const deep = { raw: { type: 'application/json', text: `${'['.repeat(300)}${']'.repeat(300)}` } };
  await nobody.post('a body that is too deep', '/api/register', undefined, deep);
  await nobody.post('no body', '/api/register');
  await nobody.post('nothing right', '/api/register', { email: 'dana', password: 'six', timeZone: 'Austin' });
  await nobody.post('the same in plain text', '/api/register', { email: 'dana', password: 'six' }, plain);
  await nobody.post('a common password', '/api/register', {
    ...account,
    email: 'dana@example.com',
    password: 'password',
  });
  const elsewhere = { headers: { Origin: 'https://elsewhere.example' } };
  await nobody.post('from another site', '/api/register', { ...account, email: 'dana@example.com' }, elsewhere);
  await nobody.post('from a site that does not say which', '/api/register', account, {
    headers: { 'Sec-Fetch-Site': 'cross-site' },
  });

  await dana.post(
    'registers',
    '/api/register',
    { ...account, email: 'Dana@Example.com' },
    {
      headers: { Origin: 'http://localhost:3000' },
    },
  );
  const user = await dana.get('the user', '/api/user');
  await nobody.post('an address that is taken', '/api/register', { ...account, email: 'dana@example.com' });
  await nobody.post('a wrong password', '/api/login', { email: 'dana@example.com', password: 'seven-strings' });
  await nobody.post('an unknown address', '/api/login', { email: 'nobody@example.com', password: 'seven-strings' });
  await nobody.post('no password', '/api/login', { email: 'dana@example.com' });
  await stranger.post('a stranger registers', '/api/register', {
    email: 'stranger@example.com',
    password: 'twelve-strings',
    timeZone: 'Europe/Berlin',
  });

  await dana.get('a page that shows the user', '/api/settings', { headers: { 'Rondo-User': user.id } });
  await dana.get('a page that shows another user', '/api/settings', { headers: { 'Rondo-User': 'somebody' } });
  await dana.get('a saved position that is none', '/api/students', { headers: { 'Rondo-Position': 'x' } });
  await dana.get('a saved position', '/api/students', { headers: { 'Rondo-Position': '1' } });

  await dana.get('preferences', '/api/user-preferences');
  await dana.post('sets some', '/api/user-preferences', { theme: 'dark', firstHour: 8 });
  await dana.post('wrong ones', '/api/user-preferences', { theme: 'blue', firstHour: 19, defaultTeacherId: '!' });
  await dana.post('a teacher who does not exist', '/api/user-preferences', { defaultTeacherId: 'nobody' });
  await dana.get('settings', '/api/settings');
  const named = {
    studioName: 'Whitfield Music',
    studioAddress: '2210 Bluebonnet Ln\nAustin, TX 78704',
    studioPhone: '(512) 555-0100',
  };
  const settings = await dana.patch('names the studio', '/api/settings', {
    ...named,
    studioEmail: 'studio@example.com',
  });
  await dana.patch('on an older page', '/api/settings', { studioName: 'Other', revision: '0' });
  await dana.patch('on this page', '/api/settings', {
    paymentTermsDays: 14,
    startGrid: 5,
    revision: settings.revision,
  });
  await dana.patch('wrong settings', '/api/settings', {
    timeZone: 'Austin',
    startGrid: 7,
    currency: 'JPN',
    studioName: 'a\nb',
  });
  await dana.patch('a currency without hundredths', '/api/settings', { currency: 'BHD' });
  await dana.patch('a setting that does not exist', '/api/settings', { color: 'blue' });

  const other = callerOf(visit, 'Dana on her phone', phone);
  await other.post('signs in elsewhere', '/api/login', { email: 'dana@example.com', password: 'six-strings' });
  const third = callerOf(visit, 'Dana on a tablet');
  await third.post('signs in again', '/api/login', { email: 'DANA@example.com', password: 'six-strings' });
  const sessions = await dana.get('sessions', '/api/sessions');
  await dana.delete('ends the newest other one', `/api/sessions/${textAt(sessions.json, '1', 'id')}`);
  await dana.delete('ends it again', `/api/sessions/${textAt(sessions.json, '1', 'id')}`);
  await third.get('a session that was ended', '/api/user');
  await dana.post('ends all others', '/api/sessions/end-others');
  await dana.get('sessions afterwards', '/api/sessions');

  await dana.get('whether the address is confirmed', '/api/user/email-confirmation');
  await dana.post('asks for a link', '/api/user/email-confirmation');
  await dana.post('asks again at once', '/api/user/email-confirmation');
  await visit.mailed('dana@example.com', 1);
  const link = tokenIn(await visit.mailsTo('dana@example.com'));
  await nobody.post('a link that is none', '/api/confirm-email', { token: 'nothing' });
  await nobody.post('no link', '/api/confirm-email', {});
  await nobody.post('confirms the address', '/api/confirm-email', { token: link });
  await nobody.post('a second time', '/api/confirm-email', { token: link });
  await dana.get('it is confirmed', '/api/user/email-confirmation');

  await dana.patch('her own name', '/api/user', { firstName: 'Dana' });
  await dana.post('another address with a wrong password', '/api/user/email', {
    email: 'dana@example.org',
    password: 'guess',
  });
  await dana.post('no address', '/api/user/email', { email: 'dana', password: 'six-strings' });
  await dana.post('the same address', '/api/user/email', { email: 'DANA@example.com', password: 'six-strings' });
  await nobody.post('a link to another address that is none', '/api/change-email', { token: 'nothing' });

  await nobody.post('forgets the password', '/api/forgot-password', { email: 'dana@example.com' });
  await nobody.post('of an unknown address', '/api/forgot-password', { email: 'nobody@example.com' });
  await nobody.post('of no address', '/api/forgot-password', { email: 'dana' });
  await visit.mailed('dana@example.com', 2);
  const reset = tokenIn(await visit.mailsTo('dana@example.com'));
  await nobody.post('an easy password', '/api/reset-password', { token: reset, newPassword: '123456' });
  await nobody.post('a wrong link', '/api/reset-password', { token: 'nothing', newPassword: 'eight-strings' });
  await nobody.post('resets the password', '/api/reset-password', { token: reset, newPassword: 'eight-strings' });
  await nobody.post('uses the link again', '/api/reset-password', { token: reset, newPassword: 'nine-strings' });
  await dana.get('all sessions are ended', '/api/user');
  await dana.post('signs in with the new password', '/api/login', {
    email: 'dana@example.com',
    password: 'eight-strings',
  });
  const change = { currentPassword: 'eight-strings', newPassword: 'six-strings' };
  await dana.post('a wrong current password', '/api/change-password', { ...change, currentPassword: 'no-strings' });
  await dana.post('the same password', '/api/change-password', { ...change, newPassword: 'eight-strings' });
  await dana.post('changes the password', '/api/change-password', change);
  await other.post('signs out where no one is signed in', '/api/logout');

  const mover = callerOf(visit, 'somebody who moves to another address');
  await mover.post('registers', '/api/register', { ...account, email: 'mover@example.com', firstName: 'Mo' });
  await mover.post('asks for another address', '/api/user/email', {
    email: 'moved@example.com',
    password: 'six-strings',
  });
  await visit.mailed('moved@example.com', 1);
  const toAnother = tokenIn(await visit.mailsTo('moved@example.com'));
  await nobody.post('takes the other address', '/api/change-email', { token: toAnother });
  await nobody.post('a second time', '/api/change-email', { token: toAnother });
  await mover.post('signs in with it', '/api/login', { email: 'moved@example.com', password: 'six-strings' });
};
