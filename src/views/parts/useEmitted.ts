import { useEffect, useEffectEvent } from 'react';

/** A chart that emits events of this type. */
export interface Emitter<Type extends string, Fact> {
  on(type: Type, listener: (fact: Fact) => void): { unsubscribe(): void };
}

/** Calls `listener` whenever the chart emits an event of this type. */
export function useEmitted<Type extends string, Fact>(
  actor: Emitter<Type, Fact>,
  type: Type,
  listener: (fact: Fact) => void,
): void {
  const emitted = useEffectEvent(listener);
  useEffect(() => {
    const subscription = actor.on(type, (fact) => emitted(fact));
    return () => subscription.unsubscribe();
  }, [actor, type]);
}
