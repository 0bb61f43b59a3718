import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { AuthPage } from './AuthPage.tsx';
import { ConfirmEmailPage } from './ConfirmEmailPage.tsx';
import { ForgotPasswordPage } from './ForgotPasswordPage.tsx';
import { ResetPasswordPage } from './ResetPasswordPage.tsx';

/** The routes of a signed-out visitor. */
const SignedOut = () => {
  const { pathname, search } = useLocation();
  const [params] = useSearchParams();
  if (pathname === '/forgot-password') return <ForgotPasswordPage />;
  if (pathname === '/reset-password') {
    const token = params.get('token');
    return token === null ? <Navigate to="/auth" replace /> : <ResetPasswordPage token={token.trim()} />;
  }
  if (pathname === '/confirm-email') return <ConfirmEmailPage token={params.get('token')?.trim() ?? ''} />;
  if (pathname !== '/auth' || search !== '') return <Navigate to="/auth" replace />;
  return <AuthPage />;
};

export default SignedOut;
