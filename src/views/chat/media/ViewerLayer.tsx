import { useSelector } from '@xstate/react';
import { lazy, Suspense } from 'react';
import { selectShown } from '../../../machines/chat/viewer.select';
import { useChat } from '../chat';

const Viewer = lazy(async () => ({ default: (await import('./Viewer')).Viewer }));

/** The viewer while a picture is open in it; its code comes with the first one. */
export function ViewerLayer() {
  const shown = useSelector(useChat().viewer, selectShown);
  return (
    shown && (
      <Suspense fallback={null}>
        <Viewer message={shown} />
      </Suspense>
    )
  );
}
