import { useApp } from '../app';
import { Modal } from '../parts/dialogs/Modal';
import styles from './ShortcutsSheet.module.css';

/** The shortcuts of useKeys.ts and those of the messages, as text. `needs` is a capability that the server must have. */
const shortcuts = [
  { keys: ['j'], act: 'Next in the list' },
  { keys: ['k'], act: 'Previous in the list' },
  { keys: ['Enter'], act: 'Open it' },
  { keys: ['Esc'], act: 'Close, or go back' },
  { keys: ['/'], act: 'Search', needs: 'search' },
  { keys: ['Ctrl+K', '⌘K'], act: 'Search, also while writing', needs: 'search' },
  { keys: ['↑', '↓'], act: 'From message to message' },
  { keys: ['?'], act: 'Show these shortcuts' },
] as const;

/** The sheet of shortcuts (DECISIONS 162). */
export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  const { can } = useApp();
  return (
    <Modal title="Keyboard Shortcuts" isReadOnly onClose={onClose}>
      <table className={styles.table}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Key</th>
            <th scope="col">What it does</th>
          </tr>
        </thead>
        <tbody>
          {shortcuts
            .filter((shortcut) => !('needs' in shortcut) || can(shortcut.needs))
            .map(({ keys, act }) => (
              <tr key={act}>
                <th scope="row">
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </th>
                <td>{act}</td>
              </tr>
            ))}
        </tbody>
      </table>
      <p className={styles.note}>Press Esc to leave the message box first: while you write, keys are letters.</p>
      <p className={styles.note}>Single keys can be turned off in your profile.</p>
    </Modal>
  );
}
