import { createRoot } from 'react-dom/client';
import { createActor } from 'xstate';
import { MachineView } from '../../../src/inspector/MachineView';
import catalogue from './foreign';

/** A page of another project that shows one of its machines, and the states of an actor of it that runs in the page. */
const house = catalogue.charts.find(({ machine }) => machine.id === 'house')?.machine;
const root = document.getElementById('root');
if (!house || !root) throw new Error('The page has no house');
const running = createActor(house).start();
createRoot(root).render(
  <main style={{ blockSize: '90vh' }}>
    <button type="button" onClick={() => running.send({ type: 'enter' })}>
      Enter the house
    </button>
    <MachineView machine={house} title="A house" running={running} />
  </main>,
);
