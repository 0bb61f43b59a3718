import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useQuery } from '@tanstack/react-query';
import { forgetDays } from '../../../api/session/forget-kept.ts';
import { currentUserQuery } from '../../../api/session/session.ts';
import { AuthPage } from './AuthPage.tsx';
import { ChangeEmailPage, ConfirmEmailPage } from './ConfirmEmailPage.tsx';
import { ForgotPasswordPage } from './ForgotPasswordPage.tsx';
import { tokenIn } from './mail-link.ts';
import { ResetPasswordPage } from './ResetPasswordPage.tsx';

/** The routes of a signed-out visitor. */
const SignedOut = () => {
  const location = useLocation();
  const { pathname, search } = location;
  const isSignedOut = useQuery(currentUserQuery).data === null;
  useEffect(() => {
    // Signed out, or the session has ended: its days go. What waits for a connection waits for its user.
    if (isSignedOut) void forgetDays(null);
  }, [isSignedOut]);
  if (pathname === '/forgot-password') return <ForgotPasswordPage />;
  const token = tokenIn(location);
  if (pathname === '/reset-password')
    return token === null ? <Navigate to="/auth" replace /> : <ResetPasswordPage token={token} />;
  if (pathname === '/change-email') return <ChangeEmailPage token={token ?? ''} />;
  if (pathname === '/confirm-email') return <ConfirmEmailPage token={token ?? ''} />;
  if (pathname !== '/auth' || search !== '') return <Navigate to="/auth" replace />;
  return <AuthPage />;
};

export default SignedOut;
