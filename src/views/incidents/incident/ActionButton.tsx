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
import type { IncidentButton } from '../../../machines/incidents/permission';
import { actLabels } from '../../../rules/actLabels';
import { Button, type ButtonVariant } from '../../parts/buttons/Button';
import { NetworkButton } from '../../parts/buttons/NetworkButton';

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
const looks: Readonly<Record<IncidentButton, Look | ((situation: Situation) => Look)>> = {
  'interest.toggle': ({ isInterested }) =>
    isInterested ? { label: 'Remove Interest', Icon: Hand } : { label: "I'm Interested", Icon: HandHelping },
  'team.view': { label: actLabels['team.view'], Icon: UsersRound },
  'teamKit.view': { label: actLabels['teamKit.view'], Icon: Stethoscope },
  'details.copy': ({ isCopied }) =>
    isCopied ? { label: 'Copied!', Icon: Check } : { label: actLabels['details.copy'], Icon: ClipboardCopy },
  'team.assign': { label: actLabels['team.assign'], Icon: UserRoundPlus },
  'team.reassign': { label: actLabels['team.reassign'], Icon: UserRoundPlus },
  'incident.locate': { label: actLabels['incident.locate'], Icon: LocateFixed },
  'incident.close': { label: actLabels['incident.close'], Icon: CircleX },
  'incident.resolve': { label: actLabels['incident.resolve'], Icon: CircleCheckBig },
  'incident.reactivate': { label: actLabels['incident.reactivate'], Icon: RotateCcw },
  'incident.delete': { label: actLabels['incident.delete'], Icon: Trash2, variant: 'danger' },
};

/** Whether an action works without a network, because it only shows or copies what is on the device. */
const worksOffline = (button: IncidentButton, { isInTeam }: Situation) =>
  button === 'team.view' || button === 'details.copy' || (button === 'teamKit.view' && isInTeam);

interface ActionButtonProps {
  button: IncidentButton;
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
export function ActionButton({ button, situation, primary, busy, pending, disabled, onPress }: ActionButtonProps) {
  const look = looks[button];
  const {
    label,
    Icon,
    variant = primary ? 'primary' : undefined,
  } = typeof look === 'function' ? look(situation) : look;
  const Kind = worksOffline(button, situation) ? Button : NetworkButton;
  return (
    <Kind variant={variant} busy={busy} pending={pending} disabled={disabled} onClick={onPress}>
      <Icon size={20} aria-hidden /> {label}
    </Kind>
  );
}
