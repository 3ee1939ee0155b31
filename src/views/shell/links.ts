import {
  Bell,
  BriefcaseMedical,
  ClipboardList,
  FolderHeart,
  Globe,
  MessagesSquare,
  Package,
  Search,
  ShieldCheck,
  Siren,
  Trophy,
  UserCheck,
  UserRound,
  Users,
} from 'lucide-react';
import { isSuperAdmin, seesApprovals, seesInventory } from '../../rules/roles';

/** What the visible links of a member depend on. */
export interface Viewer {
  readonly roles: readonly string[];
  readonly hasMedicineBox: boolean;
}

/** The groups of links in the navigation (S1 §2, 'Navigation bar'). A link with `isFor` is shown only if that returns true. */
export const linkGroups = [
  [
    { to: '/live', label: 'Live Incidents', Icon: Siren },
    { to: '/my-cases', label: 'My Cases', Icon: FolderHeart },
    { to: '/report', label: 'Report Incident', Icon: ClipboardList },
    { to: '/search', label: 'Search', Icon: Search, needs: 'search' },
  ],
  [
    { to: '/chat', label: 'Incident Chats', Icon: MessagesSquare },
    { to: '/gchat', label: 'Global Chat', Icon: Globe },
    { to: '/notifications', label: 'Notifications', Icon: Bell },
  ],
  [
    { to: '/volunteers', label: 'Volunteers', Icon: Users },
    { to: '/leaderboard', label: 'Leaderboard', Icon: Trophy },
    { to: '/profile', label: 'Profile', Icon: UserRound, exact: true },
    {
      to: '/profile/first-aid-kit/$userId',
      label: 'My Kit',
      Icon: BriefcaseMedical,
      isFor: (viewer: Viewer) => viewer.hasMedicineBox,
    },
  ],
  [
    { to: '/approvals', label: 'Approvals', Icon: UserCheck, isFor: ({ roles }: Viewer) => seesApprovals(roles) },
    { to: '/inventory', label: 'Inventory', Icon: Package, isFor: ({ roles }: Viewer) => seesInventory(roles) },
    { to: '/superadmin', label: 'Super Admin', Icon: ShieldCheck, isFor: ({ roles }: Viewer) => isSuperAdmin(roles) },
  ],
] as const;
