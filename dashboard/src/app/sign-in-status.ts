import { useEffect, useState } from 'react';

export type SignInStatus = 'on' | 'off' | 'disabled';

/** Whether people can sign in with a browser here; `null` until it is known, and when it cannot be found out. */
export function useSignInStatus(): SignInStatus | null {
  const [status, setStatus] = useState<SignInStatus | null>(null);
  useEffect(() => {
    let isGone = false;
    fetch('/auth/status')
      .then((response) => response.json() as Promise<{ sign_in: SignInStatus }>)
      .then(({ sign_in }) => {
        if (!isGone) setStatus(sign_in);
      })
      .catch(() => {});
    return () => {
      isGone = true;
    };
  }, []);
  return status;
}
