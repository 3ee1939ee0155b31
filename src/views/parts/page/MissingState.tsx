import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from './States';

interface MissingStateProps {
  title: string;
  /** The way back: a link with `buttonLook`. */
  action: ReactNode;
}

/** What a screen is about does not exist, or was deleted meanwhile. Read out when it appears. */
export function MissingState({ title, action }: MissingStateProps) {
  return (
    <div role="alert">
      <EmptyState title={title} icon={<SearchX size={32} aria-hidden />} action={action} />
    </div>
  );
}
