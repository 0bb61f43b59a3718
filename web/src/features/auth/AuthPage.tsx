import { guestLogin, login, register } from '@rondo/contracts/api/accounts.ts';
import { useMutation } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { call } from '../../lib/client.ts';
import { becomeUser } from '../../lib/session.ts';

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export const AuthPage = () => {
  const [creating, setCreating] = useState(false);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const enter = useMutation({
    mutationFn: () =>
      creating ? call(register, { body: { email, password, timeZone } }) : call(login, { body: { email, password } }),
    onSuccess: becomeUser,
  });
  const enterAsGuest = useMutation({
    mutationFn: () => call(guestLogin, { body: { timeZone } }),
    onSuccess: becomeUser,
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    enter.mutate();
  };
  return (
    <main className="mx-auto flex max-w-sm flex-col gap-4 p-6">
      <h1 className="text-title">{creating ? 'Create account' : 'Sign in'}</h1>
      <form onSubmit={submit} className="flex flex-col gap-3">
        <label className="flex flex-col">
          Email
          <input
            type="email"
            required
            value={email}
            onChange={({ target }) => setEmail(target.value)}
            className="border border-control"
          />
        </label>
        <label className="flex flex-col">
          Password
          <input
            type="password"
            required
            value={password}
            onChange={({ target }) => setPassword(target.value)}
            className="border border-control"
          />
        </label>
        {enter.error && <p role="alert">{enter.error.message}</p>}
        <button type="submit" disabled={enter.isPending}>
          {creating ? 'Create Account' : 'Sign In'}
        </button>
      </form>
      <button type="button" onClick={() => enterAsGuest.mutate()}>
        Log in as guest
      </button>
      <button type="button" onClick={() => setCreating(!creating)}>
        {creating ? 'Sign in' : 'Create account'}
      </button>
    </main>
  );
};
