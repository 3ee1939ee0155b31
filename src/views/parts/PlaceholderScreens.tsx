import { Link } from '@tanstack/react-router';
import { Hammer, PawPrint } from 'lucide-react';
import { buttonLook } from './Button';
import { Page } from './Page';
import { EmptyState } from './States';

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

/** /adoptions and /events (S2 §2). */
export function UnderDevelopmentScreen({ title }: { title: string }) {
  return (
    <Page title={title}>
      <EmptyState icon={<Hammer size={32} aria-hidden />}>
        This page is currently under development. Please check back later!
      </EmptyState>
    </Page>
  );
}
