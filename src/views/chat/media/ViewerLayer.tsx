import { useSelector } from '@xstate/react';
import { selectShown } from '../../../machines/chat/viewer.select';
import { lazyPart } from '../../lazy';
import { useChat } from '../chat';

const Viewer = lazyPart(async () => (await import('./Viewer')).Viewer);

/** The viewer while a picture is open in it. */
export function ViewerLayer() {
  const shown = useSelector(useChat().viewer, selectShown);
  return shown && <Viewer message={shown} />;
}
