import { useSelector } from '@xstate/react';
import { KeyRound } from 'lucide-react';
import { memo } from 'react';
import type { AdminUser } from '../../contract/administration';
import {
  type ManageUsersRef,
  selectAreAllSelected,
  selectDeletion,
  selectFeed,
  selectIsSelected,
  selectIsShown,
  selectNotifyUsers,
  selectPasswordReset,
  selectSearch,
  selectSelectedCount,
  selectShown,
} from '../../machines/admin/manageUsers.machine';
import { selectIsLoading, selectUnreadable } from '../../machines/feed.machine';
import { USERS_FAILURE } from '../../rules/admin/adminTasks';
import { fullNameOrUsername } from '../../rules/names';
import { NOBODY_FITS } from '../../rules/people/peopleTexts';
import { useApp } from '../app';
import { Button } from '../parts/buttons/Button';
import { classes } from '../parts/classes';
import { Modal } from '../parts/dialogs/Modal';
import { FeedProblem } from '../parts/FeedProblem';
import { Field } from '../parts/forms/Field';
import { SearchInput } from '../parts/forms/SearchInput';
import { LoadingState, Unreadable } from '../parts/page/States';
import styles from './Admin.module.css';
import { DeletionDialogs } from './DeletionDialogs';
import { Feedback } from './Feedback';
import { PasswordDialogs } from './PasswordDialogs';

interface ManageUsersModalProps {
  managing: ManageUsersRef;
  /** The own id: members cannot reset their own password here (DECISIONS P8). */
  myId: string;
  onClose: () => void;
}

/** Manage Users (S2 §2): search, selection, batch deletion and password reset. */
export function ManageUsersModal({ managing, myId, onClose }: ManageUsersModalProps) {
  const isShown = useSelector(managing, selectIsShown);
  const feed = useSelector(managing, selectFeed);
  const isLoading = useSelector(feed, selectIsLoading);
  const unreadable = useSelector(feed, selectUnreadable);
  const deletion = useSelector(managing, selectDeletion);
  const passwordReset = useSelector(managing, selectPasswordReset);
  const count = useSelector(managing, selectSelectedCount);
  return (
    <Modal
      title="Manage Users"
      actor={managing}
      onClose={onClose}
      size="wide"
      actions={
        isShown && (
          <Button variant="danger" aria-haspopup="dialog" onClick={() => managing.send({ type: 'deletion.ask' })}>
            Delete Selected ({count})
          </Button>
        )
      }
    >
      <div className={styles.manage}>
        {isLoading && <LoadingState label="Loading users…" />}
        <FeedProblem feed={feed} textOf={() => USERS_FAILURE} />
        <Unreadable count={unreadable} of={['user', 'users']} />
        {isShown && <Users managing={managing} myId={myId} />}
        <div className={styles.told}>
          {deletion && <Feedback task={deletion} />}
          {passwordReset && <Feedback task={passwordReset} />}
        </div>
        {deletion && <DeletionDialogs managing={managing} task={deletion} />}
        {passwordReset && <PasswordDialogs task={passwordReset} />}
      </div>
    </Modal>
  );
}

function Users({ managing, myId }: { managing: ManageUsersRef; myId: string }) {
  const search = useSelector(managing, selectSearch);
  const shown = useSelector(managing, selectShown);
  const areAllSelected = useSelector(managing, selectAreAllSelected);
  const notifyUsers = useSelector(managing, selectNotifyUsers);
  const count = useSelector(managing, selectSelectedCount);
  return (
    <>
      <Field label="Search by name or username">
        <SearchInput
          value={search}
          onChange={({ currentTarget }) => managing.send({ type: 'search.change', search: currentTarget.value })}
        />
      </Field>
      <div className={styles.choices}>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={areAllSelected}
            disabled={shown.length === 0}
            onChange={() => managing.send({ type: 'shown.toggle' })}
          />
          Select all shown ({shown.length})
        </label>
        <label className={styles.check}>
          <input type="checkbox" checked={notifyUsers} onChange={() => managing.send({ type: 'notify.toggle' })} />
          Notify the users who are deleted
        </label>
        <p className={classes(styles.soft, styles.selected)} role="status">
          {count} selected
        </p>
      </div>
      {shown.length === 0 && <p className={styles.soft}>{NOBODY_FITS}</p>}
      <ul role="list" className={styles.users} aria-label="Users">
        {shown.map((user) => (
          <UserRow key={user.userId} managing={managing} user={user} isMe={user.userId === myId} />
        ))}
      </ul>
    </>
  );
}

interface UserRowProps {
  managing: ManageUsersRef;
  user: AdminUser;
  isMe: boolean;
}

/** A row is rendered again only when it changes, not with each letter of the search: there may be thousands. */
const UserRow = memo(function UserRow({ managing, user, isMe }: UserRowProps) {
  const { defaultPassword } = useApp().config;
  const isSelected = useSelector(managing, selectIsSelected(user.userId));
  const name = fullNameOrUsername(user);
  return (
    <li className={styles.user}>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={isSelected}
          onChange={() => managing.send({ type: 'user.toggle', userId: user.userId })}
        />
        <span className={styles.words}>
          <bdi>{name}</bdi>
          <span className={styles.soft}>
            @{user.username}
            {isMe && ' (you)'}
          </span>
        </span>
      </label>
      {!isMe && (
        <Button
          variant="quiet"
          aria-haspopup="dialog"
          aria-label={`Reset Password of ${name}`}
          onClick={() => managing.send({ type: 'reset.ask', user, otherwise: defaultPassword })}
        >
          <KeyRound size={20} aria-hidden /> Reset Password
        </Button>
      )}
    </li>
  );
});
