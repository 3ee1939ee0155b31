import type { Plugin } from 'vite';

/**
 * What makes a component of an icon's shapes. lucide's own can also take a context, any scale of strokes, and the names of classes
 * that nobody styles: 1.1 kB, and with the icons of the sidebar a tenth of React's time before a chat is painted.
 */
const createIcon = `
  import { createElement } from 'react';
  export default ({ node }) => ({ size = 24, ...given }) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...given,
      },
      ...node.map(([shape, attributes]) => createElement(shape, attributes)),
    );`;

/** The icons as the app uses them, without the keys of their shapes: those are random letters, which pack badly (0.8 kB, brotli). */
export const leanIcons: Plugin[] = [
  {
    name: 'lean-icons',
    apply: 'build',
    enforce: 'pre',
    load: { filter: { id: /lucide-react\/dist\/esm\/createLucideIcon\.mjs$/ }, handler: () => createIcon },
  },
  {
    name: 'lean-icon-shapes',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/ },
      handler: (code) => code.replace(/, key: "\w+"/g, '').replace(/^ {2}name: "[\w-]+",$/m, ''),
    },
  },
];
