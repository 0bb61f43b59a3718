import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { Link } from 'react-router-dom';
import { settingsQuery } from '../../../api/settings.ts';
import { counted } from '../../../lib/texts.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { Card } from '../../../ui/lists/panels.tsx';
import { inquiriesQuery } from '../inquiries/commands.ts';

/** How many families wait for an answer; nothing where the question form is off and no question is left. */
export default function QuestionsCard() {
  const { data: inquiries = [] } = useQuery(inquiriesQuery);
  const isOn = Boolean(useQuery(settingsQuery).data?.askForm);
  const fresh = inquiries.filter(({ status }) => status === 'new').length;
  if (!isOn && inquiries.length === 0) return null;
  return (
    <Card className="p-6 max-desk:p-4">
      <h2 className="text-lead font-strong">Questions from Families</h2>
      <p className="mt-1 text-ink-2">
        {fresh === 0
          ? 'No new questions. What families ask with your form is here.'
          : `${counted(fresh, 'new question')} about when lessons would be possible.`}
      </p>
      <Link to="/planner/inquiries" className={buttonClasses('secondary', 'normal', 'mt-4 max-desk:w-full')}>
        <Mail aria-hidden className="size-4" strokeWidth={1.75} />
        See the Questions
      </Link>
    </Card>
  );
}
