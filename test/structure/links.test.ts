import type { LinkProps } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import type { createAppRouter } from '../../src/views/router';

type Path = Extract<keyof ReturnType<typeof createAppRouter>['routesByPath'], string>;

it('links are checked by their types: a path without a screen is an error', () => {
  const paths: LinkProps['to'][] = ['/chat/$chatId', '/incident/$incidentId/assign'] satisfies Path[];
  // @ts-expect-error If the router's types lose the paths, any text is a path, and the check of types says that this is no error.
  paths.push('/nonsense');
  expect(paths).toHaveLength(3);
});
