import { Navigate, useLocation } from 'react-router-dom';
import { AuthPage } from './AuthPage.tsx';
import { ForgotPasswordPage } from './ForgotPasswordPage.tsx';
import { resetTokenIn } from './reset-link.ts';
import { ResetPasswordPage } from './ResetPasswordPage.tsx';

/** The routes of a signed-out visitor. */
const SignedOut = () => {
  const location = useLocation();
  const { pathname, search } = location;
  if (pathname === '/forgot-password') return <ForgotPasswordPage />;
  if (pathname === '/reset-password') {
    const token = resetTokenIn(location);
    return token === null ? <Navigate to="/auth" replace /> : <ResetPasswordPage token={token} />;
  }
  if (pathname !== '/auth' || search !== '') return <Navigate to="/auth" replace />;
  return <AuthPage />;
};

export default SignedOut;
