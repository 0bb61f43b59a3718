import { useEffect } from 'react';
import { otherTabs, type News } from '../lib/other-tabs.ts';
import { queryClient } from '../lib/queries.ts';
import { answerSessionEnd } from '../lib/session-end.ts';

/** Acts on what another tab tells this one, which shows the studio of `userId`. */
export const useOtherTabs = (userId: string): void => {
  useEffect(() => {
    const channel = otherTabs();
    const hear = ({ data }: MessageEvent<News>): void => {
      if (data.userId === userId) answerSessionEnd(true);
      // Loaded again, so that nothing of this user is left in memory.
      else if (data.userId !== undefined) return window.location.replace('/');
      void queryClient.invalidateQueries();
    };
    channel.addEventListener('message', hear);
    return () => channel.removeEventListener('message', hear);
  }, [userId]);
};
