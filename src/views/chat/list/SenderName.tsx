import type { CSSProperties } from 'react';
import { initialOf } from '../../../rules/looks';
import styles from './SenderName.module.css';

/** Who wrote the messages of a group, in a colour of their own. */
export function SenderName({ name }: { name: string }) {
  return (
    <span className={styles.sender} style={{ '--hue': initialOf(name).hue } as CSSProperties} dir="auto">
      {name}
    </span>
  );
}
