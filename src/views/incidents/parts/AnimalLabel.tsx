import { Beef, Bird, Cat, Dog, PawPrint } from 'lucide-react';
import { animalTitle } from '../../../rules/incidents';
import styles from './AnimalLabel.module.css';

const icons: Readonly<Record<string, typeof Dog>> = { DOG: Dog, CAT: Cat, CATTLE: Beef, BIRD: Bird };

/** The picture of an animal, decorative. An animal that this app does not know has a paw. */
export function AnimalIcon({ animalType }: { animalType: string }) {
  const Icon = icons[animalType] ?? PawPrint;
  return <Icon size={20} aria-hidden />;
}

/** The animal of an incident with its picture: 'Dog'. */
export function AnimalLabel({ animalType }: { animalType: string }) {
  return (
    <span className={styles.animal}>
      <AnimalIcon animalType={animalType} />
      {animalTitle(animalType)}
    </span>
  );
}
