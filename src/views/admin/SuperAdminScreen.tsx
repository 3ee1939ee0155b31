import { Link } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { ScrollText, Users } from 'lucide-react';
import {
  selectArchivesActor,
  selectClearChat,
  selectManageUsers,
  selectPurge,
  selectReset,
  type superAdminMachine,
} from '../../machines/admin/superAdmin.machine';
import { selectMe } from '../../machines/session/session.select';
import { type ScreenProps, useApp, useScreen } from '../app';
import { Button, buttonLook } from '../parts/buttons/Button';
import { Page } from '../parts/page/Page';
import styles from './Admin.module.css';
import { Archives } from './Archives';
import { ManageUsersModal } from './ManageUsersModal';
import { ClearChatTask, PurgeTask, ResetTask } from './Tasks';

/** The super admin panel (S2 §2, /superadmin). */
export function SuperAdminScreen({ machine }: ScreenProps<typeof superAdminMachine>) {
  const { session, can } = useApp();
  const me = useSelector(session, selectMe);
  const hasArchives = can('administration');
  const panel = useScreen(machine, { userId: me?.id ?? '', hasArchives });
  const archives = useSelector(panel, selectArchivesActor);
  const clearChat = useSelector(panel, selectClearChat);
  const purge = useSelector(panel, selectPurge);
  const reset = useSelector(panel, selectReset);
  const managing = useSelector(panel, selectManageUsers);
  return (
    <Page title="Super Admin" actor={panel} apart={[archives, managing]} narrow>
      <div className={styles.tasks}>
        <section className={styles.task} aria-labelledby="users">
          <h2 id="users">Users</h2>
          <p>
            Delete members, or give somebody a new password. Roles are given on a member’s page, under{' '}
            <Link to="/volunteers">Volunteers</Link>.
          </p>
          <div className={styles.buttons}>
            <Button variant="primary" aria-haspopup="dialog" onClick={() => panel.send({ type: 'users.manage' })}>
              <Users size={20} aria-hidden /> Manage Users
            </Button>
            {hasArchives && (
              <Link to="/superadmin/audit" className={buttonLook()}>
                <ScrollText size={20} aria-hidden /> Audit Log
              </Link>
            )}
          </div>
        </section>
        {clearChat && <ClearChatTask task={clearChat} />}
        {purge && <PurgeTask task={purge} />}
        {archives && <Archives archives={archives} />}
        {reset && <ResetTask task={reset} archives={hasArchives ? archives : undefined} />}
      </div>
      {managing && (
        <ManageUsersModal managing={managing} myId={me?.id ?? ''} onClose={() => panel.send({ type: 'modal.close' })} />
      )}
    </Page>
  );
}
