import styles from './Button.module.css';

/** What a control says that does not work without a network (DECISIONS 186). */
export const NEEDS_NETWORK = 'needs the network';

/** The same as a line below the label of a button. */
export const NeedsNetwork = () => <span className={styles.needs}>{NEEDS_NETWORK}</span>;
