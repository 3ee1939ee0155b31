import { useLocation } from '@tanstack/react-router';
import { Menu, X } from 'lucide-react';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { IconButton } from '../parts/buttons/IconButton';
import { useOverlayPress } from '../parts/dialogs/overlay';
import { LiveRegion } from '../parts/LiveRegion';
import styles from './Drawer.module.css';
import { Logo } from './Logo';
import { Navigation, type NavigationProps } from './Navigation';
import { badgeText, MenuBadge, useMenuBadge } from './NewsBadge';

/**
 * The mobile menu (S1 §2): its toggle, its backdrop, and the navigation, which slides in. A modal `<dialog>` keeps its own open state
 * and the focus, closes on Esc, and makes the page behind inert.
 */
export function Drawer(props: NavigationProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });

  // Closes whenever the screen changes, for example by Back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what it runs for.
  useEffect(() => dialog.current?.close(), [path]);

  // The links are rendered at the first opening. On a phone, rendering them at the start would take as long as the first screen.
  const [openings, setOpenings] = useState(0);

  const open = () => {
    setOpenings(openings + 1);
    dialog.current?.showModal();
  };

  const badge = useMenuBadge();
  const overlay = useOverlayPress((menu) => menu.close());

  const closeWhenDone = (event: MouseEvent<HTMLDialogElement>) => {
    if ((event.target as Element).closest('a, button')) event.currentTarget.close();
    else overlay.onClick(event);
  };

  return (
    <>
      {/* The label is all that a screen reader reads of an icon button, so it contains the badge. */}
      <IconButton
        label={badge ? `Open menu: ${badgeText(badge)}` : 'Open menu'}
        title="Open menu"
        aria-haspopup="dialog"
        className={styles.toggle}
        onClick={open}
      >
        <Menu aria-hidden />
        {badge && <MenuBadge {...badge} />}
      </IconButton>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: links and buttons inside handle their keys, and Esc does what the overlay does. */}
      <dialog
        ref={dialog}
        className={styles.drawer}
        aria-label="Menu"
        onPointerDown={overlay.onPointerDown}
        onClick={closeWhenDone}
      >
        <div className={styles.head}>
          <Logo />
          <IconButton label="Close menu">
            <X aria-hidden />
          </IconButton>
        </div>
        {openings > 0 && (
          <>
            {/* A new one each time: what was said while the menu was closed is not said again. */}
            <LiveRegion key={openings} inDialog />
            <Navigation {...props} />
          </>
        )}
      </dialog>
    </>
  );
}
