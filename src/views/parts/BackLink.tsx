import { Link, type RouterHistory, useRouter } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ComponentProps, MouseEvent } from 'react';
import { iconButtonLook } from './buttons/IconButton';

/** The path that each entry of the browser's history has shown on this page, by its place in the history. */
const paths = new Map<number, string>();

/** Remembers the path of each entry of the browser's history, for `BackLink`. @returns what ends it */
export function rememberPaths(history: RouterHistory): () => void {
  const remember = () => paths.set(history.location.state.__TSR_index, history.location.pathname);
  remember();
  return history.subscribe(remember);
}

type BackLinkProps = Pick<ComponentProps<'a'>, 'className' | 'title' | 'aria-label' | 'children'> &
  (
    | { readonly to: '/chat' | '/superadmin' | '/volunteers' }
    | { readonly to: '/incident/$incidentId'; readonly params: { readonly incidentId: string } }
  );

/**
 * A link to the page above. If that page is the previous entry of the browser's history, a press goes back, so that the page is where it
 * was left. Otherwise the link is followed; it replaces this page, so that Back does not lead here again from there.
 */
export function BackLink(props: BackLinkProps) {
  const { history } = useRouter();

  function goBack(event: MouseEvent<HTMLAnchorElement>) {
    const isElsewhere = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
    const before = paths.get(history.location.state.__TSR_index - 1);
    if (isElsewhere || event.currentTarget.hash !== `#${before}`) return;
    event.preventDefault();
    history.back();
  }

  return <Link {...props} replace onClick={goBack} />;
}

/** A link to the page above that is only an arrow. */
export function BackArrow({ label, ...props }: BackLinkProps & { readonly label: string }) {
  return (
    <BackLink {...props} className={iconButtonLook()} aria-label={label} title={label}>
      <ArrowLeft aria-hidden />
    </BackLink>
  );
}
