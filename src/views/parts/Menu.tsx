import { type ComponentProps, type KeyboardEvent, type ReactNode, useId } from 'react';
import { classes } from './classes';
import { IconButton } from './IconButton';
import styles from './Menu.module.css';

interface MenuProps {
  /** The name of the button that opens it. */
  label: string;
  /** The icon on that button. */
  icon: ReactNode;
  /** `MenuItem`s. */
  children: ReactNode;
}

/** An icon button that opens a list of actions. The browser's popover: it closes on Esc, outside presses and another menu. */
export function Menu({ label, icon, children }: MenuProps) {
  const id = useId();
  return (
    <>
      <IconButton label={label} popoverTarget={id} aria-haspopup="menu">
        {icon}
      </IconButton>
      <div
        id={id}
        className={styles.menu}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={moveFocus}
        onToggle={(event) => event.newState === 'open' && itemsOf(event.currentTarget)[0]?.focus()}
      >
        {children}
      </div>
    </>
  );
}

interface MenuItemProps extends ComponentProps<'button'> {
  icon?: ReactNode;
  /** Destroys something. */
  danger?: boolean | undefined;
}

/** One action of a `Menu`, which closes behind it. */
export function MenuItem({ icon, danger = false, className, children, onClick, ...rest }: MenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      {...rest}
      className={classes(styles.item, danger && styles.danger, className)}
      onClick={(event) => {
        event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
        onClick?.(event);
      }}
    >
      {icon}
      {children}
    </button>
  );
}

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)')];

/** Arrow keys, Home and End go through the items, as the ARIA menu pattern has it. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const items = itemsOf(event.currentTarget);
  const at = items.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items.at(next % items.length)?.focus();
}
