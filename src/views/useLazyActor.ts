import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type Actor, type AnyStateMachine, createActor, type InputFrom } from 'xstate';
import { useApp } from './app';
import { type Lazy, LoadFailure } from './lazy';

/**
 * Runs a chart whose code is loaded later, as long as the view is shown.
 * @param inputNow called when the actor starts
 * @returns undefined until the code is loaded
 */
export function useLazyActor<Machine extends AnyStateMachine>(
  code: Lazy<{ readonly machine: Machine }>,
  inputNow: () => InputFrom<Machine>,
): Actor<Machine> | undefined {
  const { inspect } = useApp();
  const [actor, setActor] = useState<Actor<Machine>>();
  const loaded = useSyncExternalStore(code.subscribe, code.status);
  const latest = useRef(inputNow);
  useEffect(() => {
    if (loaded === null || loaded instanceof LoadFailure) return;
    // TypeScript cannot check the options of a generic machine.
    const logic: AnyStateMachine = loaded.machine;
    const started = createActor(logic, { input: latest.current(), inspect }).start() as Actor<Machine>;
    setActor(started);
    return () => {
      started.stop();
      setActor(undefined);
    };
  }, [loaded, inspect]);
  return actor;
}
