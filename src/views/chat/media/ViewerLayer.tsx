import { useSelector } from '@xstate/react';
import { lazy, Suspense } from 'react';
import { selectIsThere } from '../../../machines/chat/media.select';
import { selectShown } from '../../../machines/chat/viewer.select';
import { useChat } from '../chat';
import { useMedia } from './useMedia';

const Viewer = lazy(async () => ({ default: (await import('./Viewer')).Viewer }));

/** The viewer while a picture is open in it; its code comes with the first one. */
export function ViewerLayer() {
  const isThere = useSelector(useChat().media, selectIsThere);
  return isThere && <OpenViewer />;
}

function OpenViewer() {
  const shown = useSelector(useMedia().viewer, selectShown);
  return (
    shown && (
      <Suspense fallback={null}>
        <Viewer message={shown} />
      </Suspense>
    )
  );
}
