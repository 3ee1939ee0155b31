import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { ArrowLeft, History, Pencil } from 'lucide-react';
import type { ComponentProps, ComponentType } from 'react';
import type { Incident } from '../../../contract/incidents';
import type { IncidentRef } from '../../../machines/incidents/incident.machine';
import { selectIsCopy } from '../../../machines/incidents/incident.select';
import { selectRoles } from '../../../machines/session/session.select';
import { hasHistory } from '../../../rules/incidents/incidents';
import { useApp } from '../../app';
import { Button } from '../../parts/buttons/Button';
import { NarrowNetworkButton } from '../../parts/buttons/NetworkButton';
import styles from './Incident.module.css';

interface HeaderButtonsProps {
  actor: IncidentRef;
  /** Null until it is loaded. */
  incident: Incident | null;
}

/** S2 §2: the header has an edit button and a back button, and a history button if caseCount is above 0. */
export function HeaderButtons({ actor, incident }: HeaderButtonsProps) {
  const roles = useSelector(useApp().session, selectRoles);
  const isCopy = useSelector(actor, selectIsCopy);
  return (
    <>
      <BackButton />
      {incident && hasHistory(incident) && (
        <HeaderButton
          Kind={NarrowNetworkButton}
          word="History"
          Icon={History}
          onPress={() => actor.send({ type: 'history.view' })}
        />
      )}
      {incident && (
        <HeaderButton
          Kind={NarrowNetworkButton}
          word="Edit"
          Icon={Pencil}
          disabled={isCopy}
          reason="Please wait until the server has sent this incident."
          onPress={() => actor.send({ type: 'incident.edit', roles })}
        />
      )}
    </>
  );
}

/** Goes back to the previous screen, or to the live incidents if that was outside the app. */
function BackButton() {
  const router = useRouter();
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  return (
    <HeaderButton
      word="Back"
      Icon={ArrowLeft}
      data-back
      onPress={() => (canGoBack ? router.history.back() : void navigate({ to: '/live' }))}
    />
  );
}

interface HeaderButtonProps extends Pick<ComponentProps<typeof Button>, 'disabled' | 'reason'> {
  word: string;
  Icon: ComponentType<{ size: number }>;
  onPress: () => void;
  Kind?: typeof Button;
  'data-back'?: boolean;
}

/** On a narrow screen only the icon is visible, so that all buttons fit beside the heading. */
function HeaderButton({ word, Icon, onPress, Kind = Button, ...rest }: HeaderButtonProps) {
  return (
    <Kind {...rest} className={styles.headerButton} title={word} onClick={onPress}>
      <Icon size={20} aria-hidden /> <span className={styles.word}>{word}</span>
    </Kind>
  );
}
