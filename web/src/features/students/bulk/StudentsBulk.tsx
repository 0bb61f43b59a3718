import type { Teacher } from '@rondo/contracts/api/teachers.ts';
import { useState } from 'react';
import { AssignTeachers } from './AssignTeachers.tsx';
import { AvailabilityQuestion } from './AvailabilityQuestion.tsx';
import { DeleteQuestion } from './DeleteQuestion.tsx';
import type { BulkQuestion, Selected } from './question.ts';

/** The question before an action on the selected students. */
const StudentsBulk = (props: {
  readonly question: BulkQuestion;
  readonly selected: Selected;
  readonly teachers: readonly Teacher[];
  readonly onClose: () => void;
}) => {
  const { question, teachers, onClose } = props;
  // As they were when it was asked: the list changes before the dialog closes.
  const [selected] = useState(props.selected);
  switch (question) {
    case 'assign':
      return <AssignTeachers selected={selected} teachers={teachers} onClose={onClose} />;
    case 'random':
    case 'standard':
    case 'none':
      return <AvailabilityQuestion kind={question} selected={selected} onClose={onClose} />;
    case 'delete':
      return <DeleteQuestion selected={selected} onClose={onClose} />;
  }
};

export default StudentsBulk;
