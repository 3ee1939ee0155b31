import { Beef, Bird, Cat, Dog, PawPrint } from 'lucide-react';
import { animalTitle } from '../../../rules/incidents';
import styles from './AnimalLabel.module.css';

const icons: Readonly<Record<string, typeof Dog>> = { DOG: Dog, CAT: Cat, CATTLE: Beef, BIRD: Bird };

/** The animal of an incident with its picture: 'Dog'. An animal that this app does not know has a paw. */
export function AnimalLabel({ animalType }: { animalType: string }) {
  const Icon = icons[animalType] ?? PawPrint;
  return (
    <span className={styles.animal}>
      <Icon size={20} aria-hidden />
      {animalTitle(animalType)}
    </span>
  );
}
