import { useEffect } from 'react';
import { otherTabs, type News } from '../api/session/other-tabs.ts';
import { loadAnew, replacedBy } from '../api/session/other-user.ts';
import { queryClient } from '../api/queries.ts';
import { answerSessionEnd } from '../api/session/session-end.ts';
import { toast } from '../ui/overlays/toast.tsx';

const otherElsewhere = 'Someone else signed in in another tab. What had not been saved here is gone.';
const guestElsewhere =
  'You are using Rondo as a guest in another tab. Create an account to keep that studio, or sign out first.';

/** Acts on what another tab tells this one, which shows the studio of `userId`. */
export const useOtherTabs = (userId: string): void => {
  useEffect(() => {
    const channel = otherTabs();
    const hear = ({ data }: MessageEvent<News>): void => {
      if (data.userId === userId) answerSessionEnd(true);
      else if (data.userId !== undefined) return loadAnew(data.userId === null ? undefined : userId);
      void queryClient.invalidateQueries();
    };
    channel.addEventListener('message', hear);
    const left = replacedBy(userId);
    if (left !== null)
      toast({
        title: 'This tab was loaded again',
        description: left === '' ? guestElsewhere : otherElsewhere,
        tone: 'neutral',
        duration: 10_000,
      });
    return () => channel.removeEventListener('message', hear);
  }, [userId]);
};
