import type { AnyActorLogic } from 'xstate';

/** A chart in place of one whose code is still to come: whoever starts it must know that the code is there. */
export const arrivingWith = <Chart extends AnyActorLogic>(chart: () => Chart | null | undefined): Chart =>
  new Proxy({} as Chart, {
    get(_, key) {
      const arrived = chart();
      if (!arrived) throw new Error('A chart was started before its code was there.');
      return Reflect.get(arrived, key);
    },
  });
