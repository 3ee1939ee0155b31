import { Link } from '@tanstack/react-router';
import { MessagesSquare } from 'lucide-react';
import { buttonLook } from '../../parts/Button';
import { EmptyState } from '../../parts/EmptyState';

/** The member is in no case's team (S1 §2). */
export const NoConversations = () => (
  <EmptyState
    title="No Active Conversations"
    icon={<MessagesSquare size={32} aria-hidden />}
    action={
      <Link to="/live" className={buttonLook('primary')}>
        View Live Incidents
      </Link>
    }
  >
    Chat groups appear here once you are assigned to rescue cases.
  </EmptyState>
);

/** Nobody has written in this chat. */
export const NoMessages = () => (
  <EmptyState title="No messages yet" icon={<MessagesSquare size={32} aria-hidden />}>
    Write the first one: everybody in this chat will see it.
  </EmptyState>
);
