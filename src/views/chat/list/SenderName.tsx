import type { CSSProperties } from 'react';
import { initialOf } from '../../../rules/people/looks';
import styles from './SenderName.module.css';

/** The name of a sender, in a colour derived from the name. */
export function SenderName({ name }: { name: string }) {
  return (
    <span className={styles.sender} style={{ '--hue': initialOf(name).hue } as CSSProperties} dir="auto">
      {name}
    </span>
  );
}
