import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { CallFailed, isUnconfirmed } from '../../../api/call-failed.ts';
import type { InputTo } from '../../../api/calls.ts';
import { commandAnswered } from '../../../api/client.ts';
import { useAction, useCommand } from '../../../api/commands/command.ts';
import { tellOtherTabs } from '../../../api/session/other-tabs.ts';
import { becomeUser } from '../../../api/session/become-user.ts';
import { forgetOthers } from '../../../api/session/forget-kept.ts';

/** The browser's IANA time zone, used for a new studio. */
const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Runs after signing in: the account becomes the current user and the browser navigates to the start page. */
const useEntered = () => {
  const navigate = useNavigate();
  return (user: Parameters<typeof becomeUser>[0]): void => {
    becomeUser(user);
    void forgetOthers(user?.id ?? null);
    void navigate('/', { replace: true });
  };
};

export type SignIn = InputTo<'POST /api/login'>['body'];
export type Registration = Omit<InputTo<'POST /api/register'>['body'], 'timeZone'>;

export const useSignIn = () =>
  useAction((body: SignIn) => commandAnswered('POST /api/login', { body }), {
    onSaved: useEntered(),
    done: null,
    failed: 'Login failed',
  });

/**
 * Creates an account. If the answer to that is lost, the account may exist: the next attempt with the same address then signs in to it, which
 * takes the password that was chosen.
 */
export const useRegister = () => {
  const unanswered = useRef<string>(null);
  const register = async (body: Registration) => {
    const { email, password } = body;
    try {
      return await commandAnswered('POST /api/register', { body: { ...body, timeZone: browserTimeZone() } });
    } catch (error) {
      const mayBeOwn = unanswered.current === email && error instanceof CallFailed && error.status === 409;
      if (isUnconfirmed(error)) unanswered.current = email;
      if (!mayBeOwn) throw error;
      return await commandAnswered('POST /api/login', { body: { email, password } }).catch(() => Promise.reject(error));
    }
  };
  return useAction(register, { onSaved: useEntered(), done: null, failed: 'Registration failed' });
};

export const useGuestLogin = () =>
  useAction(() => commandAnswered('POST /api/guest-login', { body: { timeZone: browserTimeZone() } }), {
    onSaved: useEntered(),
    done: null,
    failed: 'Guest login failed',
  });

export const useForgotPassword = () =>
  useCommand('POST /api/forgot-password', {
    done: 'Reset link sent',
    failed: () => ({ title: 'Error', description: 'Failed to send reset email. Please try again.' }),
  });

/** A user who is signed in here is signed out, like everyone else. */
export const useResetPassword = () =>
  useCommand('POST /api/reset-password', {
    onSaved: () => becomeUser(null),
    done: 'Password reset successful',
    failed: 'Reset failed',
  });

export const useConfirmEmail = () => useCommand('POST /api/confirm-email', { done: null, failed: null });

/** In every tab of this browser the user has another address now, or is signed out. */
export const useChangeEmail = () =>
  useCommand('POST /api/change-email', { onSaved: tellOtherTabs, done: null, failed: null });
