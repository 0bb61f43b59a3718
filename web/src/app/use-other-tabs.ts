import { useEffect } from 'react';
import { otherTabs, type News } from '../lib/other-tabs.ts';
import { hasReplacedAnother, loadAnew } from '../lib/other-user.ts';
import { queryClient } from '../lib/queries.ts';
import { answerSessionEnd } from '../lib/session-end.ts';
import { toast } from '../ui/toast.tsx';

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
    if (hasReplacedAnother(userId))
      toast({
        title: 'This tab was loaded again',
        description: 'Someone else signed in in another tab. What had not been saved here is gone.',
        tone: 'neutral',
        duration: 10_000,
      });
    return () => channel.removeEventListener('message', hear);
  }, [userId]);
};
