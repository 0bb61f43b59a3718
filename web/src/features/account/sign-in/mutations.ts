import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { CallFailed, isUnconfirmed } from '../../../api/call-failed.ts';
import { call } from '../../../api/client.ts';
import { invalidate } from '../../../api/queries.ts';
import { becomeUser } from '../../../api/session/become-user.ts';
import { browserTimeZone } from '../../../lib/time-zone.ts';
import { toast } from '../../../ui/overlays/toast.tsx';
import type { InputTo } from '../../../api/calls.ts';

const failed = (title: string) => (error: Error) => toast({ title, description: error.message, tone: 'destructive' });

/** Runs after signing in: the account becomes the current user and the browser navigates to the start page. */
const useEntered = () => {
  const navigate = useNavigate();
  return (user: Parameters<typeof becomeUser>[0]): void => {
    becomeUser(user);
    void navigate('/', { replace: true });
  };
};

export type SignIn = InputTo<'POST /api/login'>['body'];
export type Registration = Omit<InputTo<'POST /api/register'>['body'], 'timeZone'>;

export const useSignIn = () =>
  useMutation({
    mutationFn: (body: SignIn) => call('POST /api/login', { body }),
    onSuccess: useEntered(),
    onError: failed('Login failed'),
  });

/**
 * Creates an account. If the answer to that is lost, the account may exist: the next attempt with the same address then signs in to it, which
 * takes the password that was chosen.
 */
export const useRegister = () => {
  const unanswered = useRef<string>(null);
  return useMutation({
    mutationFn: async (body: Registration) => {
      const { email, password } = body;
      try {
        return await call('POST /api/register', { body: { ...body, timeZone: browserTimeZone() } });
      } catch (error) {
        const mayBeOwn = unanswered.current === email && error instanceof CallFailed && error.status === 409;
        if (isUnconfirmed(error)) unanswered.current = email;
        if (!mayBeOwn) throw error;
        return await call('POST /api/login', { body: { email, password } }).catch(() => Promise.reject(error));
      }
    },
    onSuccess: useEntered(),
    onError: failed('Registration failed'),
  });
};

export const useGuestLogin = () =>
  useMutation({
    mutationFn: () => call('POST /api/guest-login', { body: { timeZone: browserTimeZone() } }),
    onSuccess: useEntered(),
    onError: failed('Guest login failed'),
  });

export const useForgotPassword = () =>
  useMutation({
    mutationFn: (body: InputTo<'POST /api/forgot-password'>['body']) => call('POST /api/forgot-password', { body }),
    onSuccess: () => toast({ title: 'Reset link sent' }),
    onError: () =>
      toast({
        title: 'Error',
        description: 'Failed to send reset email. Please try again.',
        tone: 'destructive',
      }),
  });

/** A user who is signed in here is signed out, like everyone else. */
export const useResetPassword = () =>
  useMutation({
    mutationFn: (body: InputTo<'POST /api/reset-password'>['body']) => call('POST /api/reset-password', { body }),
    onSuccess: () => {
      becomeUser(null);
      toast({ title: 'Password reset successful' });
    },
    onError: failed('Reset failed'),
  });

export const useConfirmEmail = () =>
  useMutation({
    mutationFn: (body: InputTo<'POST /api/confirm-email'>['body']) => call('POST /api/confirm-email', { body }),
    onSettled: () => invalidate('GET /api/user/email-confirmation'),
  });
