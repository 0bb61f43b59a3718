import { lazy, Suspense, useState } from 'react';
import ChangePasswordPage from '../features/account/ChangePasswordPage.tsx';

const KeepStudio = lazy(async () => {
  const { KeepStudio } = await import('../features/account/sign-in/KeepStudio.tsx');
  return { default: KeepStudio };
});

/** A guest can create an account here. */
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

export default ChangePassword;
