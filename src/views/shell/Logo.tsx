import { Link } from '@tanstack/react-router';
import { useApp } from '../app';
import styles from './Shell.module.css';

/** The logo, which links to /chat (S1 §2). */
export function Logo() {
  const { config } = useApp();
  return (
    <Link to="/chat" className={styles.logo} activeOptions={{ exact: true }}>
      <img src="icon.svg" alt="" width={32} height={32} />
      <span className={styles.name}>{config.productName}</span>
    </Link>
  );
}
