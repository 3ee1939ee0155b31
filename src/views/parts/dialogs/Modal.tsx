import { X } from 'lucide-react';
import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';
import type { AnyActorRef } from 'xstate';
import { selectIsDown } from '../../../machines/supervision.select';
import { IconButton } from '../buttons/IconButton';
import { classes } from '../classes';
import { LiveRegion } from '../LiveRegion';
import { Supervised, useIsDown } from '../Supervised';
import styles from './Modal.module.css';
import { useOverlayPress } from './overlay';

export interface ModalProps {
  title: string;
  /** The chart of the modal. When it is down, the modal says so and offers 'Try again'; it can still be closed. */
  actor?: AnyActorRef | undefined;
  /**
   * Called after the close button, a press on the overlay or Esc (S1 §2). Returns false if the modal must stay open. Without it the user
   * cannot close the modal.
   */
  onClose?: (() => unknown) | undefined;
  /** Buttons at the bottom, the main one last. A button of `type="submit"` closes the modal as the close button does. */
  actions?: ReactNode;
  children: ReactNode;
  /** `wide` for lists and forms. */
  size?: 'wide' | undefined;
  /** The content has no controls. The keyboard can scroll it in every browser then. */
  isReadOnly?: boolean;
}

/**
 * A modal that is open as long as it is rendered. The browser's `<dialog>` keeps the focus inside, returns it afterwards and makes
 * the page behind inert. It disappears at once, without fading out, so that the next press reaches the page (DECISIONS C4).
 */
export function Modal({ title, actor, onClose, actions, children, size, isReadOnly = false }: ModalProps) {
  const isDown = useIsDown(actor);
  const titleId = useId();
  const ref = useRef<HTMLDialogElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const overlay = useOverlayPress(leave);

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog) openDialog(dialog, body.current);
    return () => dialog?.close();
  }, []);

  /**
   * Called while the press is handled. The browser's own closing would tell the app only a moment later, and the next press, or an
   * answer of the server, could come before that. @returns false if the modal must stay open
   */
  function leave(): boolean {
    if (!onClose) return false;
    // A chart that is down accepts no event but the retry, and it must be running to be closed.
    actor?.send({ type: 'supervision.retry' });
    if (actor && selectIsDown(actor.getSnapshot())) return false;
    return onClose() !== false;
  }

  /** The browser has closed it by itself, as some do at a second Esc. */
  function followBrowser({ target, currentTarget: dialog }: SyntheticEvent<HTMLDialogElement>) {
    if (target === dialog && dialog.isConnected && !dialog.open && !leave()) dialog.showModal();
  }

  return (
    <dialog
      ref={ref}
      className={classes(styles.modal, size && styles[size])}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A file dialog that is cancelled sends this event, too.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        leave();
      }}
      onClose={followBrowser}
      {...overlay}
    >
      <LiveRegion inDialog />
      <header className={styles.header}>
        <h2 id={titleId} dir="auto">
          {title}
        </h2>
        {onClose && (
          <IconButton label="Close" onClick={leave}>
            <X aria-hidden />
          </IconButton>
        )}
      </header>
      <div
        ref={body}
        className={styles.body}
        {...(isReadOnly && { role: 'group', 'aria-labelledby': titleId, tabIndex: 0 })}
      >
        <Supervised actor={actor}>{children}</Supervised>
      </div>
      {actions && !isDown && (
        <form
          className={styles.actions}
          onSubmit={(event) => {
            event.preventDefault();
            leave();
          }}
        >
          {actions}
        </form>
      )}
    </dialog>
  );
}

/** What a dialog asks or tells. What is in a list is too long for that, and what is in a live region is read out by itself. */
const TOLD = 'p:not([role=alert], :scope [role] *, :scope li *)';
const CONTROLS = 'a, button, input, select, textarea';
/** The fields of a form. Files are chosen with a button. */
const FIELDS = 'form :is(input:not([type=file], [hidden], [readonly]), select, textarea)';

let count = 0;

/**
 * Opens a modal `<dialog>`. The browser moves the focus to its first control, which is the close button, and screen readers read out the
 * title and that button. With this they also read out the paragraphs before the first control of the dialog's body. If the body is a
 * form, its first field gets the focus, but only with a mouse or a touchpad: on a phone the keyboard would cover half of the dialog
 * before anybody has read it. DECISIONS 301
 * @param body the part below the title
 */
function openDialog(dialog: HTMLDialogElement, body: HTMLElement | null): void {
  dialog.showModal();
  if (!body) return;
  const parts = [...body.querySelectorAll(`${TOLD}, ${CONTROLS}`)];
  const end = parts.findIndex((part) => part.matches(CONTROLS));
  const told = end < 0 ? parts : parts.slice(0, end);
  for (const part of told) part.id ||= `told-${++count}`;
  if (told.length > 0) dialog.setAttribute('aria-describedby', told.map(({ id }) => id).join(' '));
  if (matchMedia('(pointer: fine)').matches) body.querySelector<HTMLElement>(FIELDS)?.focus();
}
