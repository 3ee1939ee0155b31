import { Hammer } from 'lucide-react';
import { Page } from './Page';
import { EmptyState } from './States';

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
