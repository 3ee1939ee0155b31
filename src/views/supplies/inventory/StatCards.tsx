import { ClipboardList, PackageCheck, TriangleAlert } from 'lucide-react';
import type { ComponentType } from 'react';
import type { SupplyStats } from '../../../contract/inventory';
import { classes } from '../../parts/classes';
import styles from './Inventory.module.css';

/** Scrolls to a section and moves the focus to its heading. */
function goTo(section: string) {
  const heading = document.getElementById(section);
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}

interface StatCardsProps {
  stats: SupplyStats;
  /** Filters the item list to items that are low in stock. */
  onLow: () => void;
}

/** The three numbers of the dashboard (S2 §2, §3). A press on one scrolls to what it counts. */
export function StatCards({ stats, onLow }: StatCardsProps) {
  return (
    <ul className={styles.stats}>
      <StatCard
        label="Pending Requests"
        count={stats.pendingRequisitions}
        Icon={ClipboardList}
        onPress={() => goTo('pending')}
      />
      <StatCard
        label="Ready for Pickup"
        count={stats.readyForPickup}
        Icon={PackageCheck}
        onPress={() => goTo('ready')}
      />
      <StatCard
        label="Low Stock Items"
        count={stats.lowStockItems}
        Icon={TriangleAlert}
        isBad={stats.lowStockItems > 0}
        onPress={() => {
          onLow();
          goTo('items');
        }}
      />
    </ul>
  );
}

interface StatCardProps {
  label: string;
  count: number;
  Icon: ComponentType<{ size: number }>;
  isBad?: boolean;
  onPress: () => void;
}

const StatCard = ({ label, count, Icon, isBad = false, onPress }: StatCardProps) => (
  <li>
    <button type="button" className={classes(styles.stat, isBad && styles.bad)} onClick={onPress}>
      <Icon size={24} aria-hidden />
      <span className={styles.count}>{count}</span>
      <span className={styles.label}>{label}</span>
    </button>
  </li>
);
