import { lazy, Suspense, useState } from 'react';
import ChangePasswordPage, { prefetch } from '../features/account/ChangePasswordPage.tsx';

const KeepStudio = lazy(async () => {
  const { KeepStudio } = await import('../features/auth/KeepStudio.tsx');
  return { default: KeepStudio };
});

/** The page of the account, where a guest can create one. */
const ChangePassword = () => {
  const [keeping, setKeeping] = useState(false);
  return (
    <>
      <ChangePasswordPage onKeep={() => setKeeping(true)} />
      {keeping && (
        <Suspense fallback={null}>
          <KeepStudio onClose={() => setKeeping(false)} />
        </Suspense>
      )}
    </>
  );
};

export { prefetch };
export default ChangePassword;
