import {
  Check,
  CircleCheckBig,
  CircleX,
  ClipboardCopy,
  Hand,
  HandHelping,
  LocateFixed,
  RotateCcw,
  Stethoscope,
  Trash2,
  UserRoundPlus,
  UsersRound,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { Offer } from '../../../machines/incidents/permission';
import { Button, type ButtonVariant } from '../../parts/Button';
import { NetworkButton } from '../../parts/NetworkButton';

/** What the label of a button depends on. */
interface Situation {
  readonly isInterested: boolean;
  readonly isCopied: boolean;
  /** The member is in the team, so this device keeps what the team's kits contain. */
  readonly isInTeam: boolean;
}

interface Look {
  readonly label: string;
  readonly Icon: ComponentType<{ size: number }>;
  readonly variant?: ButtonVariant;
}

/** The buttons of S2 §4 and their labels. */
const looks: Readonly<Record<Offer, Look | ((situation: Situation) => Look)>> = {
  'interest.toggle': ({ isInterested }) =>
    isInterested ? { label: 'Remove Interest', Icon: Hand } : { label: "I'm Interested", Icon: HandHelping },
  'team.view': { label: 'View Team', Icon: UsersRound },
  'teamKit.view': { label: 'View Team Kit', Icon: Stethoscope },
  'details.copy': ({ isCopied }) =>
    isCopied ? { label: 'Copied!', Icon: Check } : { label: 'Copy Details', Icon: ClipboardCopy },
  'team.assign': { label: 'Assign Team', Icon: UserRoundPlus },
  'team.reassign': { label: 'Reassign Team', Icon: UserRoundPlus },
  'incident.locate': { label: 'Update Location', Icon: LocateFixed },
  'incident.close': { label: 'Close Incident', Icon: CircleX },
  'incident.resolve': { label: 'Mark as Resolved', Icon: CircleCheckBig },
  'incident.reactivate': { label: 'Reactivate', Icon: RotateCcw },
  'incident.delete': { label: 'Delete Incident', Icon: Trash2, variant: 'danger' },
};

/** Whether an action works without a network, because it only shows or copies what is on the device. */
const worksOffline = (offer: Offer, { isInTeam }: Situation) =>
  offer === 'team.view' || offer === 'details.copy' || (offer === 'teamKit.view' && isInTeam);

interface ActionButtonProps {
  offer: Offer;
  situation: Situation;
  /** It is the main action and is highlighted. */
  primary: boolean;
  busy: boolean;
  /** Its action is running, and the label shows the result already. */
  pending: boolean;
  disabled: boolean;
  onPress: () => void;
}

/** The button of one action on an incident. */
export function ActionButton({ offer, situation, primary, busy, pending, disabled, onPress }: ActionButtonProps) {
  const look = looks[offer];
  const {
    label,
    Icon,
    variant = primary ? 'primary' : undefined,
  } = typeof look === 'function' ? look(situation) : look;
  const Kind = worksOffline(offer, situation) ? Button : NetworkButton;
  return (
    <Kind variant={variant} busy={busy} pending={pending} disabled={disabled} onClick={onPress}>
      <Icon size={20} aria-hidden /> {label}
    </Kind>
  );
}
