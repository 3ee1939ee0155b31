import type { CSSProperties, SyntheticEvent } from 'react';
import { avatarOf, initialOf } from '../../rules/people/looks';
import styles from './Avatar.module.css';
import { classes } from './classes';

interface AvatarProps {
  userId: string;
  /** Decides the letter and colour shown when the picture is missing (S1 §2). */
  name: string;
  /** Diameter in px. */
  size?: number | undefined;
  className?: string | undefined;
}

/**
 * A user's picture: a local image chosen by user id, over a letter and a colour derived from the name (S1 §2). Hidden from screen
 * readers because the name is beside it.
 */
export function Avatar({ userId, name, size = 40, className }: AvatarProps) {
  const { letter, hue } = initialOf(name);
  return (
    <span
      className={classes(styles.avatar, className)}
      style={{ '--size': `${size}px`, '--hue': hue } as CSSProperties}
      aria-hidden
    >
      {letter}
      <img src={avatarOf(userId)} alt="" width={size} height={size} loading="lazy" onError={uncoverLetter} />
    </span>
  );
}

const uncoverLetter = (event: SyntheticEvent<HTMLImageElement>) => {
  event.currentTarget.hidden = true;
};
