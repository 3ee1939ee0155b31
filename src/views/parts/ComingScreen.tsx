import { Link } from '@tanstack/react-router';
import { PawPrint } from 'lucide-react';
import { buttonLook } from './Button';
import { EmptyState } from './EmptyState';
import { Page } from './Page';

/** A screen that is not built yet. */
export function ComingScreen({ title }: { title: string }) {
  return (
    <Page title={title}>
      <EmptyState
        title="On its way"
        icon={<PawPrint size={32} aria-hidden />}
        action={
          <Link to="/chat" className={buttonLook('secondary')}>
            Back to your chats
          </Link>
        }
      >
        This part of the app is being built and will be here soon.
      </EmptyState>
    </Page>
  );
}
