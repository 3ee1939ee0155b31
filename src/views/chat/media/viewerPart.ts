import { lazyPart } from '../../lazyPart';

/** The viewer. Its code is fetched after the first picture has loaded, because a chat without pictures does not need it. */
export const ViewerPart = lazyPart(async () => (await import('./Viewer')).Viewer);
