import { Ban, Bird, Cat, Check, Dog, HeartPulse, Megaphone, Milk, PawPrint, Repeat, UserCheck } from 'lucide-react';
import type { ComponentProps } from 'react';
import { animalTitle, statusText } from '../../../rules/incidents/incidents';
import { Badge } from '../../parts/Badge';
import styles from './AnimalLabel.module.css';

// lucide has no icon of a cow, only of beef, which is unsuitable for an animal rescue. So cattle have a milk bottle.
const icons: Readonly<Record<string, typeof Dog>> = { DOG: Dog, CAT: Cat, CATTLE: Milk, BIRD: Bird };

/** The decorative icon of an animal; a paw for an animal that the app does not know. */
export function AnimalIcon({ animalType }: { animalType: string }) {
  const Icon = icons[animalType] ?? PawPrint;
  return <Icon size={20} aria-hidden />;
}

/** The animal of an incident, such as 'Dog', with its icon. */
export function AnimalLabel({ animalType }: { animalType: string }) {
  return (
    <span className={styles.animal}>
      <AnimalIcon animalType={animalType} />
      {animalTitle(animalType)}
    </span>
  );
}

type Looks = readonly [tone: NonNullable<ComponentProps<typeof Badge>['tone']>, Icon: typeof Dog];

/** Each status has its own colour and shape, so that colour is not the only difference. An unknown status has neither. */
const looks: Readonly<Record<string, Looks>> = {
  REPORTED: ['warn', Megaphone],
  ASSIGNED: ['assigned', UserCheck],
  IN_PROGRESS: ['inProgress', HeartPulse],
  ONGOING: ['ongoing', Repeat],
  RESOLVED: ['success', Check],
  CLOSED: ['plain', Ban],
};

/** The decorative icon of a status; nothing for a status that the app does not know. */
export function StatusIcon({ status }: { status: string }) {
  const Icon = looks[status]?.[1];
  return Icon ? <Icon size={14} aria-hidden /> : null;
}

/** The status of an incident or a case. Underscores are shown as spaces (S1 §4). */
export function StatusTag({ status }: { status: string }) {
  return (
    <Badge tone={looks[status]?.[0] ?? 'plain'}>
      <StatusIcon status={status} />
      {statusText(status)}
    </Badge>
  );
}
