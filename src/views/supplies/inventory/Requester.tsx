import { Link } from '@tanstack/react-router';
import type { Requisition } from '../../../contract/supplies';
import { Badge } from '../../parts/Badge';
import styles from './Inventory.module.css';

/**
 * Who asks. If the server says so, with a link to the member's page and the number to call: a manager must tell two with one name apart,
 * and ask what is meant (DECISIONS 368).
 */
export const Requester = ({ requisition }: { requisition: Requisition }) => {
  const { userId, userName, phoneNumber, isOwn } = requisition;
  return (
    <div className={styles.row}>
      <strong dir="auto">
        {userId && userName ? (
          <Link to="/volunteer/$volunteerId" params={{ volunteerId: userId }} className={styles.reach}>
            {userName}
          </Link>
        ) : (
          userName
        )}
      </strong>
      {isOwn && <Badge tone="info">Your own request</Badge>}
      {phoneNumber && !isOwn && (
        <a href={`tel:${phoneNumber}`} className={styles.reach}>
          {phoneNumber}
        </a>
      )}
    </div>
  );
};
